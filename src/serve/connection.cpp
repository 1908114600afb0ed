#include "tthttpd/serve/connection.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <exception>
#include <optional>
#include <utility>

#include "tthttpd/http/secrets.hpp"
#include "tthttpd/parse/body_reader.hpp"
#include "tthttpd/serve/keep_alive.hpp"
#include "tthttpd/serve/respond.hpp"
#include "tthttpd/write/error_page.hpp"
#include "tthttpd/write/response_writer.hpp"

namespace tthttpd::serve {
namespace {

constexpr std::size_t kReceiveSize = 4096;
/// Content nobody has read is dropped up to this size to keep the connection; a larger rest is not
/// worth the time and costs the connection instead.
constexpr std::uint64_t kDrainLimit = 256 * 1024;
/// A client that drips such a rest is not waited for.
constexpr std::chrono::seconds kDrainMost{10};
constexpr std::chrono::seconds kLingerQuiet{2};
constexpr std::chrono::seconds kLingerMost{10};

/// What the log shows when nobody is there any more to read an answer; never sent.
constexpr int kClientGoneStatus = 499;

BodyState state_of(const parse::BodyReader& body) {
  if (body.failed()) {
    return BodyState::lost;
  }
  if (body.finished()) {
    return BodyState::finished;
  }
  if (!body.check_length() || body.continue_pending() || !body.left() ||
      *body.left() > kDrainLimit) {
    return BodyState::lost;
  }
  return BodyState::drainable;
}

/// The request's fields for the console (-vv). What opens doors is not shown.
void show_headers(const http::Headers& headers, http::Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < headers.size(); ++i) {
    const auto field = headers[i];
    std::string line = "  ";
    line.append(field.name).append(": ");
    line.append(http::is_secret_name(field.name) ? "***" : field.value);
    diagnostics.notice(line);
  }
}

std::string_view first_line(std::string_view received) {
  return received.substr(0, std::min<std::size_t>(received.find_first_of("\r\n"), 512));
}

}  // namespace

/// What is measured about one request on its way.
struct Connection::Exchange {
  explicit Exchange(const http::Request& request)
      : request_line(request.method_name + ' ' + request.target + " HTTP/1." +
                     static_cast<char>('0' + request.version_minor)) {}
  explicit Exchange(std::string_view line) : request_line(line) {}

  std::int64_t unix_time = std::time(nullptr);
  platform::Clock::time_point began = platform::Clock::now();
  std::uint64_t content_bytes = 0;
  std::string request_line;
};

Connection::Connection(platform::Handle socket, http::Peer peer, const CurrentSite& current_site,
                       ConnectionRegistry& registry)
    : stream_(std::move(socket), current_site.get()->limits.send_timeout),
      peer_(std::move(peer)),
      current_site_(current_site),
      site_generation_(current_site.generation()),
      site_(current_site.get()),
      registry_(registry),
      entry_(registry, stream_.native()) {}

Next Connection::serve_one() {
  auto head = read_head();  // read
  if (!head) {
    return Next::close;
  }
  refresh_site();
  const Site& site = *site_;
  auto& request = head->request;
  Exchange exchange(request);
  request.peer = &peer_;
  request.client_address = peer_.remote.address;
  TimedSource source(stream_, site.limits.body_timeout);
  parse::BodyReader body(head->framing, site.limits.max_body,
                         {buffer_, source, [this] { return send_continue(); }, stream_.native()});
  request.body = &body;
  NoBody no_body(stream_.native());

  auto answer = respond(request, body.check_length(), no_body, site);  // route, filter, handle
  if (!answer) {
    http::Response none;
    none.status = kClientGoneStatus;
    none.reason = answer.error().reason;
    log(request, none, exchange);
    return Next::close;
  }
  http::Response& response = *answer;
  const auto plan =
      write::plan_response(response, request.method == http::Method::head, request.version_minor);
  KeepAliveFacts facts;
  facts.response_ends_at_close = plan.framing == write::BodyFraming::until_close;
  facts.response_must_close = response.must_close;
  facts.body = state_of(body);
  facts.served = ++served_;
  facts.most_requests = site.limits.keepalive_requests;
  facts.stopping = registry_.draining();
  const bool keep = keeps_alive(request, facts);

  if (auto* stream = std::get_if<std::unique_ptr<http::StreamBody>>(&response.body)) {
    stream_.set_input_taker(stream->get());
  }
  const auto written = write::write_response(  // write
      stream_, response, plan,
      {site.server_header, exchange.unix_time, keep, request.version_minor});
  stream_.set_input_taker(nullptr);
  response.body = std::monostate{};  // ends a script that has been given up
  exchange.content_bytes = written.content_bytes;
  if (written.error) {
    response.reason = written.error->reason;
  }
  log(request, response, exchange);  // log
  source.end_by(platform::Clock::now() + kDrainMost);
  return finish(keep, written.error.has_value(), body, wants_to_stay(request));
}

