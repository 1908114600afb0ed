#!/bin/sh
# Writes a line for each line it reads.
printf 'Content-Type: text/plain\n\n'
while read -r line; do
  echo "got $line"
done
