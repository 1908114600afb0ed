#!/bin/sh
# Shows its environment, one variable a line.
printf 'Content-Type: text/plain\n\n'
env
