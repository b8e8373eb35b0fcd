#include "workloads/dataset/generator_friends.h"

#include <random>
#include <string>

namespace gb {
namespace {

constexpr std::int64_t kMaxPeople = 0xFFFFFFFF;  // one raw output reaches everybody
constexpr std::int64_t kMaxRows = std::int64_t{1} << 56U;
constexpr int kStarts = 1000;

std::int64_t draw(std::mt19937& random, std::int64_t people) {
  return static_cast<std::int64_t>(random()) % people + 1;
}

/// Calls row(person, friend) for each friendship in order; stops at the first false. Every file
/// with friendships draws them afresh, which is cheaper than to hold them.
template <class Row>
void for_each_friendship(const FriendsParams& params, std::mt19937& random, Row row) {
  for (std::int64_t person = 1; person <= params.people; ++person) {
    for (std::int64_t i = 0; i < params.friends; ++i) {
      std::int64_t other = draw(random, params.people);
      while (other == person) other = draw(random, params.people);
      if (!row(person, other)) return;
    }
  }
}

void append_name(std::string& text, std::int64_t person) {
  text += "Person ";
  text += std::to_string(person);
}

/// A file with a line for each friendship, formatted by `line(text, person, friend)`.
template <class Line>
Result<void> write_friendships(std::string_view path, const FriendsParams& params,
                               std::mt19937 random, FileListWriter& out, Line line) {
  return out.write(path, std::nullopt, [&](CsvWriter& csv) {
    std::string text;
    for_each_friendship(params, random, [&](std::int64_t person, std::int64_t other) {
      text.clear();
      line(text, person, other);
      return csv.plain(text).end_row();
    });
  });
}

Result<void> write_line(std::string_view path, std::string_view line, FileListWriter& out) {
  return out.write(path, std::nullopt, [&](CsvWriter& csv) { csv.plain(line).end_row(); });
}

Result<void> write_starts(const FriendsParams& params, std::mt19937 random, FileListWriter& out) {
  for_each_friendship(params, random, [check = out.stop_check()](auto, auto) mutable {
    check();
    return true;
  });
  return out.write("starts.txt", std::nullopt, [&](CsvWriter& csv) {
    std::string name;
    for (int i = 0; i < kStarts; ++i) {
      name.clear();
      append_name(name, draw(random, params.people));
      csv.plain(name).end_row();
    }
  });
}

/// The six files as that harness has them.
Result<void> write_harness_files(const FriendsParams& params, const std::mt19937& random,
                                 FileListWriter& out) {
  const auto facts =
      write_friendships("friends.txt", params, random, out,
                        [](std::string& text, std::int64_t person, std::int64_t other) {
                          text += '(';
                          append_name(text, person);
                          text += ")-[:KNOWS]->(";
                          append_name(text, other);
                          text += ')';
                        });
  if (!facts) return facts;
  const auto people = out.write("people.csv", std::nullopt, [&](CsvWriter& csv) {
    std::string name;
    for (std::int64_t person = 1; person <= params.people; ++person) {
      name.clear();
      append_name(name, person);
      if (!csv.plain(name).end_row()) return;
    }
  });
  if (!people) return people;
  const auto knows =
      write_friendships("knows.csv", params, random, out,
                        [](std::string& text, std::int64_t person, std::int64_t other) {
                          append_name(text, person);
                          text += ',';
                          append_name(text, other);
                        });
  if (!knows) return knows;
  if (auto starts = write_starts(params, random, out); !starts) return starts;
  if (auto header = write_line("people-header.csv", "name:ID", out); !header) return header;
  return write_line("knows-header.csv", ":START_ID,:END_ID", out);
}

}  // namespace

Result<void> check(const FriendsParams& params, std::int64_t seed) {
  if (params.people < 2 || params.people > kMaxPeople) {
    return fail(ErrorCode::InvalidArgument,
                "friends: persons must be from 2 to {} (one alone finds no friend), and is {}",
                kMaxPeople, params.people);
  }
  if (params.friends < 1 || params.friends > kMaxRows / params.people) {
    return fail(ErrorCode::InvalidArgument, "friends: degree must be from 1 to {}, and is {}",
                kMaxRows / params.people, params.friends);
  }
  if (seed < 0 || seed > kMaxPeople) {
    return fail(ErrorCode::InvalidArgument,
                "friends: the seed of its 32-bit generator must be from 0 to {}, and is {}",
                kMaxPeople, seed);
  }
  return {};
}

Dataset describe(const FriendsParams& params) {
  Dataset dataset;
  dataset.scale_text = fmt::format("p{}-f{}", params.people, params.friends);
  dataset.name = "friends-" + dataset.scale_text;
  dataset.kind = "synthetic";
  dataset.generator = "friends";
  dataset.generator_version = 1;
  dataset.params = {{"people", std::to_string(params.people)},
                    {"friends", std::to_string(params.friends)}};
  dataset.nodes = {
      {"Person", {"Person"}, "id", {{"name", PropertyType::String}}, {"nodes/Person.csv"}}};
  dataset.rels = {{"KNOWS", "Person", "Person", {}, {"rels/KNOWS.csv"}}};
  for (const char* path :
       {"friends.txt", "people.csv", "knows.csv", "starts.txt", "people-header.csv",
        "knows-header.csv", "nodes/Person.csv", "rels/KNOWS.csv"}) {
    dataset.listed_files.push_back({path, 0, 0, {}});
  }
  dataset.node_count = params.people;
  dataset.edge_count = params.people * params.friends;
  return dataset;
}

Result<void> generate(const FriendsParams& params, std::int64_t seed, FileListWriter& out) {
  const std::mt19937 random(static_cast<std::uint32_t>(seed));
  if (auto files = write_harness_files(params, random, out); !files) return files;
  const auto people = out.write("nodes/Person.csv", "id:ID,name:STRING", [&](CsvWriter& csv) {
    std::string name;
    for (std::int64_t person = 1; person <= params.people; ++person) {
      name.clear();
      append_name(name, person);
      if (!csv.integer(person).plain(name).end_row()) return;
    }
  });
  if (!people) return people;
  return out.write("rels/KNOWS.csv", ":START_ID,:END_ID,:TYPE", [&](CsvWriter& csv) {
    std::mt19937 again = random;
    for_each_friendship(params, again, [&](std::int64_t person, std::int64_t other) {
      return csv.integer(person).integer(other).plain("KNOWS").end_row();
    });
  });
}

}  // namespace gb
