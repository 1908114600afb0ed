#!/usr/bin/perl
# Gives back its input as it comes, and says where it runs.
use strict;
use warnings;
use Cwd;
$| = 1;
binmode STDIN;
binmode STDOUT;
print "Content-Type: application/octet-stream\r\n";
print "X-Directory: " . getcwd() . "\r\n\r\n";
while (my $count = sysread(STDIN, my $bytes, 65536)) {
  print $bytes;
}
