// The one translation unit that holds asio's implementation (ASIO_SEPARATE_COMPILATION).
#include <asio/impl/src.hpp>