void Connection::refresh_site() {
  // The generation first: a replacement between the two lines is then seen the next time.
  const auto generation = current_site_.generation();
  if (generation != site_generation_) {
    site_ = current_site_.get();
    site_generation_ = generation;
  }
}

http::Result<void> Connection::send_continue() {
  static constexpr std::array<std::string_view, 1> kContinue{"HTTP/1.1 100 Continue\r\n\r\n"};
  return stream_.write(kContinue, false);
}

Next Connection::finish(bool keep, bool failed, parse::BodyReader& body, bool client_stays) {
  if (failed) {
    return Next::close;
  }
  if (keep && (body.finished() || body.drain(kDrainLimit))) {
    return Next::again;
  }
  // A client that did not expect the close may have sent its next request already.
  if (!body.finished() || !buffer_.empty() || client_stays) {
    stream_.linger(kLingerQuiet, kLingerMost);
  }
  return Next::close;
}

std::optional<platform::Deadline> Connection::wait_for_request() {
  const auto& limits = site_->limits;
  const auto now = platform::Clock::now();
  if (!buffer_.empty()) {
    return now + limits.header_timeout;
  }
  if (!entry_.set_idle()) {
    return std::nullopt;
  }
  buffer_.shrink();
  if (served_ == 0) {
    return now + limits.header_timeout;  // the wait for the first byte counts
  }
  if (!stream_.wait_for_input(now + limits.keepalive_timeout)) {
    return std::nullopt;
  }
  return platform::Clock::now() + limits.header_timeout;
}

std::optional<parse::RequestHead> Connection::read_head() {
  refresh_site();
  std::optional<platform::Deadline> deadline;
  parse::RequestReader reader(site_->limits.head);
  for (;;) {
    if (!buffer_.empty()) {
      auto head = reader.try_read(buffer_);
      if (!head) {
        refuse(head.error());
        return std::nullopt;
      }
      if (*head) {
        return std::move(*head);
      }
    }
    if (!deadline && !(deadline = wait_for_request())) {
      return std::nullopt;
    }
    auto got = stream_.receive(buffer_.space(kReceiveSize), *deadline);
    if (got && *got > 0) {
      entry_.set_busy();
      buffer_.commit(*got);
      continue;
    }
    // A client that was silent is left in silence; one that had begun hears why it ends.
    if (reader.started()) {
      if (got) {
        refuse({400, "head-incomplete", "the client ended within the head"});
      } else if (got.error().reason == kReceiveTimeout) {
        refuse({408, "header-timeout", {}});
      }
    }
    return std::nullopt;
  }
}

void Connection::refuse(const http::Error& error) {
  http::Request unread;
  unread.peer = &peer_;
  unread.client_address = peer_.remote.address;
  Exchange exchange(first_line(buffer_.view()));
  auto response = write::response_from(error);
  complete_error(response, unread, *site_);
  const bool head = exchange.request_line.starts_with("HEAD ");
  const auto plan = write::plan_response(response, head, 1);
  const auto written = write::write_response(stream_, response, plan,
                                             {site_->server_header, exchange.unix_time, false, 1});
  exchange.content_bytes = written.content_bytes;
  log(unread, response, exchange);
  if (!written.error) {
    stream_.linger(kLingerQuiet, kLingerMost);
  }
}

void Connection::log(const http::Request& request, const http::Response& response,
                     const Exchange& exchange) const {
  const Site& site = *site_;
  if (!site.access_log->enabled() && !site.show_requests) {
    return;
  }
  const auto spent = std::chrono::duration_cast<std::chrono::microseconds>(platform::Clock::now() -
                                                                           exchange.began);
  write::AccessEntry entry;
  entry.client_address = request.client_address;
  entry.user = request.user;
  entry.time = exchange.unix_time;
  entry.request_line = exchange.request_line;
  entry.status = response.status;
  entry.content_bytes = exchange.content_bytes;
  entry.referer = request.headers.find("referer").value_or("");
  entry.user_agent = request.headers.find("user-agent").value_or("");
  entry.duration = spent;
  site.access_log->write(entry);
  if (site.show_requests) {
    std::string line = request.client_address + ' ' + exchange.request_line + ' ' +
                       std::to_string(response.status) + ' ' +
                       std::to_string(exchange.content_bytes) + ' ' +
                       std::to_string(spent.count()) + "us";
    if (!response.reason.empty()) {
      line.append(" (").append(response.reason).append(")");
    }
    site.diagnostics->notice(line);
  }
  if (site.show_headers) {
    show_headers(request.headers, *site.diagnostics);
  }
}

void Connection::serve_all() {
  const char* why = "an unknown exception";
  try {
    while (serve_one() == Next::again) {
    }
    return;
  } catch (const std::bad_alloc&) {
    why = "out of memory";
  } catch (const std::exception& bug) {
    site_->diagnostics->error(std::string("connection given up: ") + bug.what());
    return;
  } catch (...) {  // the thread has other connections to serve
  }
  site_->diagnostics->error(std::string("connection given up: ") + why);
}

}  // namespace tthttpd::serve
