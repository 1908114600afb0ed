#!/usr/bin/env python3
"""Writes a diary entry with a real browser: tDiary as CGI, Basic authentication, Japanese text.

usage: tdiary.py --apps FOLDER [--server BINARY] [--screenshot FILE.png]

FOLDER holds the application kits; its tdiary/setup.sh lays the diary out.
"""
import argparse
import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from devtools import Page  # noqa: E402

TITLE = "小さなサーバーの日記"
BODY = ("tthttpdで日記を書く\n"
        "C++20で書かれた小さなHTTPサーバーの上で、tDiaryが動いています。"
        "「ソース」〜①髙﨑もそのまま読めます。\n")


def check(condition, what):
    if not condition:
        sys.exit("FAIL " + what)
    print("ok", what, flush=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port, process):
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except OSError:
            time.sleep(0.05)
    sys.exit("FAIL the server does not answer")


def write_an_entry(base, screenshot):
    with Page(credentials=("diarist", "himitsu")) as page:
        page.open(base + "/")
        # The first visit of a new diary sends the browser on to the same page once.
        page.wait_until("document.title.includes('diary') && document.styleSheets.length > 0")
        check(page.statuses.get(base + "/") == 200, "the front page opens")
        check(not page.asked, "nobody is asked for a password to read")
        styles = page.evaluate("[...document.styleSheets].map(s => s.href)"
                               ".filter(h => h && h.startsWith(location.origin)).length")
        check(styles >= 1, "the theme's stylesheet is applied")

        page.open(base + "/update.rb")
        check(page.asked == ["tDiary"], "writing asks for the password of the realm")
        check(page.statuses.get(base + "/update.rb") == 200, "the form opens with it")
        page.statuses.clear()
        page.evaluate(
            "(() => { const f = document.querySelector('form.update');"
            "f.title.value = %s; f.body.value = %s;"
            "f.querySelector('input[name=append]').click(); })()"
            % (json.dumps(TITLE), json.dumps(BODY)))
        page.wait_until("document.readyState === 'complete'"
                        " && !document.querySelector('form.update')")
        check(page.statuses.get(base + "/update.rb") == 200, "the entry is taken")

        page.open(base + "/")
        page.wait_until("document.body.innerText.includes(%s)" % json.dumps(TITLE))
        text = page.evaluate("document.body.innerText")
        check(all(line in text for line in BODY.split("\n")), "the entry stands on the front page")
        check(page.evaluate("document.characterSet") == "UTF-8", "the page is UTF-8")
        if screenshot:
            with open(screenshot, "wb") as out:
                out.write(base64.b64decode(page.screenshot()))
            check(os.path.getsize(screenshot) > 5000, "a picture of it is in " + screenshot)

    with Page() as stranger:
        stranger.open(base + "/update.rb")
        check(stranger.statuses.get(base + "/update.rb") == 401, "a stranger does not get in")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--apps", required=True)
    parser.add_argument("--server", default="build/release/tthttpd")
    parser.add_argument("--screenshot")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="tthttpd-tdiary-")
    os.chmod(folder, 0o755)
    site = os.path.join(folder, "site")
    port = free_port()
    server = None
    try:
        subprocess.run(["sh", os.path.join(options.apps, "tdiary", "setup.sh"), site], check=True,
                       env=dict(os.environ, PORT=str(port)), stdout=subprocess.DEVNULL)
        server = subprocess.Popen([os.path.abspath(options.server), "-c",
                                   os.path.join(site, "site.conf")], stdin=subprocess.DEVNULL)
        wait_for(port, server)
        write_an_entry("http://127.0.0.1:%d" % port, options.screenshot)
    finally:
        if server:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(15)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    check(server.returncode == 0, "the server ends cleanly")


if __name__ == "__main__":
    main()
