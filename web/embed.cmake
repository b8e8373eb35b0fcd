# cmake -DFOLDER=... -DNAMES=a;b -DOUT=embedded.h -P embed.cmake: writes files into a header, as raw literals with
# their digests.
set(types_html "text/html; charset=utf-8")
set(types_css "text/css; charset=utf-8")
set(types_js "text/javascript; charset=utf-8")
set(types_svg "image/svg+xml")

set(rows "")
foreach(name ${NAMES})
  file(READ ${FOLDER}/${name} text)
  file(SHA256 ${FOLDER}/${name} digest)
  string(REGEX REPLACE "^.*\\." "" extension ${name})
  string(APPEND rows "    {\"${name}\", \"${types_${extension}}\", \"${digest}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE ${OUT}
  "// Written by web/embed.cmake.\n#pragma once\n\n#include \"web/assets.h\"\n\nnamespace gb {\n\n"
  "inline constexpr WebAsset kEmbeddedAssets[] = {\n${rows}};\n\n}  // namespace gb\n")
