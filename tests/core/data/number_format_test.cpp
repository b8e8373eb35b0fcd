#include "core/data/number_format.h"

#include <doctest/doctest.h>

namespace gb {
namespace {

std::string money(double number) {
  std::string out;
  append_money(out, number);
  return out;
}

}  // namespace

TEST_CASE("a JSON float is plain from 1e-6 up to below 1e21, else in exponent form") {
  CHECK(json_float(0) == "0");
  CHECK(json_float(-0.0) == "-0");
  CHECK(json_float(2.0) == "2");
  CHECK(json_float(0.01) == "0.01");
  CHECK(json_float(0.57) == "0.57");
  CHECK(json_float(-2.5) == "-2.5");
  CHECK(json_float(0.00001) == "0.00001");
  CHECK(json_float(1e-6) == "0.000001");
  CHECK(json_float(1e-7) == "1e-7");
  CHECK(json_float(1.5e-9) == "1.5e-9");
  CHECK(json_float(1e-10) == "1e-10");
  CHECK(json_float(1e20) == "100000000000000000000");
  CHECK(json_float(1e21) == "1e+21");
  CHECK(json_float(12345678.0) == "12345678");
  CHECK(json_float(0.1 + 0.2) == "0.30000000000000004");
}

TEST_CASE("a name float turns to exponents below 1e-4 and from 1e6 on") {
  CHECK(name_float(0.001) == "0.001");
  CHECK(name_float(0.0001) == "0.0001");
  CHECK(name_float(0.00001) == "1e-05");
  CHECK(name_float(100000) == "100000");
  CHECK(name_float(1e6) == "1e+06");
  CHECK(name_float(12345678) == "1.2345678e+07");
  CHECK(name_float(2.5) == "2.5");
  CHECK(name_float(1.000001) == "1.000001");
  CHECK(name_float(1e21) == "1e+21");
}

TEST_CASE("money has two decimals, rounded from the exact value, ties to even") {
  CHECK(money(0.125) == "0.12");  // exactly half a cent
  CHECK(money(0.375) == "0.38");
  CHECK(money(1.005) == "1.00");  // in binary a little less
  CHECK(money(40773.24) == "40773.24");
  CHECK(money(9999.999) == "10000.00");
  CHECK(money(-1.5) == "-1.50");
}

}  // namespace gb
