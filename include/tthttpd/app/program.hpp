#pragma once

#include "tthttpd/app/command_line.hpp"

namespace tthttpd::app {

/// Does what the command line says, until the server stops; returns the exit code. Throws
/// std::runtime_error when the server cannot start.
int run_program(const ParsedCommandLine& parsed);

}  // namespace tthttpd::app
