"""Starts a tthttpd on free loopback ports for the programs in this folder."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time


class Server:
    """with Server(binary, files) as server: ... stops it again and checks its exit code.

    `files` maps a path below the served directory to (content, mode).
    """

    def __init__(self, binary, files=None, config=""):
        self.binary = os.path.abspath(binary)
        self.files = files or {}
        self.config = config

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="tthttpd-bench-")
        root = os.path.join(self.folder, "www")
        os.mkdir(root)
        for name, (content, mode) in self.files.items():
            path = os.path.join(root, name)
            with open(path, "wb") as out:
                out.write(content)
            os.chmod(path, mode)
        conf = os.path.join(self.folder, "site.conf")
        with open(conf, "w") as out:
            out.write("[global]\nlisten = 127.0.0.1:0, [::1]:0\nroot = www\n"
                      "access_log = off\nerror_log = error.log\n" + self.config)
        self.output = open(os.path.join(self.folder, "output"), "w+")
        self.process = subprocess.Popen([self.binary, "-c", conf], stdin=subprocess.DEVNULL,
                                        stdout=self.output, stderr=subprocess.STDOUT)
        self.port = self._port()
        return self

    def _port(self):
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with open(self.output.name) as text:
                said = text.read()
            if re.search(r"^Serving.*\n", said, re.M):
                return int(re.search(r"http://127\.0\.0\.1:(\d+)/", said).group(1))
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        self.process.kill()
        raise SystemExit("the server did not start: " + said)

    def __exit__(self, *reason):
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.output.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        if code != 0 and reason[0] is None:
            raise SystemExit("the server ended with %s" % code)

    @property
    def pid(self):
        return self.process.pid

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.pid))

    def resident_kib(self):
        with open("/proc/%d/status" % self.pid) as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1))

    def children(self):
        """(process id, state letter) of every child."""
        found = []
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open("/proc/%s/stat" % name) as stat:
                        fields = stat.read().rpartition(")")[2].split()
                except OSError:
                    continue
                if int(fields[1]) == self.pid:
                    found.append((int(name), fields[0]))
        return found
