#!/usr/bin/perl
# Writes a megabyte and goes without having read anything.
use strict;
use warnings;
print "Content-Type: text/plain\n\n";
print "x" x 1048576;
