#!/usr/bin/perl
# Reads all of its input, then says how much it was and what the server had announced.
use strict;
use warnings;
binmode STDIN;
my ($size, $sum) = (0, 0);
while (my $count = sysread(STDIN, my $bytes, 65536)) {
  $size += $count;
  $sum = ($sum + unpack("%32C*", $bytes)) % 4294967296;
}
print "Content-Type: text/plain\n\n";
print "size=$size sum=$sum announced=" . ($ENV{CONTENT_LENGTH} // "nothing") . "\n";
