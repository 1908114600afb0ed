#include "tthttpd/http/secrets.hpp"

#include <gtest/gtest.h>

namespace tthttpd::http {
namespace {

TEST(IsSecretName, KnowsFieldsAndVariablesThatOpenDoors) {
  for (const auto* name :
       {"Authorization", "Proxy-Authorization", "authorization", "Cookie", "Set-Cookie",
        "HTTP_COOKIE", "X-Api-Key", "X-CSRF-Token", "DB_PASSWORD", "db_pass", "SECRET_NAME"}) {
    EXPECT_TRUE(is_secret_name(name)) << name;
  }
  for (const auto* name : {"", "Accept", "AUTH_TYPE", "REMOTE_USER", "HTTP_HOST", "Ke-y", "PAS"}) {
    EXPECT_FALSE(is_secret_name(name)) << name;
  }
}

}  // namespace
}  // namespace tthttpd::http
