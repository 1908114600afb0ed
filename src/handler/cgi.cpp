#include "tthttpd/handler/cgi.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "tthttpd/handler/cgi_env.hpp"
#include "tthttpd/handler/cgi_reply.hpp"
#include "tthttpd/handler/cgi_run.hpp"
#include "tthttpd/handler/cgi_start.hpp"
#include "tthttpd/handler/cgi_stream.hpp"
#include "tthttpd/handler/method_rules.hpp"
#include "tthttpd/http/status.hpp"

namespace tthttpd::handler {
namespace {

constexpr std::size_t kReadSize = 16 * 1024;

bool client_gone(platform::NativeHandle client) {
  std::array<platform::WaitItem, 1> items{};
  items[0].handle = client;
  const auto ready = platform::wait_for(items, platform::Deadline::min());
  return !ready || items[0].broken;
}

http::Response busy(CgiShared& shared, const std::string& name) {
  using std::chrono::seconds;
  if (shared.slots_full.due(platform::Clock::now())) {
    shared.diagnostics.warning("script " + name + ": not started, " +
                               std::to_string(shared.options.max_running) +
                               " scripts are running already");
  }
  const auto wait = std::chrono::ceil<seconds>(shared.options.queue_timeout);
  http::Response response;
  response.status = 503;
  response.reason = "cgi-queue-full";
  response.headers.set("Retry-After", std::to_string(std::max(wait, seconds(1)).count()));
  return response;
}

void trace_environment(const CgiShared& shared, const std::string& name,
                       const std::vector<std::string>& environment) {
  if (shared.diagnostics.traces()) {
    for (const auto& entry : environment) {
      shared.diagnostics.trace("script " + name + ": " + mask_secret(entry));
    }
  }
}

/// The output has ended before its header has.
http::Error no_header(const CgiRun& run, const CgiHeadReader& reader) {
  constexpr std::size_t kShown = 100;
  std::string detail = run.log_prefix();
  if (const auto& status = run.exit_status()) {
    detail += status->by_signal ? " was killed by signal " : " ended with exit status ";
    detail += std::to_string(status->code);
  } else {
    detail += " closed its output";
  }
  const auto begin = reader.head();
  detail += begin.empty() ? " without any output"
                          : " before the empty line that ends the header; it wrote \"" +
                                std::string(begin.substr(0, kShown)) + "\"";
  return {502, "no-cgi-header", std::move(detail)};
}

/// Reads until the header block is complete. `passed_on`: the script speaks HTTP itself, and what
/// is not understood goes to the client as it is.
http::Result<void> read_head(CgiRun& run, CgiHeadReader& reader, bool passed_on) {
  std::vector<char> buffer(kReadSize);
  for (;;) {
    auto got = run.pump(buffer);
    if (!got) {
      return got.error();
    }
    if (*got == 0) {
      return passed_on && !reader.head().empty() ? http::Result<void>() : no_header(run, reader);
    }
    const auto state = reader.feed({buffer.data(), *got});
    if (state == CgiHeadReader::State::complete ||
        (passed_on && state == CgiHeadReader::State::too_large)) {
      return {};
    }
    if (state == CgiHeadReader::State::too_large) {
      return http::Error{502, "cgi-header-too-large", run.log_prefix()};
    }
  }
}

/// A script named nph-... writes the whole response itself (RFC 3875 section 5).
http::Response make_raw_response(std::unique_ptr<CgiRun> run, CgiHeadReader& reader) {
  http::Response response;
  auto text = reader.take_all();
  response.status = find_nph_status(text).value_or(200);
  response.raw = true;
  response.must_close = true;
  response.body = std::make_unique<CgiStream>(std::move(run), std::move(text), std::nullopt, true);
  return response;
}

http::Result<http::Response> make_response(std::unique_ptr<CgiRun> run, std::string_view head,
                                           std::string rest, bool head_request) {
  auto reply = parse_cgi_reply(head);
  if (!reply) {
    auto error = std::move(reply.error());
    error.detail = run->log_prefix() + ": " + error.detail;
    return error;
  }
  http::Response response;
  if (!reply->local_redirect.empty()) {
    // Only a reply without content is one; the script's end tells.
    if (rest.empty()) {
      std::vector<char> buffer(kReadSize);
      auto got = run->pump(buffer);
      if (!got) {
        return got.error();
      }
      rest.assign(buffer.data(), *got);
    }
    if (rest.empty()) {
      response.local_redirect = std::move(reply->local_redirect);
      return response;
    }
  }
  response.status = reply->status;
  response.phrase = std::move(reply->phrase);
  response.headers = std::move(reply->headers);
  const bool content_expected = !head_request && http::status_has_content(reply->status);
  response.body = std::make_unique<CgiStream>(std::move(run), std::move(rest),
                                              reply->content_length, content_expected);
  return response;
}

/// A script gets every method but this one: an echo of the request could show a page what only the
/// browser should know (RFC 9110 section 9.3.8).
http::Response trace_refused() {
  http::Response response;
  response.status = 405;
  response.reason = "trace-refused";
  response.headers.add("Allow", kAllowAll);
  return response;
}

bool is_nph(const std::string& file_path) {
  const auto name = std::string_view(file_path).substr(file_path.rfind('/') + 1);
  return name.substr(0, 4) == "nph-";
}

}  // namespace

Cgi::Cgi(CgiOptions options, http::Diagnostics& diagnostics,
         std::shared_ptr<RunningScripts> scripts)
    : shared_(new CgiShared{std::move(options), diagnostics, std::move(scripts)}) {
  const auto most = shared_->options.max_running;
  shared_->scripts->slots.set_most(most > 0 ? most : std::numeric_limits<std::size_t>::max());
}

Cgi::~Cgi() = default;

http::Result<http::Response> Cgi::handle(http::Request& request, route::Resource& resource) {
  if (request.method == http::Method::trace) {
    return trace_refused();
  }
  const auto& options = shared_->options;
  CgiInput input(*request.body, Spool(options.spool_directory));
  std::optional<std::uint64_t> spooled;
  if (!request.body->length()) {
    // Before the script takes a place among the running ones: the client may be slow.
    if (auto done = input.spool_all(); !done) {
      return done.error();
    }
    spooled = input.spooled();
  }
  const auto client = request.body->wait_handle();
  bool gone = false;
  auto slot = shared_->scripts->slots.acquire(platform::Clock::now() + options.queue_timeout,
                                              [&] { return gone = client_gone(client); });
  if (gone) {
    return http::Error{http::kNoAnswer, "client-gone", {}};
  }
  if (!slot) {
    return busy(*shared_, cgi_name(resource));
  }
  auto environment = make_cgi_environment(request, resource, options, spooled);
  trace_environment(*shared_, cgi_name(resource), environment);
  const auto setup = make_child_setup(resource, options, std::move(environment));
  auto child = platform::ChildProcess::start(setup);
  if (!child) {
    auto error = cannot_start(child.error(), resource, setup);
    if (error.status < 500) {
      // The owner of the script has to know, though to the client it is just a refusal.
      shared_->diagnostics.error(std::string(error.reason) + ": " + error.detail);
    }
    return error;
  }
  auto run = std::make_unique<CgiRun>(shared_, std::move(*slot), std::move(*child),
                                      std::move(input), cgi_name(resource));
  const bool raw = is_nph(resource.file_path);
  CgiHeadReader reader(options.max_reply_head);
  if (auto done = read_head(*run, reader, raw); !done) {
    return done.error();
  }
  if (raw) {
    return make_raw_response(std::move(run), reader);
  }
  std::string rest(reader.rest());
  return make_response(std::move(run), reader.head(), std::move(rest),
                       request.method == http::Method::head);
}

}  // namespace tthttpd::handler
