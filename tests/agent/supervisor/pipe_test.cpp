#include "agent/pipe/pipe.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

namespace {

graphbench::v1::RunnerEvent document(const std::string& bytes) {
  graphbench::v1::RunnerEvent event;
  event.mutable_document()->set_bytes(bytes);
  return event;
}

std::string drained(int descriptor) {
  std::string all;
  std::array<char, 4096> buffer;
  for (ssize_t count = 0; (count = read(descriptor, buffer.data(), buffer.size())) > 0;) {
    all.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return all;
}

}  // namespace

TEST_CASE("events come out as they went in, however the pipe cut them") {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  gb::EventWriter writer(ends[1]);
  REQUIRE(writer.write(document("first")).has_value());
  REQUIRE(writer.write(document(std::string(300, 'x'))).has_value());
  close(ends[1]);
  gb::EventReader reader;
  std::vector<std::string> seen;
  for (const char byte : drained(ends[0])) {
    reader.append(std::string_view(&byte, 1));
    const auto next = reader.next();
    REQUIRE(next.has_value());
    if (*next) seen.push_back((*next)->document().bytes());
  }
  close(ends[0]);
  CHECK(seen == std::vector<std::string>{"first", std::string(300, 'x')});
  CHECK(reader.left_over() == 0);
}

TEST_CASE("a size beyond the limit, an endless size and bytes that are no event are refused") {
  for (const char* bytes : {"\xff\xff\xff\xff\x7f", "\xff\xff\xff\xff\xff\xff", "\x03garbage"}) {
    gb::EventReader reader;
    reader.append(bytes);
    const auto next = reader.next();
    REQUIRE_FALSE(next.has_value());
    CHECK(next.error().code == gb::ErrorCode::DataLoss);
  }
  gb::EventReader reader;
  reader.append(std::string(1, '\0'));  // an event without content
  CHECK_FALSE(reader.next().has_value());
}

TEST_CASE("writing to a reader that is gone is an error, not the end of the process") {
  signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  close(ends[0]);
  const auto written = gb::EventWriter(ends[1]).write(document("x"));
  close(ends[1]);
  REQUIRE_FALSE(written.has_value());
  CHECK(written.error().code == gb::ErrorCode::Unavailable);
}
