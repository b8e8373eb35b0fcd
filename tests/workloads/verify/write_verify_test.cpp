// Verification of writes against an "engine" of one counter that is wrong in one way each.
#include <doctest/doctest.h>

#include <functional>

#include "tests/workloads/oracle/graphs.h"
#include "tests/workloads/oracle/queries.h"
#include "workloads/verify/verify.h"

using namespace gb;

namespace {

/// Set-up puts the counter to 0, the write to 1; the check wants 1.
struct Counter {
  int value = 0;
  std::vector<QuestionPart> asked;
  std::function<Result<Answer>(Counter&, QuestionPart)> fault =
      [](Counter& counter, QuestionPart part) { return counter.right(part); };

  Result<Answer> right(QuestionPart part) {
    if (part == QuestionPart::Setup || part == QuestionPart::Teardown) value = 0;
    if (part == QuestionPart::Operation) value = 1;
    if (part == QuestionPart::Check) return Answer{{"ok"}, {{value == 1}}};
    return Answer{};
  }
};

struct Verified {
  std::vector<QueryVerdict> verdicts;
  std::size_t timed = 0;
};

/// Two writes, one after the other, on the counter.
Verified verify_counter(Counter& counter) {
  Query write;
  write.query_class = QueryClass::Write;
  write.texts = write.setup = write.teardown = write.check = {{"sql", {"TEXT"}}};
  Workload workload;
  for (const char* id : {"first", "second"}) {
    write.id = id;
    write.autocommit_ok = true;
    workload.queries.push_back(write);
  }
  const Models models(grid(2, 2).model());
  const BoundParameters bound = *bind_parameters(workload, models, Seed{1});
  const VerifiedPlan plan =
      verify(resolve_questions(workload, bound, {.dialects = {"sql"}}), Oracle(models), 1,
             [&](const Question&, QuestionPart part, const Params&) {
               counter.asked.push_back(part);
               return counter.fault(counter, part);
             },
             {});
  return {plan.verdicts(), plan.questions().size()};
}

/// Faulty in one part of every write.
Counter faulty(QuestionPart where, const std::function<Result<Answer>(Counter&)>& fault) {
  Counter counter;
  counter.fault = [=](Counter& self, QuestionPart part) {
    return part == where ? fault(self) : self.right(part);
  };
  return counter;
}

}  // namespace

TEST_CASE("a right write is set up, rolled back, executed, checked and torn down") {
  Counter counter;
  const Verified verified = verify_counter(counter);
  CHECK(verified.timed == 2);
  CHECK(verified.verdicts[0].verdict == Verdict::Pass);
  using Part = QuestionPart;
  CHECK(std::vector<Part>(counter.asked.begin(), counter.asked.begin() + 7) ==
        std::vector<Part>{Part::Setup, Part::Check, Part::RolledBack, Part::Check, Part::Operation,
                          Part::Check, Part::Teardown});
}

TEST_CASE("a write that does nothing is not believed") {
  Counter counter =
      faulty(QuestionPart::Operation, [](Counter&) -> Result<Answer> { return Answer{}; });
  const Verified verified = verify_counter(counter);
  CHECK(verified.timed == 0);
  CHECK(verified.verdicts[0].reason == "post-condition not satisfied: got [false]");
}

TEST_CASE("a check that answers no row, or no truth value, is not satisfied") {
  Counter none = faulty(QuestionPart::Check, [](Counter&) -> Result<Answer> {
    return Answer{{"ok"}, {}};
  });
  CHECK(verify_counter(none).verdicts[0].reason == "post-condition not satisfied: got no row");
  Counter number = faulty(QuestionPart::Check, [](Counter& self) -> Result<Answer> {
    return Answer{{"ok"}, {{self.value}}};
  });
  CHECK(verify_counter(number).verdicts[0].reason == "post-condition not satisfied: got [1]");
}

TEST_CASE("a rollback that leaves the write in place is noticed") {
  Counter counter = faulty(QuestionPart::RolledBack, [](Counter& self) -> Result<Answer> {
    self.value = 1;
    return Answer{};
  });
  CHECK(verify_counter(counter).verdicts[0].reason ==
        "rollback left the write in place: the check said [false], and [true] after it");
}

TEST_CASE("an engine without transactions is asked the rest") {
  Counter counter = faulty(QuestionPart::RolledBack, [](Counter&) -> Result<Answer> {
    return fail(ErrorCode::Unsupported, "no transactions");
  });
  CHECK(verify_counter(counter).timed == 2);
}

TEST_CASE("a teardown follows a failed set-up, so that nothing of it stays") {
  Counter counter = faulty(QuestionPart::Setup, [](Counter&) -> Result<Answer> {
    return fail(ErrorCode::Internal, "half of it went in");
  });
  const Verified verified = verify_counter(counter);
  CHECK(verified.verdicts[0].reason == "setup-error: half of it went in");
  CHECK(counter.asked[1] == QuestionPart::Teardown);
  CHECK(verified.verdicts[1].verdict == Verdict::Fail);
}

TEST_CASE("a failed teardown poisons the run: nothing more is asked and nothing is timed") {
  Counter counter = faulty(QuestionPart::Teardown, [](Counter&) -> Result<Answer> {
    return fail(ErrorCode::Internal, "locked");
  });
  const Verified verified = verify_counter(counter);
  CHECK(verified.timed == 0);
  CHECK(verified.verdicts[0].verdict == Verdict::Fail);
  CHECK(verified.verdicts[0].reason == "teardown-failed: locked");
  CHECK(verified.verdicts[1].verdict == Verdict::Broken);
  CHECK(verified.verdicts[1].reason == "poisoned: not asked, since first could not be torn down");
  CHECK(counter.asked.back() == QuestionPart::Teardown);
}
