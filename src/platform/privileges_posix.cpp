#include <cerrno>
#include <charconv>
#include <grp.h>
#include <optional>
#include <pwd.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include "tthttpd/platform/privileges.hpp"

namespace tthttpd::platform {
namespace {

struct Ids {
  uid_t user = 0;
  gid_t group = 0;
};

[[noreturn]] void fail(const std::string& what) {
  throw std::runtime_error(what + ": " + std::error_code(errno, std::generic_category()).message());
}

std::optional<unsigned> number(const std::string& text) {
  unsigned value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

std::optional<Ids> look_up(const Privileges& privileges) {
  if (privileges.user.empty() && privileges.group.empty()) {
    return std::nullopt;
  }
  Ids ids{::getuid(), ::getgid()};
  if (!privileges.user.empty()) {
    const auto id = number(privileges.user);
    const passwd* entry = id ? ::getpwuid(*id) : ::getpwnam(privileges.user.c_str());
    if (entry != nullptr) {
      ids = {entry->pw_uid, entry->pw_gid};
    } else if (id) {
      ids = {*id, *id};
    } else {
      throw std::runtime_error("user: there is no user '" + privileges.user + "'");
    }
  }
  if (!privileges.group.empty()) {
    const auto id = number(privileges.group);
    const group* entry = id ? nullptr : ::getgrnam(privileges.group.c_str());
    if (id) {
      ids.group = *id;
    } else if (entry != nullptr) {
      ids.group = entry->gr_gid;
    } else {
      throw std::runtime_error("group: there is no group '" + privileges.group + "'");
    }
  }
  return ids;
}

void become(const Ids& ids, const std::string& user) {
  // The order matters: without root's user id the groups could no longer be set.
  if (::geteuid() == 0) {
    const bool by_name = !user.empty() && !number(user);
    const int groups = by_name ? ::initgroups(user.c_str(), ids.group) : ::setgroups(1, &ids.group);
    if (groups != 0) {
      fail("group: cannot set the supplementary groups");
    }
  }
  if (::setresgid(ids.group, ids.group, ids.group) != 0) {
    fail("group: cannot become group " + std::to_string(ids.group));
  }
  if (::setresuid(ids.user, ids.user, ids.user) != 0) {
    fail("user: cannot become user " + std::to_string(ids.user));
  }
  uid_t real = 0;
  uid_t effective = 0;
  uid_t saved = 0;
  gid_t real_group = 0;
  gid_t effective_group = 0;
  gid_t saved_group = 0;
  ::getresuid(&real, &effective, &saved);
  ::getresgid(&real_group, &effective_group, &saved_group);
  const bool changed = real == ids.user && effective == ids.user && saved == ids.user &&
                       real_group == ids.group && effective_group == ids.group &&
                       saved_group == ids.group;
  if (!changed || (ids.user != 0 && ::setuid(0) == 0)) {
    throw std::runtime_error("user: the rights of root could be taken back");
  }
}

}  // namespace

void drop_privileges(const Privileges& privileges) {
  const auto ids = look_up(privileges);  // before chroot hides the system's user files
  if (!privileges.chroot_directory.empty()) {
    if (::chroot(privileges.chroot_directory.c_str()) != 0) {
      fail("chroot: cannot change the root directory to '" + privileges.chroot_directory + "'");
    }
    if (::chdir("/") != 0) {
      fail("chroot: cannot enter '" + privileges.chroot_directory + "'");
    }
  }
  if (ids) {
    become(*ids, privileges.user);
  }
}

bool is_known_user(const std::string& user) {
  return number(user) || ::getpwnam(user.c_str()) != nullptr;
}

bool is_known_group(const std::string& group) {
  return number(group) || ::getgrnam(group.c_str()) != nullptr;
}

}  // namespace tthttpd::platform
