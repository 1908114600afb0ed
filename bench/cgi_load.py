#!/usr/bin/env python3
"""1,000 CGI requests, 20 at a time, a third of the clients leaving early; then looks what is left.

usage: cgi_load.py [BINARY]     (default: build/release/tthttpd)

Fails when an answer is wrong, a process (a zombie or one that still runs) is left over, or the
server holds more descriptors than before.
"""
import os
import socket
import struct
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from server import Server  # noqa: E402

REQUESTS = 1000
CLIENTS = 20
SCRIPT = b"""#!/bin/sh
printf 'Content-Type: text/plain\\r\\n\\r\\n'
n=$(wc -c)
echo "read $n"
"""
BODY = b"x" * 1000
REQUEST = (b"POST /count.cgi HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
           b"Content-Length: 1000\r\n\r\n")


def leave(port, number):
    """A client that goes: before, in the middle of, or after its body, orderly or with a reset."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as s:
        s.sendall((REQUEST + BODY)[:len(REQUEST) + (0, 500, 1000)[number % 3]])
        if number % 2:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def ask(port):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as s:
        s.sendall(REQUEST + BODY)
        answer = b""
        while True:
            more = s.recv(65536)
            if not more:
                return answer.startswith(b"HTTP/1.1 200 ") and b"read 1000\n" in answer
            answer += more


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else "build/release/tthttpd"
    wrong = []
    lock = threading.Lock()
    numbers = iter(range(REQUESTS))

    def client(port):
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            try:
                if number % 3 == 2:
                    leave(port, number // 3)
                elif not ask(port):
                    wrong.append(number)
            except OSError as error:
                wrong.append("%d: %s" % (number, error))

    files = {"count.cgi": (SCRIPT, 0o755)}
    with Server(binary, files, "spawnexec = on\n[limits]\ncgi_queue_timeout = 60\n") as server:
        assert ask(server.port), "the first request failed"
        time.sleep(0.2)
        before = server.descriptors()
        begin = time.monotonic()
        threads = [threading.Thread(target=client, args=(server.port,)) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = time.monotonic() - begin
        end = time.monotonic() + 20
        while time.monotonic() < end and (server.children() or server.descriptors() > before):
            time.sleep(0.05)
        children, after = server.children(), server.descriptors()
    print("%d requests in %.1f s; wrong: %d; processes left: %r; descriptors: %d before, %d after"
          % (REQUESTS, took, len(wrong), children, before, after))
    for what in wrong[:10]:
        print("wrong:", what)
    sys.exit(1 if wrong or children or after > before else 0)


if __name__ == "__main__":
    main()
