#include "workloads/oracle/csr/csr_cache.h"

#include <memory>
#include <utility>

#include "core/base/file.h"
#include "workloads/oracle/csr/mapped_file.h"
#include "workloads/oracle/csr/read_csr.h"

namespace gb {

Result<Csr> cached_csr(const Dataset& dataset, const std::filesystem::path& file,
                       unsigned threads) {
  if (auto mapped = MappedFile::open(file)) {
    const auto storage = std::make_shared<const MappedFile>(std::move(*mapped));
    auto csr = Csr::of_image(storage->bytes(), dataset.checksum, storage, threads);
    if (csr) return csr;
  }
  auto csr = read_csr(dataset, threads);
  // A folder one may not write to, or a full disk, costs the next reader time and this one nothing.
  if (csr) (void)write_file_durably(file, csr->image());
  return csr;
}

}  // namespace gb
