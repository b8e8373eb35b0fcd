#pragma once

#include <string>

namespace gb {

/// A float in a recipe or in params (datasets §4): the shortest digits that read back to the same
/// double; plain for 0 and 1e-6 <= |x| < 1e21, else "d.ddde±XX" in which a negative exponent of one
/// digit has no leading zero ("1e-7", "1e+21"). number: finite.
std::string json_float(double number);

/// A float in a dataset's name and scale: the same digits; exponent form when the decimal exponent
/// is below -4 or at least 6 ("1e-05", "1e+06"). number: finite.
std::string name_float(double number);

/// Appends with exactly two decimals, correctly rounded from the exact value, ties to even.
void append_money(std::string& out, double number);

}  // namespace gb
