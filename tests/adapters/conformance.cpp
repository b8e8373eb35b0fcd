#include "tests/adapters/conformance.h"

#include <doctest/doctest.h>

namespace gb::test {

const Dialect& sql_dialect() {
  static const Dialect kSql{
      "sql",
      {
          {"point", {"SELECT id FROM Node WHERE id = $id", {"id"}}},
          {"edge",
           {"SELECT EXISTS (SELECT 1 FROM EDGE WHERE src = $src AND dst = $dst) AS \"found::bool\"",
            {"src", "dst"}}},
          {"hop1", {"SELECT COUNT(*) AS n FROM EDGE WHERE src = $seed", {"seed"}}},
          {"hop2",
           {"SELECT COUNT(DISTINCT b.dst) AS n FROM EDGE a JOIN EDGE b ON b.src = a.dst WHERE "
            "a.src "
            "= $seed",
            {"seed"}}},
          {"hop3",
           {"SELECT COUNT(DISTINCT c.dst) AS n FROM EDGE a JOIN EDGE b ON b.src = a.dst JOIN EDGE "
            "c "
            "ON c.src = b.dst WHERE a.src = $seed",
            {"seed"}}},
          {"reach3",
           {"WITH RECURSIVE r(id, d) AS (SELECT dst, 1 FROM EDGE WHERE src = $seed UNION SELECT "
            "e.dst, r.d + 1 FROM r JOIN EDGE e ON e.src = r.id WHERE r.d < 3) SELECT "
            "COUNT(DISTINCT "
            "id) AS n FROM r",
            {"seed"}}},
          {"shortest",
           {"WITH RECURSIVE r(id, d) AS (SELECT $src + 0, 0 UNION SELECT e.dst, r.d + 1 FROM r "
            "JOIN "
            "EDGE e ON e.src = r.id WHERE r.d < 64) SELECT MIN(d) AS d FROM r WHERE id = $dst "
            "HAVING "
            "COUNT(*) > 0",
            {"src", "dst"}}},
          {"shortest_undirected",
           {"WITH RECURSIVE r(id, d) AS (SELECT $src + 0, 0 UNION SELECT CASE WHEN e.src = r.id "
            "THEN "
            "e.dst ELSE e.src END, r.d + 1 FROM r JOIN EDGE e ON e.src = r.id OR e.dst = r.id "
            "WHERE "
            "r.d < 16) SELECT MIN(d) AS d FROM r WHERE id = $dst HAVING COUNT(*) > 0",
            {"src", "dst"}}},
          {"triangles",
           {"SELECT COUNT(*) AS n FROM EDGE a JOIN EDGE b ON b.src = a.dst JOIN EDGE c ON c.src = "
            "b.dst AND c.dst = a.src",
            {}}},
          {"triangles_undirected",
           {"WITH u(a, b) AS (SELECT src, dst FROM EDGE WHERE src < dst UNION SELECT dst, src FROM "
            "EDGE WHERE dst < src) SELECT COUNT(*) AS n FROM u x JOIN u y ON y.a = x.b JOIN u z ON "
            "z.a = x.a AND z.b = y.b",
            {}}},
          {"stats", {"SELECT COUNT(*) AS n, AVG(id) AS \"avgId\" FROM Node", {}}},
          {"version", {"SELECT version FROM Node WHERE id = $id", {"id"}}},
          {"set_version", {"UPDATE Node SET version = $version WHERE id = $id", {"id", "version"}}},
          {"bump_version", {"UPDATE Node SET version = version + 1 WHERE id = $id", {"id"}}},
          {"persons", {"SELECT COUNT(*) AS n FROM Person", {}}},
          {"liked",
           {"SELECT p.name AS name, l.weight AS weight FROM LIKES l JOIN Post p ON p.id = l.dst "
            "WHERE "
            "l.src = $person ORDER BY l.dst, l.weight",
            {"person"}}},
          {"values",
           {"SELECT text, number, real, flag AS \"flag::bool\" FROM Thing WHERE id = $id", {"id"}}},
          {"echo", {"SELECT $value AS value", {"value"}}},
          {"twice", {"SELECT $a AS a, $b AS b, $a AS again", {"a", "unused", "b"}}},
          {"all_ids", {"SELECT id FROM Node ORDER BY id", {}}},
          {"endless",
           {"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) AS n "
            "FROM c",
            {}}},
          {"endless_rows",
           {"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c", {}}},
          {"wrong_text", {"SELEKT 1", {}}},
          {"unknown_parameter", {"SELECT $nobody AS n", {"id"}}},
      }};
  return kSql;
}

Opened open_empty(const Subject& subject) {
  Opened opened{std::make_unique<TemporaryFolder>(), nullptr};
  Result<std::unique_ptr<Target>> target = subject.adapter.open({opened.folder->path(), {}});
  REQUIRE_MESSAGE(target.has_value(), (target ? "" : target.error().message));
  opened.target = std::move(*target);
  return opened;
}

Opened open_loaded(const Subject& subject, const Dataset& dataset) {
  Opened opened = open_empty(subject);
  const Result<LoadReport> report = opened.target->load(dataset);
  REQUIRE_MESSAGE(report.has_value(), (report ? "" : report.error().message));
  return opened;
}

Client::Client(const Subject& subject, Target& target) : subject_(subject) {
  Result<std::unique_ptr<Session>> session = target.connect();
  REQUIRE_MESSAGE(session.has_value(), (session ? "" : session.error().message));
  session_ = std::move(*session);
}

StatementId Client::statement(const std::string& question) {
  if (const auto found = prepared_.find(question); found != prepared_.end()) return found->second;
  const Question& asked = subject_.dialect->questions.at(question);
  const Result<StatementId> id =
      session_->prepare({question, subject_.dialect->name, asked.text, asked.parameters});
  REQUIRE_MESSAGE(id.has_value(), (id ? "" : id.error().message));
  return prepared_[question] = *id;
}

Result<Answer> Client::ask(const std::string& question, const Params& params) {
  const Result<void> done = session_->execute(statement(question), params, rows_);
  if (!done) return tl::unexpected(done.error());
  return to_answer(rows_);
}

Value Client::single(const std::string& question, const Params& params) {
  const Result<Answer> answer = ask(question, params);
  REQUIRE_MESSAGE(answer.has_value(), (answer ? "" : answer.error().message));
  REQUIRE(answer->rows.size() == 1);
  REQUIRE(answer->rows[0].size() == 1);
  return answer->rows[0][0];
}

}  // namespace gb::test
