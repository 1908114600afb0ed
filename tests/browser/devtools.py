"""A headless Chromium driven over its DevTools pipe; Python's standard library only."""
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--window-size=1000,1200", "--remote-debugging-pipe")


class BrowserError(Exception):
    pass


class Page:
    """with Page() as page: one tab in a new, empty profile."""

    def __init__(self, credentials=None, patience=60):
        self.credentials = credentials
        self.patience = patience
        self.asked = []      # realms the server asked a password for
        self.statuses = {}   # URL -> status of its last response
        self.number = 0
        self.unread = b""
        self.loaded = set()  # ids of the documents that have finished loading
        self.session = None

    def __enter__(self):
        self.profile = tempfile.mkdtemp(prefix="tthttpd-browser-")
        to_browser, self.commands = os.pipe()
        self.replies, from_browser = os.pipe()
        # The pipe is descriptor 3 (commands) and 4 (replies) in the browser. The shell moves them,
        # for a program cannot be started with descriptors of another number from here.
        command = "exec 3<&%d 4>&%d; exec chromium \"$@\"" % (to_browser, from_browser)
        self.process = subprocess.Popen(
            ["bash", "-c", command, "chromium", *FLAGS, "--user-data-dir=" + self.profile,
             "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            pass_fds=(to_browser, from_browser), start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        try:
            target = next(t for t in self.call("Target.getTargets")["targetInfos"]
                          if t["type"] == "page")
            self.session = self.call("Target.attachToTarget", targetId=target["targetId"],
                                     flatten=True)["sessionId"]
            self.call("Page.enable")
            self.call("Page.setLifecycleEventsEnabled", enabled=True)
            self.call("Network.enable")
            self.call("Fetch.enable", handleAuthRequests=True)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # the browser's own group, made above
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.commands)
        os.close(self.replies)
        for _attempt in range(20):
            shutil.rmtree(self.profile, ignore_errors=True)
            if not os.path.exists(self.profile):
                break
            time.sleep(0.1)

    def _send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        return self.number

    def _receive(self, end):
        while b"\0" not in self.unread:
            ready, _, _ = select.select([self.replies], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise BrowserError("the browser does not answer")
            more = os.read(self.replies, 1 << 20)
            if not more:
                raise BrowserError("the browser has ended")
            self.unread += more
        message, _, self.unread = self.unread.partition(b"\0")
        return json.loads(message)

    def _handle(self, event):
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Fetch.requestPaused":
            self._send("Fetch.continueRequest", requestId=parameters["requestId"])
        elif method == "Fetch.authRequired":
            self.asked.append(parameters["authChallenge"]["realm"])
            answer = {"response": "CancelAuth"}
            if self.credentials:
                answer = {"response": "ProvideCredentials", "username": self.credentials[0],
                          "password": self.credentials[1]}
            self._send("Fetch.continueWithAuth", requestId=parameters["requestId"],
                       authChallengeResponse=answer)
        elif method == "Network.responseReceived":
            response = parameters["response"]
            self.statuses[response["url"]] = response["status"]
        elif method == "Page.lifecycleEvent" and parameters["name"] == "load":
            self.loaded.add(parameters["loaderId"])

    def call(self, method, **parameters):
        number = self._send(method, **parameters)
        end = time.monotonic() + self.patience
        while True:
            message = self._receive(end)
            if message.get("id") == number:
                if "error" in message:
                    raise BrowserError("%s: %s" % (method, message["error"]))
                return message["result"]
            self._handle(message)

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise BrowserError(json.dumps(result["exceptionDetails"]))
        return result["result"].get("value")

    def wait_until(self, expression):
        """Waits until an expression holds in the page, which may reload meanwhile."""
        end = time.monotonic() + self.patience
        while True:
            try:
                if self.evaluate(expression):
                    return
            except BrowserError as error:
                if "context" not in str(error).lower():  # the page is being replaced
                    raise
            if time.monotonic() > end:
                raise BrowserError("never true: " + expression)
            time.sleep(0.1)

    def open(self, url):
        """Goes there and waits until that very document has loaded."""
        result = self.call("Page.navigate", url=url)
        if result.get("errorText"):
            raise BrowserError("%s: %s" % (url, result["errorText"]))
        end = time.monotonic() + self.patience
        while result["loaderId"] not in self.loaded:
            self._handle(self._receive(end))

    def screenshot(self):
        return self.call("Page.captureScreenshot", format="png")["data"]
