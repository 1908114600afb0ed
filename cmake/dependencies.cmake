# Libraries, all from the distribution's packages (scripts/install-packages names them).
find_package(Threads REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(apr REQUIRED IMPORTED_TARGET apr-util-1 apr-1)

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
