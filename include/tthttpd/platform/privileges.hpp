#pragma once

#include <string>

namespace tthttpd::platform {

/// What the process gives up once its sockets are bound. Empty: keeps it.
struct Privileges {
  std::string chroot_directory;
  std::string user;   ///< name or number; its primary group unless `group` says another
  std::string group;  ///< name or number
};

/// Gives up root's rights for good: looks the names up, changes the root directory, sets the
/// supplementary groups, then all group ids, then all user ids, and checks that none can be taken
/// back. Throws std::runtime_error that names what failed; the process must then end.
void drop_privileges(const Privileges& privileges);

/// Whether `user`/`group` is a number or a name that the system knows.
bool is_known_user(const std::string& user);
bool is_known_group(const std::string& group);

}  // namespace tthttpd::platform
