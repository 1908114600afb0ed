#!/usr/bin/env python3
# Lets its input wait before it reads it.
import sys
import time

time.sleep(0.5)
size = len(sys.stdin.buffer.read())
print("Content-Type: text/plain\n")
print(f"read {size}", end="")
