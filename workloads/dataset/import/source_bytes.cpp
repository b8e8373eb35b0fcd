#include "workloads/dataset/import/source_bytes.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>

#include "core/base/file.h"
#include "core/base/sha256.h"

namespace gb {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10U;
constexpr int kGzipOnly = 16;  // added to the window bits

}  // namespace

struct SourceBytes::State {
  State(ImportSource& from, std::string_view relative)
      : source(from), read{std::string(relative), 0, {}} {}
  ~State() {
    if (descriptor >= 0) ::close(descriptor);
    if (unpacking) ::inflateEnd(&zip);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  Result<std::string_view> next_packed();
  Result<std::string_view> next_unpacked();

  ImportSource& source;
  ImportedFile read;
  int descriptor = -1;
  Sha256 sha;
  std::string packed = std::string(kPieceBytes, '\0');
  std::string unpacked;
  z_stream zip{};
  bool unpacking = false;
  bool in_member = false;  // of a gzip file, which may be several one after the other
  bool at_end = false;
};

SourceBytes::SourceBytes(std::unique_ptr<State> state) : state_(std::move(state)) {}
SourceBytes::~SourceBytes() = default;
SourceBytes::SourceBytes(SourceBytes&& other) noexcept = default;
SourceBytes& SourceBytes::operator=(SourceBytes&& other) noexcept = default;

const std::string& SourceBytes::file() const { return state_->read.path; }

Result<SourceBytes> SourceBytes::open(ImportSource& source, std::string_view relative) {
  const auto path = source.resolve(relative);
  if (!path) return tl::unexpected(path.error());
  auto state = std::make_unique<State>(source, relative);
  // The path is canonical, so a link here was put there just now.
  state->descriptor = ::open(path->c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (state->descriptor < 0) return tl::unexpected(system_error("open", *path, errno));
  if (relative.ends_with(".gz")) {
    if (::inflateInit2(&state->zip, MAX_WBITS + kGzipOnly) != Z_OK) {
      return fail(ErrorCode::Internal, "{}: zlib could not be started", relative);
    }
    state->unpacking = true;
    state->unpacked.resize(kPieceBytes);
  }
  return SourceBytes(std::move(state));
}

Result<std::string_view> SourceBytes::next() {
  return state_->unpacking ? state_->next_unpacked() : state_->next_packed();
}

Result<std::string_view> SourceBytes::State::next_packed() {
  if (at_end) return std::string_view();
  ssize_t got = 0;
  do {
    got = ::read(descriptor, packed.data(), packed.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) return tl::unexpected(system_error("read", read.path, errno));
  const std::string_view piece(packed.data(), static_cast<std::size_t>(got));
  if (!piece.empty()) {
    sha.update(piece);
    read.bytes += got;
    if (auto counted = source.advance(got); !counted) return tl::unexpected(counted.error());
    return piece;
  }
  at_end = true;
  read.sha256 = sha.finish();
  if (auto known = source.was_read(read); !known) return tl::unexpected(known.error());
  return piece;
}

Result<std::string_view> SourceBytes::State::next_unpacked() {
  zip.next_out = reinterpret_cast<Bytef*>(unpacked.data());
  zip.avail_out = static_cast<uInt>(unpacked.size());
  while (zip.avail_out > 0) {
    if (zip.avail_in == 0) {
      const Result<std::string_view> piece = next_packed();
      if (!piece) return piece;
      if (piece->empty()) {
        if (in_member || read.bytes == 0) {
          return fail(ErrorCode::DataLoss,
                      "{}: the gzip file ends too early, after {} bytes; fetch it again", read.path,
                      read.bytes);
        }
        break;
      }
      zip.next_in = reinterpret_cast<Bytef*>(packed.data());
      zip.avail_in = static_cast<uInt>(piece->size());
    }
    if (!in_member) ::inflateReset(&zip);
    in_member = true;
    const int outcome = ::inflate(&zip, Z_NO_FLUSH);
    if (outcome == Z_STREAM_END) {
      in_member = false;
    } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
      return fail(ErrorCode::DataLoss, "{}: damaged gzip data before byte {}: {}", read.path,
                  read.bytes, zip.msg == nullptr ? "unknown reason" : zip.msg);
    }
  }
  return std::string_view(unpacked.data(), unpacked.size() - zip.avail_out);
}

}  // namespace gb
