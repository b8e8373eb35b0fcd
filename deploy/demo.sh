#!/usr/bin/env bash
# A whole lab on this one host: a coordinator and three agents named after the machines of a small lab, each with a data
# folder of its own. They share the host, so the coordinator never lets two of them measure at the same time.
#   deploy/demo.sh BIN_FOLDER      KEEP=1 leaves the lab up for the web page; DEMO_MATRIX=FILE runs another matrix
set -euo pipefail

bin=${1:?usage: deploy/demo.sh BIN_FOLDER}
here=$(cd "$(dirname "$0")" && pwd)
matrix=${DEMO_MATRIX:-$here/demo.toml}
data=$(mktemp -d "${TMPDIR:-/tmp}/graph-bench-demo.XXXXXX")
# Datasets outlive the demo, so that a second one need not make them again.
datasets=${GRAPH_BENCH_DATA:-${XDG_CACHE_HOME:-$HOME/.cache}/graph-bench/datasets}
pids=()

stop() {
  local status=$?
  if [ "${KEEP:-}" = 1 ] && [ "$status" -eq 0 ]; then
    cat <<EOF
The lab stays up. Look at it: $web, or
  export GRAPH_BENCH_COORDINATOR=$grpc; $bin/gb agent list
Stop it: kill ${pids[*]}; rm -r $data
EOF
    return
  fi
  for pid in "${pids[@]}"; do kill -TERM "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  if [ "$status" -eq 0 ] || [ "$status" -eq 130 ]; then
    rm -rf "$data"
    if [ "$status" -eq 130 ]; then echo "demo: interrupted; the lab is stopped, and nothing of it is left" >&2; fi
  else
    echo "demo: failed with exit code $status; logs are in $data" >&2
  fi
}
trap stop EXIT
trap 'exit 130' INT TERM

# The usual ports when they are free, else any: another lab may be running here.
ports=(--grpc 127.0.0.1:7450 --http 127.0.0.1:7451)
for port in 7450 7451; do
  if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then ports=(--grpc 127.0.0.1:0 --http 127.0.0.1:0); fi
done
"$bin/gb-coordinator" --data "$data/coordinator" "${ports[@]}" 2>"$data/coordinator.log" &
pids+=($!)
for _ in $(seq 100); do
  [ -s "$data/coordinator/endpoints" ] && break
  if ! kill -0 "${pids[0]}" 2>/dev/null; then
    cat "$data/coordinator.log" >&2
    exit 5
  fi
  sleep 0.1
done
grpc=$(sed -n 's/^grpc=//p' "$data/coordinator/endpoints")
web=$(sed -n 's/^http=//p' "$data/coordinator/endpoints")
export GRAPH_BENCH_COORDINATOR=$grpc

for name in laptop server1 gamingpc; do
  "$bin/gb-agent" --name "$name" --coordinator "$grpc" --data "$data/$name" --datasets "$datasets" 2>"$data/$name.log" &
  pids+=($!)
done

cat <<EOF
A lab of three agents named laptop, server1 and gamingpc: three processes on
this ONE host, with a data folder each. They share the host, so one cell runs
at a time, and what their tables differ in is this host's noise.
Web page: $web while it runs; KEEP=1 make demo leaves it up
EOF
"$bin/gb" agent list --wait 3
"$bin/gb" matrix submit "$matrix" --wait
echo
