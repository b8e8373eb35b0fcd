#include "workloads/catalogue/coverage.h"

#include <doctest/doctest.h>

#include "core/base/file.h"

using namespace gb;

// A test of its own: whoever adds a text renews the page, and nothing else waits for that.
TEST_CASE("docs/coverage.md is what gb workload coverage prints") {
  const auto page = read_file(std::filesystem::path(GB_SOURCE_DIR) / "docs" / "coverage.md");
  REQUIRE_MESSAGE(page, page.error().message);
  const Result<Catalogue> catalogue = Catalogue::built_in();
  REQUIRE_MESSAGE(catalogue, catalogue.error().message);
  const bool current = *page == coverage_markdown(catalogue->all());
  CHECK_MESSAGE(current,
                "renew it from the root: build/bin/gb workload coverage > docs/coverage.md");
}
