#!/bin/sh
# Says its process ids, falls silent, and does not want to end.
trap '' TERM
printf 'Content-Type: text/plain\n\n'
sleep 300 &
echo "$$ $!"
while :; do
  sleep 1
done
