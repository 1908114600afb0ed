#!/usr/bin/perl
# Writes a megabyte before it reads anything: the other way round than a server may expect.
use strict;
use warnings;
$| = 1;
print "Content-Type: text/plain\n\n";
print "x" x 1048576;
my $size = 0;
while (my $count = sysread(STDIN, my $bytes, 65536)) {
  $size += $count;
}
print "read $size";
