#!/bin/sh
# Speaks HTTP itself.
printf 'HTTP/1.0 203 Told By Someone\r\nX-Own: yes\r\n\r\nhello'
