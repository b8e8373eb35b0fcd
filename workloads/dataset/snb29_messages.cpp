#include "workloads/dataset/snb29_messages.h"

#include <string>

#include "workloads/dataset/snb29_pairs.h"
#include "workloads/dataset/stream.h"

namespace gb::snb29 {
namespace {

/// What other files need to know of the messages; by id.
struct Messages {
  std::vector<std::uint32_t> author;
  std::vector<std::int64_t> created;
  std::vector<Pair> containers;         // of the posts: forum, post
  std::vector<std::uint32_t> reply_of;  // of the comments, without the posts before them
};

Messages draw_messages(const Snb29Sizes& sizes, std::int64_t seed, StopCheck check) {
  Messages messages;
  Stream container(seed, 2030);
  Stream author(seed, 2031);
  Stream created(seed, 2032);
  Stream parent(seed, 2038);
  const std::int64_t posts = sizes.posts();
  for (std::int64_t id = 0; id < sizes.messages(); ++id) {
    check();
    messages.author.push_back(static_cast<std::uint32_t>(author.below(sizes.persons)));
    if (id < posts) {
      messages.containers.push_back({static_cast<std::uint32_t>(container.skew(sizes.forums(), 2)),
                                     static_cast<std::uint32_t>(id)});
      const std::int64_t day = kStartOf2010 + (400 + created.below(900)) * kDay;
      messages.created.push_back(day + created.below(86'400) * kSecond);
    } else {
      const bool of_post = parent.below(2) == 0 || id == posts;
      const std::int64_t of = of_post ? parent.below(posts) : posts + parent.below(id - posts);
      messages.reply_of.push_back(static_cast<std::uint32_t>(of));
      messages.created.push_back(messages.created[static_cast<std::size_t>(of)] +
                                 (60 + created.below(432'000)) * kSecond);
    }
  }
  return messages;
}

/// The streams that run on from the posts to the comments.
struct Content {
  explicit Content(std::int64_t seed)
      : length(seed, 2034), words(seed, 2035), browser(seed, 2036), image(seed, 2037) {}
  Stream length;
  Stream words;
  Stream browser;
  Stream image;
  std::string text;

  /// The next text, and its length in bytes, as two fields.
  CsvWriter& append_text(CsvWriter& csv) {
    random_words(words, 4 + length.below(13), text);
    return csv.plain(text).integer(std::ssize(text));
  }
};

Result<void> write_nodes(const Snb29Sizes& sizes, std::int64_t seed, const Messages& messages,
                         FileListWriter& out) {
  constexpr std::string_view kPostHeader =
      "id,imageFile,creationDate,locationIP,browserUsed,language,content,length";
  Content content(seed);
  const auto author = [&](std::int64_t id) { return messages.author[static_cast<size_t>(id)]; };
  const auto append_origin = [&](CsvWriter& csv, std::int64_t id) {
    csv.integer(messages.created[static_cast<std::size_t>(id)]).plain(ip_of(author(id)));
    csv.plain(kBrowsers[content.browser.below(4)]);
  };
  const auto post_rows = [&](CsvWriter& csv) {
    for (std::int64_t id = 0; id < sizes.posts(); ++id) {
      const bool image = content.image.below(10) == 0;
      csv.integer(id).plain(image ? fmt::format("photo{}.jpg", id) : "");
      append_origin(csv, id);
      if (image) {
        csv.plain("").plain("").integer(0);
      } else {
        content.append_text(csv.plain(kLanguages[author(id) % 6]));
      }
      if (!csv.end_row()) return;
    }
  };
  const auto posts = out.write("nodes/Post.csv", kPostHeader, post_rows, Leaves::Values);
  if (!posts) return posts;
  constexpr std::string_view kCommentHeader =
      "id,creationDate,locationIP,browserUsed,content,length";
  return out.write("nodes/Comment.csv", kCommentHeader, [&](CsvWriter& csv) {
    for (std::int64_t id = sizes.posts(); id < sizes.messages(); ++id) {
      append_origin(csv.integer(id), id);
      if (!content.append_text(csv).end_row()) return;
    }
  });
}

/// A row for each message, its id first; target(id) in their order.
template <class Target>
Result<void> write_targets(std::string_view path, std::int64_t from, std::int64_t to,
                           FileListWriter& out, Target target) {
  return out.write(path, "src,dst", [&](CsvWriter& csv) {
    for (std::int64_t id = from; id < to; ++id) {
      if (!csv.integer(id).integer(target(static_cast<std::size_t>(id))).end_row()) return;
    }
  });
}

Result<void> write_origins(const Snb29Sizes& sizes, std::int64_t seed, Messages& messages,
                           const std::vector<std::uint8_t>& cities, FileListWriter& out) {
  std::sort(messages.containers.begin(), messages.containers.end());
  auto done = write_pairs("rels/Forum_CONTAINER_OF_Post.csv", messages.containers, out);
  if (!done) return done;
  done = write_targets("rels/Message_HAS_CREATOR_Person.csv", 0, sizes.messages(), out,
                       [&](std::size_t id) { return messages.author[id]; });
  if (!done) return done;
  Stream country(seed, 2033);
  done = write_targets("rels/Message_IS_LOCATED_IN_Place.csv", 0, sizes.messages(), out,
                       [&](std::size_t id) {
                         // Most write from home.
                         if (country.below(4) < 3) {
                           return country_place(country_of_city(cities[messages.author[id]]));
                         }
                         return country_place(country.below(kCountries));
                       });
  if (!done) return done;
  const auto posts = static_cast<std::size_t>(sizes.posts());
  return write_targets("rels/Comment_REPLY_OF_Message.csv", sizes.posts(), sizes.messages(), out,
                       [&](std::size_t id) { return messages.reply_of[id - posts]; });
}

}  // namespace

Result<void> write_messages(const Snb29Sizes& sizes, std::int64_t seed,
                            const std::vector<std::uint8_t>& cities, FileListWriter& out) {
  Messages messages = draw_messages(sizes, seed, out.stop_check());
  if (auto done = write_nodes(sizes, seed, messages, out); !done) return done;
  if (auto done = write_origins(sizes, seed, messages, cities, out); !done) return done;
  Stream tag_ends(seed, 2040);
  const auto tags = draw_pairs(sizes.message_tags(), Repeats::SamePair, out.stop_check(), [&] {
    const auto source = static_cast<std::uint32_t>(tag_ends.below(sizes.messages()));
    return Pair{source, static_cast<std::uint32_t>(tag_ends.skew(kTags, 2))};
  });
  if (auto done = write_pairs("rels/Message_HAS_TAG_Tag.csv", tags, out); !done) return done;
  Stream like_ends(seed, 2041);
  const auto likes = draw_pairs(sizes.likes(), Repeats::SamePair, out.stop_check(), [&] {
    const auto source = static_cast<std::uint32_t>(like_ends.below(sizes.persons));
    return Pair{source, static_cast<std::uint32_t>(like_ends.below(sizes.messages()))};
  });
  Stream later(seed, 2042);
  return write_pairs("rels/Person_LIKES_Message.csv", "creationDate", likes, out,
                     [&](const Pair& pair) {
                       return messages.created[pair.target] + (1 + later.below(864'000)) * kSecond;
                     });
}

}  // namespace gb::snb29
