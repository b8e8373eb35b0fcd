#include "workloads/dataset/cache.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/byte_size.h"
#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/data/checksum.h"
#include "core/data/manifest.h"
#include "workloads/dataset/cache_entry.h"
#include "workloads/dataset/eviction.h"
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
Result<HeldLock> lock_recipe(const fs::path& folder, const Recipe& recipe,
                             const std::stop_token& stop) {
  const fs::path locks = folder / ".locks";
  if (auto made = make_folder(locks); !made) return tl::unexpected(made.error());
  const Dataset description = describe(recipe);
  const auto block = recipe_block(description);
  if (!block) return tl::unexpected(block.error());
  return HeldLock::wait_for(
      locks / fmt::format("{}-{}", description.name, sha256_hex(*block).substr(0, 16)), stop);
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
  staging->let_go();
  auto share = HeldLock::share(target);
  if (!share) return tl::unexpected(share.error());
  // From what was written, not from what is now on the disk: each file was hashed and synced.
  auto described = read_manifest(target);
  if (!described) return tl::unexpected(described.error());
  described->in_use = std::make_shared<HeldLock>(std::move(*share));
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
  auto obtained = find_or_generate(recipe, progress, std::move(stop));
  if (!obtained) return failed(recipe, obtained.error());
  record_use(obtained->dataset.folder);
  const Eviction eviction = make_room(folder_, limit_bytes_);
  const auto add_note = [&](const std::string& text) {
    obtained->note += (obtained->note.empty() ? "" : "; ") + text;
  };
  if (!eviction.removed.empty()) {
    add_note(fmt::format("removed {} to keep {} within {}", fmt::join(eviction.removed, ", "),
                         folder_.string(), byte_size_text(limit_bytes_)));
  }
  if (eviction.bytes > limit_bytes_ && limit_bytes_ > 0) {
    add_note(fmt::format("{} holds {}, more than its limit of {}, and all of it is in use",
                         folder_.string(), byte_size_text(eviction.bytes),
                         byte_size_text(limit_bytes_)));
  }
  return obtained;
}

Result<Obtained> DatasetCache::find_or_generate(const Recipe& recipe,
                                                const DatasetProgress& progress,
                                                std::stop_token stop) const {
  // Without the lock first: an entry is complete as soon as it has its name, and a folder that
  // cannot be written may still be read.
  auto found = look_up(folder_, recipe);
  if (!found) return tl::unexpected(found.error());
  if (found->dataset) return Obtained{std::move(*found->dataset), "cache", ""};

  if (auto made = make_folder(folder_); !made) return tl::unexpected(made.error());
  const auto lock = lock_recipe(folder_, recipe, stop);
  if (!lock) return tl::unexpected(lock.error());
  found = look_up(folder_, recipe);  // whoever held the lock before may have made it
  if (!found) return tl::unexpected(found.error());
  if (found->dataset) return Obtained{std::move(*found->dataset), "cache", ""};

  auto made = generate_and_install(recipe, folder_, progress, std::move(stop));
  if (!made) return tl::unexpected(made.error());
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

Result<fs::path> DatasetCache::where(std::string_view name) const {
  const auto recipe = find_recipe(name);
  const std::string block =
      recipe ? recipe_block(gb::describe(*recipe)).value_or("") : std::string();
  std::vector<fs::path> fitting;
  for (const Entry& entry : list()) {
    if (entry.folder.filename() == name) return entry.folder;
    const bool named = entry.problem.empty() && entry.dataset.name == name;
    const bool of_recipe =
        recipe && entry.problem.empty() && recipe_block(entry.dataset).value_or("") == block;
    if (of_recipe || (named && !recipe)) fitting.push_back(entry.folder);
  }
  if (fitting.size() == 1) return fitting[0];
  if (fitting.empty()) {
    return fail(ErrorCode::NotFound, "no dataset \"{}\" in {}; gb dataset list shows what there is",
                name.substr(0, 80), folder_.string());
  }
  std::string folders;
  for (const fs::path& folder : fitting) {
    folders += (folders.empty() ? "" : ", ") + folder.filename().string();
  }
  return fail(ErrorCode::InvalidArgument, "\"{}\" may be any of {}; name the folder",
              name.substr(0, 80), folders);
}

Result<fs::path> DatasetCache::remove(std::string_view name) const {
  auto entry = where(name);
  if (!entry) return entry;
  if (auto removed = remove_entry(*entry); !removed) return tl::unexpected(removed.error());
  return entry;
}

Result<std::int64_t> dataset_limit_from_environment() {
  constexpr const char* kVariable = "GRAPH_BENCH_DATASET_LIMIT";
  const char* const text = std::getenv(kVariable);
  if (text == nullptr || *text == '\0') return 0;
  auto limit = parse_byte_size(text);
  if (!limit) return within(kVariable, limit.error());
  return limit;
}

Result<Generated> generate_dataset(const Recipe& recipe, const fs::path& out,
                                   const DatasetProgress& progress, std::stop_token stop) {
  const auto obtained = DatasetCache(out).obtain(recipe, progress, std::move(stop));
  if (!obtained) return tl::unexpected(obtained.error());
  return Generated{obtained->dataset, obtained->source == "cache", obtained->note};
}

}  // namespace gb
