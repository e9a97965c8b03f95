#!/usr/bin/env bash
# Prints the table of registers, stack, spills and shared memory of every kernel (or of the modules that the arguments name) for
# docs/gpu.md, from the PTX that is committed.
# Needs ptxas.
set -euo pipefail
cd "$(dirname "$0")/../resources/io/algeon/cuda/ptx"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for module in ${@:-$(basename -s .ptx *.ptx)}; do
  for capability in 75 80 90; do
    ptxas -v -arch=sm_$capability "$module.ptx" -o /dev/null 2>> "$scratch/$capability"
  done
done
# a line a kernel and capability: name, registers, stack, spills, shared
for capability in 75 80 90; do
  awk '/Compiling entry function/ {split($0, part, "\x27"); kernel = part[2]; wanted = 1; next}
       /stack frame/ && wanted {stack = $1; spills = $5; next}
       /Used .* registers/ {match($0, /Used [0-9]+/); registers = substr($0, RSTART + 5, RLENGTH - 5)
         shared = match($0, /[0-9]+ bytes smem/) ? substr($0, RSTART, RLENGTH - 11) : 0
         sub(/_kernel$/, "", kernel); print kernel, registers, stack, spills, shared; wanted = 0}' "$scratch/$capability" \
    | LC_ALL=C sort > "$scratch/$capability.lines"
done
echo '| kernel | registers 7.5 / 8.0 / 9.0 | stack frame, bytes | spilled, bytes | shared, bytes |'
echo '|---|---|---|---|---|'
join "$scratch/75.lines" "$scratch/80.lines" | join - "$scratch/90.lines" | awk '
  function of(a, b, c) {return a == b && b == c ? a : a " / " b " / " c}
  {print "| `" $1 "` | " $2 " / " $6 " / " $10 " | " of($3, $7, $11) " | " of($4, $8, $12) " | " of($5, $9, $13) " |"}'
