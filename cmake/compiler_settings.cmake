# Flags that every part of the project is built with.
add_library(tthttpd_settings INTERFACE)
target_compile_options(tthttpd_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Woverloaded-virtual -Werror)
target_compile_definitions(tthttpd_settings INTERFACE
  _FILE_OFFSET_BITS=64 TTHTTPD_VERSION="${PROJECT_VERSION}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # -Wrestrict: g++ 12 reports string concatenation by mistake. -Wtsan: asio's fences.
  target_compile_options(tthttpd_settings INTERFACE -Wno-restrict -Wno-tsan)
endif()

if(TTHTTPD_SANITIZE)
  target_compile_options(tthttpd_settings INTERFACE
    -fsanitize=${TTHTTPD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(TTHTTPD_SANITIZE MATCHES undefined)
    # It opens a pipe to look at an object, and reports a fault when no descriptor is left for that.
    target_compile_options(tthttpd_settings INTERFACE -fno-sanitize=vptr)
  endif()
  target_link_options(tthttpd_settings INTERFACE -fsanitize=${TTHTTPD_SANITIZE})
  # Instrumented frames are larger; platform/thread sizes stacks by it.
  target_compile_definitions(tthttpd_settings INTERFACE TTHTTPD_SANITIZED)
else()
  target_compile_options(tthttpd_settings INTERFACE
    $<$<CONFIG:Release>:-fstack-protector-strong -ffunction-sections -fdata-sections>)
  target_compile_definitions(tthttpd_settings INTERFACE $<$<CONFIG:Release>:_FORTIFY_SOURCE=2>)
  target_link_options(tthttpd_settings INTERFACE
    $<$<CONFIG:Release>:LINKER:--gc-sections,-z,relro,-z,now>)
endif()

if(TTHTTPD_FUZZ)
  # Coverage for libFuzzer in every layer; the runtime with its main comes with each fuzz target.
  target_compile_options(tthttpd_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
