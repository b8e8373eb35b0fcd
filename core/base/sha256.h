#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace gb {

/// A running SHA-256; OpenSSL's, which uses the CPU's SHA instructions.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  void update(std::string_view bytes);
  /// Another one that has had the same bytes so far.
  Sha256 copy() const;
  /// 64 lower-case hex digits; the object may not be used afterwards.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// 64 lower-case hex digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace gb
