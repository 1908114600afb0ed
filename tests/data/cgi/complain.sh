#!/bin/sh
# Complains to standard error and gives a reply all the same.
echo 'first complaint' >&2
printf 'Content-Type: text/plain\n\nfine'
printf 'last complaint' >&2
