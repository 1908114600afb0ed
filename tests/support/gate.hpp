#pragma once

#include <string>

namespace tthttpd::support {

/// A point at which a shell script waits until the test lets it go on: a FIFO that the script reads
/// to its end and the test opens and closes. No clock is involved.
class Gate {
 public:
  /// Makes the FIFO.
  explicit Gate(std::string path);
  /// The line of shell that waits.
  [[nodiscard]] std::string wait_line() const;
  /// Lets the script that waits (or will wait soon) go on; false when none comes.
  [[nodiscard]] bool open() const;

 private:
  std::string path_;
};

}  // namespace tthttpd::support
