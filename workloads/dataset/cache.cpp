#include "workloads/dataset/cache.h"

#include <algorithm>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/data/checksum.h"
#include "core/data/manifest.h"
#include "workloads/dataset/cache_entry.h"
#include "workloads/dataset/generator.h"
#include "workloads/dataset/staging.h"

namespace gb {
namespace fs = std::filesystem;
namespace {

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return tl::unexpected(system_error("create the folder", folder, error.value()));
  return {};
}

/// One lock file per recipe; they stay, for a lock file that may vanish locks nothing.
Result<HeldLock> lock_recipe(const fs::path& folder, const Recipe& recipe) {
  const fs::path locks = folder / ".locks";
  if (auto made = make_folder(locks); !made) return tl::unexpected(made.error());
  const Dataset description = describe(recipe);
  const auto block = recipe_block(description);
  if (!block) return tl::unexpected(block.error());
  return HeldLock::wait_for(
      locks / fmt::format("{}-{}", description.name, sha256_hex(*block).substr(0, 16)));
}

struct Installed {
  Dataset dataset;
  std::string replaced;  // what was wrong with the entry that was in the way; empty if none was
};

/// Generates in a staging folder and moves it to its place. An entry of the same name that does not
/// open is moved aside; a good one, which only another process can have put there, is kept.
Result<Installed> generate_and_install(const Recipe& recipe, const fs::path& folder,
                                       const DatasetProgress& progress, std::stop_token stop) {
  auto staging = StagingFolder::create(folder);
  if (!staging) return tl::unexpected(staging.error());
  const auto generated = generate_into(staging->path(), recipe, progress, std::move(stop));
  if (!generated) return tl::unexpected(generated.error());
  const fs::path target = folder / folder_name(*generated);
  Installed result;
  for (;;) {
    const auto installed = staging->install(target);
    if (installed) break;
    if (installed.error().code != ErrorCode::AlreadyExists) {
      return tl::unexpected(installed.error());
    }
    const auto there = look_up(folder, recipe);
    if (!there) return tl::unexpected(there.error());
    if (there->dataset) {
      result.dataset = *there->dataset;
      return result;
    }
    const auto aside = move_aside(target);
    if (!aside) return tl::unexpected(aside.error());
    result.replaced = fmt::format(
        "{}; moved aside to {} and made again",
        there->problem.empty() ? target.string() + " is no such dataset" : there->problem,
        aside->filename().string());
  }
  // From what was written, not from what is now on the disk: each file was hashed and synced.
  auto described = read_manifest(target);
  if (!described) return tl::unexpected(described.error());
  result.dataset = std::move(*described);
  return result;
}

tl::unexpected<Error> failed(const Recipe& recipe, const Error& error) {
  return within(fmt::format("dataset {}", describe(recipe).name), error);
}

}  // namespace

Result<Obtained> DatasetCache::obtain(const Recipe& recipe, const DatasetProgress& progress,
                                      std::stop_token stop) const {
  if (auto checked = check_recipe(recipe); !checked) return tl::unexpected(checked.error());
  remove_dead_staging(folder_);
  // Without the lock first: an entry is complete as soon as it has its name, and a folder that
  // cannot be written may still be read.
  auto found = look_up(folder_, recipe);
  if (!found) return failed(recipe, found.error());
  if (found->dataset) return Obtained{std::move(*found->dataset), "cache", ""};

  if (auto made = make_folder(folder_); !made) return failed(recipe, made.error());
  const auto lock = lock_recipe(folder_, recipe);
  if (!lock) return failed(recipe, lock.error());
  found = look_up(folder_, recipe);  // whoever held the lock before may have made it
  if (!found) return failed(recipe, found.error());
  if (found->dataset) return Obtained{std::move(*found->dataset), "cache", ""};

  auto made = generate_and_install(recipe, folder_, progress, std::move(stop));
  if (!made) return failed(recipe, made.error());
  const bool repaired = !made->replaced.empty();
  return Obtained{std::move(made->dataset), repaired ? "repaired" : "generated",
                  std::move(made->replaced)};
}

std::vector<DatasetCache::Entry> DatasetCache::list() const {
  std::vector<Entry> entries;
  std::error_code error;
  fs::directory_iterator at(folder_, error);
  for (; !error && at != fs::directory_iterator(); at.increment(error)) {
    std::error_code ignored;
    if (at->path().filename().string().starts_with('.') || !at->is_directory(ignored)) continue;
    auto dataset = read_manifest(at->path());
    entries.push_back(dataset ? Entry{at->path(), std::move(*dataset), ""}
                              : Entry{at->path(), {}, dataset.error().message});
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.folder < b.folder; });
  return entries;
}

Result<Generated> generate_dataset(const Recipe& recipe, const fs::path& out,
                                   const DatasetProgress& progress, std::stop_token stop) {
  const auto obtained = DatasetCache(out).obtain(recipe, progress, std::move(stop));
  if (!obtained) return tl::unexpected(obtained.error());
  return Generated{obtained->dataset, obtained->source == "cache"};
}

}  // namespace gb
