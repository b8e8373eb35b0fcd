#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace gb {

/// Memory for many keys, not cleared: whichever thread writes a page first makes it. Large pages
/// where the system has them, for sorting jumps about.
class KeyArray {
 public:
  /// Throws std::bad_alloc.
  explicit KeyArray(std::size_t size) : bytes_(size * sizeof(std::uint64_t)) {
    if (bytes_ == 0) return;
    void* const memory =
        ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    ::madvise(memory, bytes_, MADV_HUGEPAGE);  // a wish: nothing is lost when it is not granted
    data_ = static_cast<std::uint64_t*>(memory);
  }
  ~KeyArray() {
    if (data_ != nullptr) ::munmap(data_, bytes_);
  }
  KeyArray(const KeyArray&) = delete;
  KeyArray& operator=(const KeyArray&) = delete;

  std::uint64_t* data() { return data_; }
  const std::uint64_t* data() const { return data_; }

 private:
  std::size_t bytes_;
  std::uint64_t* data_ = nullptr;
};

}  // namespace gb
