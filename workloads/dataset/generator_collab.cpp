#include "workloads/dataset/generator_collab.h"

#include <algorithm>
#include <array>
#include <string>

#include "workloads/dataset/collab_shape.h"
#include "workloads/dataset/stream.h"

namespace gb {
namespace {

constexpr std::int64_t kStartOf2020 = 1'577'836'800'000;  // milliseconds since 1970, UTC
constexpr std::int64_t kSecond = 1'000;

using Words4 = std::array<std::string_view, 4>;
constexpr std::array<std::string_view, 12> kCountries = {"AU", "BR", "CA", "DE", "ES", "FR",
                                                         "GB", "IN", "JP", "NG", "US", "VN"};
constexpr std::array<std::string_view, 8> kLanguages = {"cpp",    "go",   "java",       "kotlin",
                                                        "python", "rust", "typescript", "zig"};
constexpr Words4 kPriorities = {"low", "medium", "high", "critical"};

/// A letter or word and an index, as the next field; `text` lends its memory.
CsvWriter& field(CsvWriter& csv, std::string& text, std::string_view before, std::int64_t index) {
  text = before;
  text += std::to_string(index);
  return csv.plain(text);
}

Result<void> write_orgs(const CollabSizes& sizes, std::int64_t seed, FileListWriter& out) {
  return out.write("nodes/Org.csv", "id,name,country,founded", [&](CsvWriter& csv) {
    Stream country(seed, 10);
    Stream founded(seed, 11);
    std::string text;
    for (std::int64_t i = 0; i < sizes.orgs(); ++i) {
      field(csv, text, "o", i);
      field(csv, text, "Org ", i).plain(country.pick(kCountries));
      if (!csv.integer(1970 + founded.below(50)).end_row()) return;
    }
  });
}

Result<void> write_persons(const CollabSizes& sizes, std::int64_t seed, FileListWriter& out) {
  constexpr std::string_view kHeader = "id,login,name,country,reputation,joined";
  return out.write("nodes/Person.csv", kHeader, [&](CsvWriter& csv) {
    Stream country(seed, 20);
    Stream reputation(seed, 21);
    Stream joined(seed, 22);
    std::string text;
    for (std::int64_t i = 0; i < sizes.persons(); ++i) {
      field(csv, text, "p", i);
      field(csv, text, "user", i);
      field(csv, text, "Person ", i).plain(country.pick(kCountries));
      csv.integer(reputation.skew(10'000, 3));
      csv.integer(kStartOf2020 - joined.below(315'360'000) * kSecond);
      if (!csv.end_row()) return;
    }
  });
}

Result<void> write_repos(const CollabSizes& sizes, std::int64_t seed, FileListWriter& out) {
  constexpr std::string_view kHeader = "id,name,language,stars,archived,created";
  return out.write("nodes/Repo.csv", kHeader, [&](CsvWriter& csv) {
    Stream language(seed, 30);
    Stream stars(seed, 31);
    Stream archived(seed, 32);
    Stream created(seed, 33);
    std::string text;
    for (std::int64_t i = 0; i < sizes.repos(); ++i) {
      field(csv, text, "r", i);
      field(csv, text, "repo-", i);
      csv.plain(kLanguages[static_cast<std::size_t>(language.skew(8, 2))]);
      csv.integer(stars.skew(50'000, 4)).boolean(archived.below(20) == 0);
      csv.integer(kStartOf2020 - created.below(157'680'000) * kSecond);
      if (!csv.end_row()) return;
    }
  });
}

Result<void> write_topics(const CollabSizes& sizes, FileListWriter& out) {
  return out.write("nodes/Topic.csv", "id,name", [&](CsvWriter& csv) {
    std::string text;
    for (std::int64_t i = 0; i < sizes.topics(); ++i) {
      field(csv, text, "t", i);
      if (!field(csv, text, "topic-", i).end_row()) return;
    }
  });
}

/// created: receives each issue's time.
Result<void> write_issues(const CollabSizes& sizes, std::int64_t seed,
                          const std::vector<std::uint32_t>& repo_of,
                          std::vector<std::int64_t>& created, FileListWriter& out) {
  constexpr std::string_view kHeader = "id,number,title,state,priority,repo_id,created";
  const auto rows = [&](CsvWriter& csv) {
    Stream length(seed, 50);
    Stream words(seed, 51);
    Stream state(seed, 52);
    Stream priority(seed, 53);
    Stream time(seed, 54);
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(sizes.repos()), 0);
    std::string text;
    for (std::int64_t i = 0; i < sizes.issues(); ++i) {
      const std::uint32_t repo = repo_of[static_cast<std::size_t>(i)];
      field(csv, text, "i", i).integer(++numbers[repo]);
      random_words(words, 3 + length.below(6), text);
      csv.plain(text).plain(state.below(10) < 3 ? "open" : "closed");
      csv.plain(kPriorities[static_cast<std::size_t>(priority.skew(4, 2))]);
      created.push_back(kStartOf2020 + time.below(94'608'000) * kSecond);
      if (!field(csv, text, "r", repo).integer(created.back()).end_row()) return;
    }
  };
  return out.write("nodes/Issue.csv", kHeader, rows, Leaves::Values);
}

Result<void> write_comments(const CollabSizes& sizes, std::int64_t seed,
                            const std::vector<std::uint32_t>& issue_of,
                            const std::vector<std::int64_t>& issue_created, FileListWriter& out) {
  return out.write("nodes/Comment.csv", "id,body,score,created", [&](CsvWriter& csv) {
    Stream length(seed, 60);
    Stream words(seed, 61);
    Stream later(seed, 62);
    Stream score(seed, 63);
    std::string text;
    for (std::int64_t i = 0; i < sizes.comments(); ++i) {
      field(csv, text, "c", i);
      random_words(words, 4 + length.below(13), text);
      csv.plain(text).integer(score.skew(100, 4));
      csv.integer(issue_created[issue_of[static_cast<std::size_t>(i)]] +
                  (1 + later.below(2'592'000)) * kSecond);
      if (!csv.end_row()) return;
    }
  });
}

std::string file_of(std::string_view type) { return fmt::format("rels/{}.csv", type); }

Result<void> write_single(std::string_view type, std::string_view from, std::string_view to,
                          const std::vector<std::uint32_t>& targets, FileListWriter& out) {
  return out.write(file_of(type), "src,dst", [&](CsvWriter& csv) {
    std::string text;
    for (std::size_t i = 0; i < targets.size(); ++i) {
      field(csv, text, from, static_cast<std::int64_t>(i));
      if (!field(csv, text, to, targets[i]).end_row()) return;
    }
  });
}

Result<void> write_multiple(std::string_view type, std::string_view from, std::string_view to,
                            const Targets& targets, FileListWriter& out) {
  return out.write(file_of(type), "src,dst", [&](CsvWriter& csv) {
    std::string text;
    for (std::size_t i = 0; i + 1 < targets.starts.size(); ++i) {
      for (const std::uint32_t target : targets.of(i)) {
        field(csv, text, from, static_cast<std::int64_t>(i));
        if (!field(csv, text, to, target).end_row()) return;
      }
    }
  });
}

Result<void> write_issues_and_comments(const CollabSizes& sizes, std::int64_t seed,
                                       FileListWriter& out) {
  const auto repo_of = draw_single(kInRepo, seed, sizes.issues(), sizes.repos());
  std::vector<std::int64_t> created;
  created.reserve(repo_of.size());
  if (auto done = write_issues(sizes, seed, repo_of, created, out); !done) return done;
  if (auto done = write_single(kInRepo.type, "i", "r", repo_of, out); !done) return done;
  const auto issue_of = draw_single(kOn, seed, sizes.comments(), sizes.issues());
  if (auto done = write_comments(sizes, seed, issue_of, created, out); !done) return done;
  return write_single(kOn.type, "c", "i", issue_of, out);
}

}  // namespace

Result<void> check(const CollabParams& params) {
  if (params.ppm >= 10'000 && params.ppm <= 1'000'000) return {};
  return fail(ErrorCode::InvalidArgument,
              "collab: scale must be from 10000 to 1000000 millionths, and is {}", params.ppm);
}

Dataset describe(const CollabParams& params) {
  constexpr PropertyType kText = PropertyType::String;
  constexpr PropertyType kInteger = PropertyType::Int64;
  const CollabSizes sizes(params);
  Dataset dataset;
  dataset.scale_text = fmt::format("ppm{}", params.ppm);
  dataset.name = "collab-" + dataset.scale_text;
  dataset.kind = "synthetic";
  dataset.generator = "collab";
  dataset.generator_version = 1;
  dataset.params = {{"ppm", std::to_string(params.ppm)}};
  const auto nodes = [&](const std::string& label, std::vector<Property> properties) {
    const std::string file = "nodes/" + label + ".csv";
    dataset.nodes.push_back({label, {label}, "id", std::move(properties), {file}});
    dataset.listed_files.push_back({file, 0, 0, {}});
  };
  const auto rels = [&](const std::string& type, const char* from, const char* to) {
    dataset.rels.push_back({type, from, to, {}, {file_of(type)}});
    dataset.listed_files.push_back({file_of(type), 0, 0, {}});
  };
  // In the order of the checksum.
  nodes("Org", {{"name", kText}, {"country", kText}, {"founded", kInteger}});
  nodes("Person", {{"login", kText},
                   {"name", kText},
                   {"country", kText},
                   {"reputation", kInteger},
                   {"joined", kInteger}});
  nodes("Repo", {{"name", kText},
                 {"language", kText},
                 {"stars", kInteger},
                 {"archived", PropertyType::Bool},
                 {"created", kInteger}});
  nodes("Topic", {{"name", kText}});
  nodes("Issue", {{"number", kInteger},
                  {"title", kText},
                  {"state", kText},
                  {"priority", kText},
                  {"repo_id", kText},
                  {"created", kInteger}});
  nodes("Comment", {{"body", kText}, {"score", kInteger}, {"created", kInteger}});
  rels("MEMBER_OF", "Person", "Org");
  rels("FOLLOWS", "Person", "Person");
  rels("OWNED_BY", "Repo", "Org");
  rels("DEPENDS_ON", "Repo", "Repo");
  rels("IN_REPO", "Issue", "Repo");
  rels("OPENED_BY", "Issue", "Person");
  rels("ASSIGNED_TO", "Issue", "Person");
  rels("TAGGED", "Issue", "Topic");
  rels("ON", "Comment", "Issue");
  rels("WRITTEN_BY", "Comment", "Person");
  std::sort(dataset.nodes.begin(), dataset.nodes.end(),
            [](const NodeTable& a, const NodeTable& b) { return a.label < b.label; });
  std::sort(dataset.rels.begin(), dataset.rels.end(),
            [](const RelTable& a, const RelTable& b) { return a.type < b.type; });
  dataset.node_count = sizes.orgs() + sizes.persons() + sizes.repos() + sizes.topics() +
                       sizes.issues() + sizes.comments();
  dataset.edge_count = sizes.persons() + sizes.scaled(1'519'400) + sizes.repos() +
                       sizes.scaled(93'039) + 2 * sizes.issues() + sizes.scaled(250'000) +
                       sizes.scaled(500'000) + 2 * sizes.comments();
  return dataset;
}

Result<void> generate(const CollabParams& params, std::int64_t seed, FileListWriter& out) {
  const CollabSizes sizes(params);
  const auto single = [&](const CollabSingle& relationship, const char* from, std::int64_t sources,
                          const char* to, std::int64_t targets) {
    return write_single(relationship.type, from, to,
                        draw_single(relationship, seed, sources, targets), out);
  };
  Result<void> done = write_orgs(sizes, seed, out);
  if (done) done = write_persons(sizes, seed, out);
  if (done) done = write_repos(sizes, seed, out);
  if (done) done = write_topics(sizes, out);
  if (done) done = write_issues_and_comments(sizes, seed, out);
  if (done) done = single(kMemberOf, "p", sizes.persons(), "o", sizes.orgs());
  if (done) done = write_multiple("FOLLOWS", "p", "p", draw_follows(sizes, seed), out);
  if (done) done = single(kOwnedBy, "r", sizes.repos(), "o", sizes.orgs());
  if (done) done = write_multiple("DEPENDS_ON", "r", "r", draw_depends_on(sizes, seed), out);
  if (done) done = single(kOpenedBy, "i", sizes.issues(), "p", sizes.persons());
  if (done) done = write_multiple("ASSIGNED_TO", "i", "p", draw_assigned_to(sizes, seed), out);
  if (done) done = write_multiple("TAGGED", "i", "t", draw_tagged(sizes, seed), out);
  if (done) done = single(kWrittenBy, "c", sizes.comments(), "p", sizes.persons());
  return done;
}

}  // namespace gb
