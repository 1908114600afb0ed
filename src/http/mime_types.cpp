#include "tthttpd/http/mime_types.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "tthttpd/http/headers.hpp"

namespace tthttpd::http {
namespace {

constexpr std::string_view kUnknown = "application/octet-stream";

struct Row {
  std::string_view extension;
  std::string_view type;
};

/// Sorted by extension. XML is application/xml, as a charset given with it would overrule the
/// document's own.
constexpr std::array kBuiltIn = {
    Row{"3g2", "video/3gpp2"},
    Row{"3gp", "video/3gpp"},
    Row{"7z", "application/x-7z-compressed"},
    Row{"aac", "audio/aac"},
    Row{"ai", "application/postscript"},
    Row{"apk", "application/vnd.android.package-archive"},
    Row{"apng", "image/apng"},
    Row{"appcache", "text/cache-manifest"},
    Row{"asc", "text/plain"},
    Row{"atom", "application/atom+xml"},
    Row{"avi", "video/x-msvideo"},
    Row{"avif", "image/avif"},
    Row{"avifs", "image/avif"},
    Row{"bin", "application/octet-stream"},
    Row{"bmp", "image/bmp"},
    Row{"bz2", "application/x-bzip2"},
    Row{"c", "text/plain"},
    Row{"cbor", "application/cbor"},
    Row{"cbr", "application/vnd.comicbook-rar"},
    Row{"cbz", "application/vnd.comicbook+zip"},
    Row{"cc", "text/plain"},
    Row{"cer", "application/pkix-cert"},
    Row{"conf", "text/plain"},
    Row{"cpp", "text/plain"},
    Row{"crl", "application/pkix-crl"},
    Row{"crt", "application/x-x509-ca-cert"},
    Row{"css", "text/css"},
    Row{"csv", "text/csv"},
    Row{"deb", "application/vnd.debian.binary-package"},
    Row{"diff", "text/x-diff"},
    Row{"djvu", "image/vnd.djvu"},
    Row{"dmg", "application/x-apple-diskimage"},
    Row{"doc", "application/msword"},
    Row{"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
    Row{"dtd", "application/xml-dtd"},
    Row{"eml", "message/rfc822"},
    Row{"eot", "application/vnd.ms-fontobject"},
    Row{"eps", "application/postscript"},
    Row{"epub", "application/epub+zip"},
    Row{"exe", "application/vnd.microsoft.portable-executable"},
    Row{"flac", "audio/flac"},
    Row{"flv", "video/x-flv"},
    Row{"geojson", "application/geo+json"},
    Row{"gif", "image/gif"},
    Row{"glb", "model/gltf-binary"},
    Row{"gltf", "model/gltf+json"},
    Row{"gpx", "application/gpx+xml"},
    Row{"gz", "application/gzip"},
    Row{"h", "text/plain"},
    Row{"heic", "image/heic"},
    Row{"heif", "image/heif"},
    Row{"hpp", "text/plain"},
    Row{"htm", "text/html"},
    Row{"html", "text/html"},
    Row{"ico", "image/vnd.microsoft.icon"},
    Row{"ics", "text/calendar"},
    Row{"ini", "text/plain"},
    Row{"iso", "application/octet-stream"},
    Row{"jar", "application/java-archive"},
    Row{"jfif", "image/jpeg"},
    Row{"jpe", "image/jpeg"},
    Row{"jpeg", "image/jpeg"},
    Row{"jpg", "image/jpeg"},
    Row{"js", "text/javascript"},
    Row{"json", "application/json"},
    Row{"jsonl", "application/jsonl"},
    Row{"jsonld", "application/ld+json"},
    Row{"jxl", "image/jxl"},
    Row{"kml", "application/vnd.google-earth.kml+xml"},
    Row{"kmz", "application/vnd.google-earth.kmz"},
    Row{"log", "text/plain"},
    Row{"m3u", "audio/mpegurl"},
    Row{"m3u8", "application/vnd.apple.mpegurl"},
    Row{"m4a", "audio/mp4"},
    Row{"m4v", "video/mp4"},
    Row{"map", "application/json"},
    Row{"markdown", "text/markdown"},
    Row{"mathml", "application/mathml+xml"},
    Row{"mbox", "application/mbox"},
    Row{"md", "text/markdown"},
    Row{"mid", "audio/midi"},
    Row{"midi", "audio/midi"},
    Row{"mjs", "text/javascript"},
    Row{"mka", "audio/matroska"},
    Row{"mkv", "video/matroska"},
    Row{"mml", "application/mathml+xml"},
    Row{"mov", "video/quicktime"},
    Row{"mp2", "audio/mpeg"},
    Row{"mp3", "audio/mpeg"},
    Row{"mp4", "video/mp4"},
    Row{"mpd", "application/dash+xml"},
    Row{"mpeg", "video/mpeg"},
    Row{"mpg", "video/mpeg"},
    Row{"msi", "application/x-msi"},
    Row{"odp", "application/vnd.oasis.opendocument.presentation"},
    Row{"ods", "application/vnd.oasis.opendocument.spreadsheet"},
    Row{"odt", "application/vnd.oasis.opendocument.text"},
    Row{"oga", "audio/ogg"},
    Row{"ogg", "audio/ogg"},
    Row{"ogv", "video/ogg"},
    Row{"ogx", "application/ogg"},
    Row{"opml", "text/x-opml"},
    Row{"opus", "audio/ogg"},
    Row{"otf", "font/otf"},
    Row{"patch", "text/x-diff"},
    Row{"pdf", "application/pdf"},
    Row{"pem", "application/x-pem-file"},
    Row{"png", "image/png"},
    Row{"ppt", "application/vnd.ms-powerpoint"},
    Row{"pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"},
    Row{"ps", "application/postscript"},
    Row{"rar", "application/vnd.rar"},
    Row{"rdf", "application/rdf+xml"},
    Row{"rpm", "application/x-rpm"},
    Row{"rss", "application/rss+xml"},
    Row{"rst", "text/plain"},
    Row{"rtf", "application/rtf"},
    Row{"sfnt", "font/sfnt"},
    Row{"svg", "image/svg+xml"},
    Row{"swf", "application/vnd.adobe.flash.movie"},
    Row{"tar", "application/x-tar"},
    Row{"text", "text/plain"},
    Row{"tgz", "application/gzip"},
    Row{"tif", "image/tiff"},
    Row{"tiff", "image/tiff"},
    Row{"toml", "application/toml"},
    Row{"torrent", "application/x-bittorrent"},
    Row{"ts", "video/mp2t"},
    Row{"tsv", "text/tab-separated-values"},
    Row{"ttc", "font/collection"},
    Row{"ttf", "font/ttf"},
    Row{"ttl", "text/turtle"},
    Row{"txt", "text/plain"},
    Row{"usdz", "model/vnd.usdz+zip"},
    Row{"vcf", "text/vcard"},
    Row{"vtt", "text/vtt"},
    Row{"wasm", "application/wasm"},
    Row{"wav", "audio/wav"},
    Row{"weba", "audio/webm"},
    Row{"webm", "video/webm"},
    Row{"webmanifest", "application/manifest+json"},
    Row{"webp", "image/webp"},
    Row{"woff", "font/woff"},
    Row{"woff2", "font/woff2"},
    Row{"xht", "application/xhtml+xml"},
    Row{"xhtml", "application/xhtml+xml"},
    Row{"xls", "application/vnd.ms-excel"},
    Row{"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
    Row{"xml", "application/xml"},
    Row{"xpi", "application/x-xpinstall"},
    Row{"xsd", "application/xml"},
    Row{"xsl", "application/xml"},
    Row{"xslt", "application/xslt+xml"},
    Row{"xz", "application/x-xz"},
    Row{"yaml", "application/yaml"},
    Row{"yml", "application/yaml"},
    Row{"zip", "application/zip"},
    Row{"zst", "application/zstd"},
};

constexpr bool before(const Row& a, const Row& b) { return a.extension < b.extension; }
static_assert(std::is_sorted(kBuiltIn.begin(), kBuiltIn.end(), before));

std::string lower_case(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) {
    if (c >= 'A' && c <= 'Z') {
      c = static_cast<char>(c - 'A' + 'a');
    }
  }
  return lowered;
}

std::string_view extension_of(std::string_view file_name) {
  const std::size_t slash = file_name.rfind('/');
  const std::string_view name =
      slash == std::string_view::npos ? file_name : file_name.substr(slash + 1);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
}

}  // namespace

void MimeTypes::add(std::string_view extension, std::string_view type) {
  own_.insert_or_assign(lower_case(extension), std::string(type));
}

bool MimeTypes::load_system_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    return false;
  }
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string type;
    std::string extension;
    words >> type;
    while (words >> extension) {
      system_.try_emplace(lower_case(extension), type);
    }
  }
  return true;
}

std::string_view MimeTypes::type_of(std::string_view file_name) const {
  const std::string extension = lower_case(extension_of(file_name));
  if (extension.empty()) {
    return kUnknown;
  }
  if (const auto own = own_.find(extension); own != own_.end()) {
    return own->second;
  }
  const auto* const row =
      std::lower_bound(kBuiltIn.begin(), kBuiltIn.end(), Row{extension, {}}, before);
  if (row != kBuiltIn.end() && row->extension == extension) {
    return row->type;
  }
  const auto system = system_.find(extension);
  return system == system_.end() ? kUnknown : std::string_view(system->second);
}

bool takes_charset(std::string_view type) {
  constexpr std::string_view kText = "text/";
  return type.size() >= kText.size() && equal_case_blind(type.substr(0, kText.size()), kText) &&
         lower_case(type).find("charset=") == std::string::npos;
}

}  // namespace tthttpd::http
