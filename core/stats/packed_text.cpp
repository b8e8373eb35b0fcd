#include "core/stats/packed_text.h"

#include <openssl/evp.h>
#include <zstd.h>

#include <algorithm>
#include <cassert>
#include <memory>

namespace gb::packed {
namespace {

constexpr int kLevel = 3;

std::string base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');  // EVP writes a final NUL
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

Result<std::string> from_base64(std::string_view text) {
  const auto bad = [](std::string_view why) {
    return fail(ErrorCode::DataLoss, "base64: {}", why);
  };
  if (text.size() % 4 != 0 || text.empty()) return bad("the length is no multiple of four");
  if (text.size() > 2 * kMaxBytes) {
    return fail(ErrorCode::ResourceExhausted, "base64: {} characters are too many", text.size());
  }
  std::size_t padding = 0;
  while (padding < 2 && text[text.size() - 1 - padding] == '=') ++padding;
  // EVP tolerates blanks and stray padding, which would let two texts mean the same.
  const std::string_view digits = text.substr(0, text.size() - padding);
  const bool plain = std::all_of(digits.begin(), digits.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '/';
  });
  if (!plain) return bad("a character is no base64 digit");
  std::string bytes(text.size() / 4 * 3, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  if (length < 0) return bad("it cannot be decoded");
  bytes.resize(static_cast<std::size_t>(length) - padding);
  return bytes;
}

std::string compress(std::string_view bytes) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     &ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string frame(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context.get(), frame.data(), frame.size(), bytes.data(), bytes.size());
  assert(!ZSTD_isError(size));  // the buffer is as large as zstd asked for
  frame.resize(size);
  return frame;
}

Result<std::string> decompress(std::string_view frame) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
    return fail(ErrorCode::DataLoss, "zstd: this is no frame that states its size");
  }
  if (size > kMaxBytes) {
    return fail(ErrorCode::ResourceExhausted, "zstd: {} bytes are more than the limit of {}", size,
                kMaxBytes);
  }
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) {
    return fail(ErrorCode::DataLoss, "zstd: the frame is cut or something follows it");
  }
  std::string bytes(static_cast<std::size_t>(size), '\0');
  const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
  if (ZSTD_isError(got) != 0) {
    return fail(ErrorCode::DataLoss, "zstd: {}", ZSTD_getErrorName(got));
  }
  if (got != bytes.size()) return fail(ErrorCode::DataLoss, "zstd: the frame is shorter than said");
  return bytes;
}

}  // namespace

void put_varint(std::string& bytes, std::uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<char>(static_cast<unsigned char>(value | 0x80U)));
    value >>= 7U;
  }
  bytes.push_back(static_cast<char>(static_cast<unsigned char>(value)));
}

bool take_varint(std::string_view& bytes, std::uint64_t& value) {
  value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const std::uint64_t bits = byte & 0x7FU;
    if (i == 9 && bits > 1) return false;
    value |= bits << (7 * i);
    if ((byte & 0x80U) != 0) continue;
    if (i > 0 && bits == 0) return false;
    bytes.remove_prefix(i + 1);
    return true;
  }
  return false;
}

std::string pack(std::string_view bytes) { return base64(compress(bytes)); }

Result<std::string> unpack(std::string_view text) {
  const auto frame = from_base64(text);
  if (!frame) return tl::unexpected(frame.error());
  return decompress(*frame);
}

}  // namespace gb::packed
