#pragma once

#include <array>

#include "tthttpd/filter/password_hash.hpp"

namespace tthttpd::filter {

/// One secret of every hashed kind, as htpasswd, openssl passwd and crypt wrote it.
struct StoredSecret {
  const char* user;
  const char* stored;
  const char* password;
  PasswordKind kind;
};

inline constexpr std::array<StoredSecret, 11> kStoredSecrets{{
    {"apr1", "$apr1$5e2JngI8$F0OOomVXGBdRLlUPmiydI0", "secret-word", PasswordKind::apr1},
    {"bcrypt", "$2y$05$BHS4axqywnNHh9ts0Z4lkumCANIA1dxP6AWdbHoQApCV38X0Wln7S", "secret-word",
     PasswordKind::bcrypt},
    {"bcrypt-b", "$2b$05$tDiaryDiaryDiaryDiary./C6doxrWeY/3U48Y4xPSLIn9.kv0bhi", "secret-word",
     PasswordKind::bcrypt},
    {"bcrypt-a", "$2a$04$tDiaryDiaryDiaryDiary.3vJA07bohstF1faqUTlQTgGwH23.5S2", "secret-word",
     PasswordKind::bcrypt},
    {"sha1", "{SHA}jED9iczEtlwHO3MZFMLSzind1M0=", "secret-word", PasswordKind::sha1},
    {"des", "L84mPGxM3NmR6", "secret-word", PasswordKind::des},
    {"md5", "$1$PB4wB1v7$raQGEZfeSRiGZ92Er1Dn71", "secret-word", PasswordKind::md5_crypt},
    {"sha256", "$5$J7cBnEQ5xU.Wumh2$E2jrdv8Qvp5S5wrmpg.AeQYeSdVMO8Nmt7VwZTo9ni0", "secret-word",
     PasswordKind::sha256},
    {"sha512",
     "$6$NbuyYrc75mTN4rkx$baP7jwiQId0tvU1ziOY7QF9e15dvEOF5QD.db0g0foifjsETkRiamjzob0/"
     "jKRigJjVBkNqtvjCP0L.XDwgX./",
     "secret-word", PasswordKind::sha512},
    {"sha512-nihongo",
     "$6$rounds=1000$tDiaryDiary$thUyVNgVDyzjHhYCwXWt5rkAWFAGFkYsT5qvfBg1s9li6WwShyz6bTamaGgz7h/"
     "E9cohg6Iocm2uyPCXeHIMf.",
     "ひみつの合言葉", PasswordKind::sha512},
    {"yescrypt", "$y$j75$F5Jx5fExrKuPp53xLKQ..1$vgF9L.FXlfU9IND1lvjdssZFjEeXo3A7umQEyq9Cfq9",
     "secret-word", PasswordKind::yescrypt},
}};

}  // namespace tthttpd::filter
