# Libraries, all from the distribution's packages (scripts/install-packages names them).
find_package(Threads REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)

# spdlog and its fmt as headers, because of both only a small part stays in the program.
add_library(spdlog_here INTERFACE)
target_link_libraries(spdlog_here INTERFACE spdlog::spdlog_header_only fmt::fmt-header-only)

# Of apr-util a few functions are used; the static archives leave out the rest, with what that needs.
pkg_check_modules(apr REQUIRED apr-util-1 apr-1)
add_library(apr_util INTERFACE)
target_include_directories(apr_util SYSTEM INTERFACE ${apr_INCLUDE_DIRS})
foreach(archive aprutil-1 apr-1)
  find_library(${archive}_LIBRARY NAMES lib${archive}.a ${archive} REQUIRED)
  target_link_libraries(apr_util INTERFACE ${${archive}_LIBRARY})
endforeach()
target_link_libraries(apr_util INTERFACE crypt)

# Debian's asio has neither a CMake nor a pkg-config file. Its implementation is compiled once here
# and the narrow headers are used elsewhere.
find_path(ASIO_INCLUDE_DIR asio.hpp REQUIRED)
add_library(asio_compiled STATIC ${CMAKE_CURRENT_LIST_DIR}/asio_src.cpp)
target_include_directories(asio_compiled SYSTEM PUBLIC ${ASIO_INCLUDE_DIR})
target_compile_definitions(asio_compiled PUBLIC ASIO_STANDALONE ASIO_SEPARATE_COMPILATION
                           ASIO_NO_DEPRECATED ASIO_DISABLE_STD_ALIGNED_ALLOC)
# The last one: whether asio sees aligned_alloc depends on what was included before it, so that one
# part could allocate what another frees in another way.
target_link_libraries(asio_compiled PUBLIC Threads::Threads)
if(TTHTTPD_SANITIZE)
  target_compile_options(asio_compiled PRIVATE -fsanitize=${TTHTTPD_SANITIZE})
endif()
