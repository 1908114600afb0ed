#!/bin/sh
# Leaves something running that keeps the output open.
printf 'Content-Type: text/plain\n\n'
sleep 300 &
echo "$!"
