#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tthttpd/handler/cgi_run.hpp"
#include "tthttpd/http/body.hpp"

namespace tthttpd::handler {

/// The content of a script's reply while it is made: each read() gives what the script has written
/// so far. Owns the run. What goes wrong after the head has been handed on can only go to the log;
/// the Error then tells the sender to cut the connection, so that the client sees that it is not
/// all.
class CgiStream : public http::StreamBody {
 public:
  /// `first`: content that came together with the head. `length`: Content-Length of the script.
  /// `content_expected`: false for HEAD and for statuses without content, where a script may write
  /// less than it has announced.
  CgiStream(std::unique_ptr<CgiRun> run, std::string first, std::optional<std::uint64_t> length,
            bool content_expected);

  http::Result<std::size_t> read(std::span<char> into) override;
  [[nodiscard]] std::optional<std::uint64_t> length() const override { return length_; }
  [[nodiscard]] bool ready() const override { return !first_.empty() || run_->ended(); }
  bool take_in_request() override { return run_->take_in_request(); }

 private:
  std::size_t take_first(std::span<char> into);
  http::Result<std::size_t> end();
  [[nodiscard]] bool all_given() const { return length_ && given_ >= *length_; }

  std::unique_ptr<CgiRun> run_;
  std::string first_;
  std::size_t first_taken_ = 0;
  std::optional<std::uint64_t> length_;
  bool content_expected_;
  std::uint64_t given_ = 0;
};

}  // namespace tthttpd::handler
