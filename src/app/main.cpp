#include <cstdlib>
#include <exception>
#include <iostream>

#include "tthttpd/app/command_line.hpp"
#include "tthttpd/app/program.hpp"

/// Exit codes: 0 clean stop, 1 cannot start, 2 wrong usage.
int main(int argc, char** argv) {
  try {
    const auto parsed = tthttpd::app::parse_command_line(argc, argv);
    return tthttpd::app::run_program(parsed);
  } catch (const std::exception& reason) {
    std::cerr << "tthttpd: " << reason.what() << '\n';
    return EXIT_FAILURE;
  }
}
