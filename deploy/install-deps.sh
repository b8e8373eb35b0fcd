#!/usr/bin/env bash
# Installs what graph-bench needs from Debian or Ubuntu packages, and nothing that is already there: a second run needs
# no network.
#   deploy/install-deps.sh build   compiler, build tools, libraries, SQLite
#   deploy/install-deps.sh test    that, and what the tests drive: a browser, promtool, the linters
set -euo pipefail

build=(
  g++ cmake ninja-build mold ccache pkg-config git ca-certificates
  libgrpc++-dev protobuf-compiler-grpc protobuf-compiler libprotobuf-dev
  libasio-dev nlohmann-json3-dev libsqlitecpp-dev libsqlite3-dev prometheus-cpp-dev doctest-dev libcli11-dev
  libspdlog-dev libfmt-dev libtomlplusplus-dev libexpected-dev libzstd-dev zlib1g-dev libcpp-httplib-dev libssl-dev
  libsqlite3-0
)
test=(chromium chromium-driver prometheus clang-format clang-tidy sqlite3 strace)

case "${1:-}" in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${build[@]}" "${test[@]}") ;;
  *)
    echo "usage: deploy/install-deps.sh build|test" >&2
    exit 64
    ;;
esac

if ! command -v dpkg-query >/dev/null; then
  echo "install-deps: this script knows Debian 12 and Ubuntu 24.04 or later; elsewhere install these by hand:" >&2
  printf '  %s\n' "${wanted[@]}" >&2
  exit 5
fi

missing=()
for package in "${wanted[@]}"; do
  dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "install-deps: all ${#wanted[@]} packages are there"
  exit 0
fi

sudo=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-deps: these packages are missing and neither root nor sudo is at hand: ${missing[*]}" >&2
    exit 5
  fi
  sudo=(sudo)
fi

echo "install-deps: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update -q
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
