#include "workloads/dataset/snb29_shape.h"

namespace gb::snb29 {
namespace {

/// "<before><index>" as the next field.
CsvWriter& name(CsvWriter& csv, std::string_view before, std::int64_t index) {
  return csv.plain(fmt::format("{}{}", before, index));
}

Result<void> write_places(FileListWriter& out) {
  return out.write("nodes/Place.csv", "id,name,type", [](CsvWriter& csv) {
    for (std::int64_t k = 0; k < kContinents; ++k) {
      name(csv.integer(k), "Continent_", k).plain("Continent").end_row();
    }
    for (std::int64_t k = 0; k < kCountries; ++k) {
      name(csv.integer(country_place(k)), "Country_", k).plain("Country").end_row();
    }
    for (std::int64_t k = 0; k < kCities; ++k) {
      name(csv.integer(city_place(k)), "City_", k).plain("City").end_row();
    }
  });
}

Result<void> write_place_parts(FileListWriter& out) {
  return out.write("rels/Place_IS_PART_OF.csv", "src,dst", [](CsvWriter& csv) {
    for (std::int64_t k = 0; k < kCountries; ++k) {
      csv.integer(country_place(k)).integer(k % kContinents).end_row();
    }
    for (std::int64_t k = 0; k < kCities; ++k) {
      csv.integer(city_place(k)).integer(country_place(country_of_city(k))).end_row();
    }
  });
}

Result<void> write_tags(FileListWriter& out) {
  Result<void> done = out.write("nodes/TagClass.csv", "id,name", [](CsvWriter& csv) {
    for (std::int64_t k = 0; k < kTagClasses; ++k) name(csv.integer(k), "Class_", k).end_row();
  });
  if (!done) return done;
  done = out.write("rels/TagClass_IS_SUBCLASS_OF.csv", "src,dst", [](CsvWriter& csv) {
    for (std::int64_t k = 1; k < kTagClasses; ++k) csv.integer(k).integer((k - 1) / 2).end_row();
  });
  if (!done) return done;
  done = out.write("nodes/Tag.csv", "id,name", [](CsvWriter& csv) {
    for (std::int64_t k = 0; k < kTags; ++k) name(csv.integer(k), "Tag_", k).end_row();
  });
  if (!done) return done;
  return out.write("rels/Tag_HAS_TYPE.csv", "src,dst", [](CsvWriter& csv) {
    for (std::int64_t k = 0; k < kTags; ++k) csv.integer(k).integer(1 + k % 11).end_row();
  });
}

Result<void> write_organisations(FileListWriter& out) {
  const auto nodes = out.write("nodes/Organisation.csv", "id,name,type", [](CsvWriter& csv) {
    for (std::int64_t k = 0; k < kUniversities; ++k) {
      name(csv.integer(k), "University_", k).plain("University").end_row();
    }
    for (std::int64_t k = 0; k < kCompanies; ++k) {
      name(csv.integer(kUniversities + k), "Company_", k).plain("Company").end_row();
    }
  });
  if (!nodes) return nodes;
  return out.write("rels/Organisation_IS_LOCATED_IN.csv", "src,dst", [](CsvWriter& csv) {
    for (std::int64_t k = 0; k < kUniversities; ++k) {
      csv.integer(k).integer(city_place(2 * k % kCities)).end_row();
    }
    for (std::int64_t k = 0; k < kCompanies; ++k) {
      csv.integer(kUniversities + k).integer(country_place(k % kCountries)).end_row();
    }
  });
}

}  // namespace

std::string ip_of(std::int64_t person) {
  return fmt::format("10.{}.{}.{}", person / 65536 % 256, person / 256 % 256, person % 256);
}

Result<void> write_static(FileListWriter& out) {
  Result<void> done = write_places(out);
  if (done) done = write_place_parts(out);
  if (done) done = write_tags(out);
  if (done) done = write_organisations(out);
  return done;
}

}  // namespace gb::snb29
