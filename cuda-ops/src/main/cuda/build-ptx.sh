#!/usr/bin/env bash
# Compiles every *_kernels.cu below this folder to PTX text for compute capability 7.5, in src/main/resources, and writes the
# hash of the sources beside it (or in the folder that the argument names). Needs nvcc (13.0 or newer) and ptxas; run it after every change of a kernel.
#
# nvcc writes the newest version of the language that it knows, which older drivers refuse, although the kernels use nothing
# of it. So the version is set to the oldest that ptxas accepts.
set -euo pipefail
cd "$(dirname "$0")"
target=${1:-../resources/io/algeon/cuda/ptx}
mkdir -p "$target"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for source in $(find . -name '*_kernels.cu' | LC_ALL=C sort); do
  name=$(basename "$source" _kernels.cu)
  nvcc -std=c++17 -ptx -arch=compute_75 -fmad=false -I. "$source" -o "$scratch/$name.all"
  # comments name the machine's compiler; names of internal functions hold hashes of the folder and the moment
  sed -E -e '/^\/\//d' -e '/^$/d' -e 's/(_INTERNAL_|GLOBAL__N__)[0-9a-f]{8}(_[0-9]+_)/\100000000\2/g' \
      -e "s/(_${name}_kernels_cu_)[0-9a-f]{8}/\\100000000/g" "$scratch/$name.all" > "$scratch/$name.ptx"
  for version in 6.3 6.4 6.5 7.0 7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 8.0; do
    sed -i "s/^\.version .*/.version $version/" "$scratch/$name.ptx"
    if ptxas -arch=sm_75 "$scratch/$name.ptx" -o /dev/null 2> "$scratch/errors"; then
      break
    elif [ "$version" = 8.0 ]; then
      cat "$scratch/errors"; exit 1
    fi
  done
  cmp -s "$scratch/$name.ptx" "$target/$name.ptx" || cp "$scratch/$name.ptx" "$target/$name.ptx"
  echo "$name: PTX $version, $(stat -c %s "$target/$name.ptx") bytes"
done
for ptx in "$target"/*.ptx; do
  [ -f "$scratch/$(basename "$ptx")" ] || rm "$ptx"
done

# sha256sum of "<path> <sha256>" lines of all sources, by path
find . -name '*.cu' -o -name '*.cuh' -o -name '*.h' | LC_ALL=C sort \
  | while read -r file; do echo "${file#./} $(sha256sum < "$file" | cut -d' ' -f1)"; done \
  | sha256sum | cut -d' ' -f1 > "$target/sources.sha256"
