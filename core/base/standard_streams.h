#pragma once

namespace gb {

/// Opens /dev/null for whichever of stdin, stdout and stderr the caller closed (`gb … >&-`).
/// First in main: the next file opened would take the number, and what is printed would end in it.
void open_standard_streams();

}  // namespace gb
