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

/// One lock file per wanted dataset; they stay, for a lock file that may vanish locks nothing.
Result<HeldLock> lock_wanted(const fs::path& folder, const WantedDataset& wanted,
                             const std::stop_token& stop) {
  const fs::path locks = folder / ".locks";
  if (auto made = make_folder(locks); !made) return tl::unexpected(made.error());
  const std::string& what = wanted.recipe ? wanted.recipe_block : wanted.checksum;
  return HeldLock::wait_for(
      locks / fmt::format("{}-{}", wanted.name, sha256_hex(what).substr(0, 16)), stop);
}

struct Installed {
  Dataset dataset;
  std::string replaced;  // what was wrong with the entry that was in the way; empty if none was
};

/// Moves what was built to its place. An entry of the same name that does not open is moved aside;
/// a good one, which only another process can have put there, is kept.
Result<Installed> install(StagingFolder& staging, const Dataset& built, const fs::path& folder,
                          const WantedDataset& wanted) {
  const fs::path target = folder / folder_name(built);
  Installed result;
  for (;;) {
    const auto installed = staging.install(target);
    if (installed) break;
    if (installed.error().code != ErrorCode::AlreadyExists) {
      return tl::unexpected(installed.error());
    }
    const auto there = look_up(folder, wanted);
    if (!there) return tl::unexpected(there.error());
    if (there->dataset) {
      staging.discard();
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
  staging.let_go();
  auto share = HeldLock::share(target);
  if (!share) return tl::unexpected(share.error());
  // From what was written, not from what is now on the disk: each file was hashed and synced.
  auto described = read_manifest(target);
  if (!described) return tl::unexpected(described.error());
  described->in_use = std::make_shared<HeldLock>(std::move(*share));
  result.dataset = std::move(*described);
  return result;
}

Result<Installed> generate_and_install(const WantedDataset& wanted, const fs::path& folder,
                                       const DatasetCache::Help& help, std::stop_token stop) {
  // What a killed process has left of it is gone on with. An error or a stop leaves nothing.
  auto staging = StagingFolder::resume(
      folder, fmt::format("gen-{}-{}", wanted.name, sha256_hex(wanted.recipe_block).substr(0, 16)),
      stop);
  if (!staging) return tl::unexpected(staging.error());
  const auto generated = generate_into(staging->path(), *wanted.recipe, help.generating,
                                       std::move(stop), help.resources);
  if (!generated) {
    staging->discard();
    return tl::unexpected(generated.error());
  }
  auto installed = install(*staging, *generated, folder, wanted);
  if (!installed) staging->discard();
  return installed;
}

/// Whether a download that failed so may go on later from where it is.
bool broke_off(const Error& error) {
  return error.code == ErrorCode::Unavailable || error.code == ErrorCode::DeadlineExceeded ||
         error.code == ErrorCode::Cancelled;
}

Result<Installed> download_and_install(const WantedDataset& wanted, const fs::path& folder,
                                       const DatasetCache::Help& help,
                                       const std::stop_token& stop) {
  const auto checksum = help.origin->find(wanted, stop);
  if (!checksum) return tl::unexpected(checksum.error());
  if (!is_checksum(*checksum)) {
    return fail(ErrorCode::InvalidArgument, "\"{}\" is no checksum", checksum->substr(0, 100));
  }
  auto staging = StagingFolder::resume(
      folder, fmt::format("{}-{}", wanted.name, checksum->substr(std::string("sha256:").size())),
      stop);
  if (!staging) return tl::unexpected(staging.error());
  const auto fetched = help.origin->fetch(staging->path(), help.downloading, stop);
  if (!fetched) {
    const bool kept = broke_off(fetched.error()) &&
                      (!wanted.recipe || fetched.error().code == ErrorCode::Cancelled);
    if (!kept) staging->discard();
    return tl::unexpected(fetched.error());
  }
  const auto opened = open_unshared(staging->path());
  std::string problem = opened ? difference(*opened, wanted) : opened.error().message;
  if (problem.empty() && opened->checksum != *checksum) {
    problem = fmt::format("its checksum is {}, {} was promised", opened->checksum, *checksum);
  }
  if (!problem.empty()) {
    staging->discard();
    return fail(ErrorCode::DataLoss, "what was downloaded is refused: {}", problem);
  }
  auto installed = install(*staging, *opened, folder, wanted);
  if (!installed) staging->discard();
  return installed;
}

Error not_to_be_had(const WantedDataset& wanted, const fs::path& folder, const Lookup& found,
                    const Error& origin) {
  const std::string corrupt = found.problem.empty() ? "" : fmt::format(" ({})", found.problem);
  return {origin.code,
          fmt::format("no recipe makes it, it is not in {}{}, and not to be had elsewhere: {}; "
                      "import it there (gb dataset import), or put the folder of \"{}\" into the "
                      "coordinator's folder of datasets (gb-coordinator --datasets)",
                      folder.string(), corrupt, origin.message, wanted.name)};
}

void add_note(Obtained& obtained, const std::string& text) {
  obtained.note += (obtained.note.empty() || text.empty() ? "" : "; ") + text;
}

}  // namespace

Result<Obtained> DatasetCache::obtain(const Recipe& recipe, const DatasetProgress& progress,
                                      std::stop_token stop) const {
  if (auto checked = check_recipe(recipe); !checked) return tl::unexpected(checked.error());
  return obtain(wanted_of(recipe), Help{.generating = progress}, std::move(stop));
}

Result<Obtained> DatasetCache::obtain(const WantedDataset& wanted, const Help& help,
                                      std::stop_token stop) const {
  remove_dead_staging(folder_);
  auto obtained = find_or_make(wanted, help, std::move(stop));
  if (!obtained) return within("dataset " + wanted.name, obtained.error());
  record_use(obtained->dataset.folder);
  const Eviction eviction = make_room(folder_, limit_bytes_);
  if (!eviction.removed.empty()) {
    add_note(*obtained,
             fmt::format("removed {} to keep {} within {}", fmt::join(eviction.removed, ", "),
                         folder_.string(), byte_size_text(limit_bytes_)));
  }
  if (eviction.bytes > limit_bytes_ && limit_bytes_ > 0) {
    add_note(*obtained,
             fmt::format("{} holds {}, more than its limit of {}, and all of it is in use",
                         folder_.string(), byte_size_text(eviction.bytes),
                         byte_size_text(limit_bytes_)));
  }
  return obtained;
}

Result<Obtained> DatasetCache::find_or_make(const WantedDataset& wanted, const Help& help,
                                            std::stop_token stop) const {
  // Without the lock first: an entry is complete as soon as it has its name, and a folder that
  // cannot be written may still be read.
  auto found = look_up(folder_, wanted);
  if (!found) return tl::unexpected(found.error());
  if (found->dataset) return Obtained{std::move(*found->dataset), "cache", ""};

  if (auto made = make_folder(folder_); !made) return tl::unexpected(made.error());
  const auto lock = lock_wanted(folder_, wanted, stop);
  if (!lock) return tl::unexpected(lock.error());
  found = look_up(folder_, wanted);  // whoever held the lock before may have made it
  if (!found) return tl::unexpected(found.error());
  if (found->dataset) return Obtained{std::move(*found->dataset), "cache", ""};

  Error elsewhere{ErrorCode::NotFound, "nobody was asked"};
  if (help.origin != nullptr) {
    auto installed = download_and_install(wanted, folder_, help, stop);
    if (installed) {
      return Obtained{std::move(installed->dataset),
                      installed->replaced.empty() ? "downloaded" : "repaired",
                      std::move(installed->replaced)};
    }
    elsewhere = installed.error();
    if (elsewhere.code == ErrorCode::Cancelled) return tl::unexpected(elsewhere);
  }
  if (!wanted.recipe) return tl::unexpected(not_to_be_had(wanted, folder_, *found, elsewhere));
  auto made = generate_and_install(wanted, folder_, help, std::move(stop));
  if (!made) return tl::unexpected(made.error());
  Obtained obtained{std::move(made->dataset), made->replaced.empty() ? "generated" : "repaired",
                    std::move(made->replaced)};
  // That others do not have it, or cannot serve any, is nothing to tell.
  if (elsewhere.code != ErrorCode::NotFound && elsewhere.code != ErrorCode::Unsupported) {
    add_note(obtained, "not downloaded: " + elsewhere.message);
  }
  return obtained;
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
                                   const DatasetProgress& progress, std::stop_token stop,
                                   GeneratorResources resources) {
  if (auto checked = check_recipe(recipe); !checked) return tl::unexpected(checked.error());
  const auto obtained = DatasetCache(out).obtain(
      wanted_of(recipe), {.generating = progress, .resources = resources}, std::move(stop));
  if (!obtained) return tl::unexpected(obtained.error());
  return Generated{obtained->dataset, obtained->source == "cache", obtained->note};
}

}  // namespace gb
