# shellcheck shell=bash disable=SC2154 # dist/build.sh includes this file and sets the variables
# Builds the packages for npm: gramme, which starts a server, and gramme-linux-x64 with the files of the archive, which is an
# optional dependency of it for this platform; or the package of another platform alone. build.sh includes this file.

pack_npm() {
  sed -i -e "s/\"VERSION\"/\"$version\"/" -e "s:REPOSITORY:$repository:" -e "s/PLATFORM/$platform/" \
    -e "s/SYSTEM/${of_node% *}/" -e "s/PROCESSOR/${of_node#* }/" "$1/package.json"
  # Only packages for Linux depend on a C library.
  if [[ $platform != linux-* ]]; then sed -i '/"libc":/d' "$1/package.json"; fi
  (cd "$output" && npm pack --silent --ignore-scripts "$1" >/dev/null) || fail "npm pack failed in $1"
}

build_npm() {
  command -v npm >/dev/null || fail "npm is required to build its packages; install it (apt-get install npm), or use --only"
  say "packing the packages for npm"
  local packages=$work/npm
  mkdir -p "$packages"
  cp -R "$root/npm/gramme" "$root/npm/platform" "$packages/"
  # npm leaves out symbolic links, so their targets are copied.
  cp -RLp "$stage" "$packages/platform/server"
  # Programs start the server of the Model Context Protocol with npx, so the package has it.
  stage_mcp "$packages/platform/server"
  collect_licences "$packages/platform/server/lib/mcp" "$packages/platform/server/licences" \
    "$root/mcp/target/THIRD-PARTY.txt"
  cp "$root/mcp/target/THIRD-PARTY.txt" "$packages/platform/server/THIRD-PARTY-mcp.txt"
  cp "$root/LICENSE" "$root/NOTICE" "$packages/gramme/"
  cp "$root/LICENSE" "$root/NOTICE" "$packages/platform/"
  if [[ -z $target_jdk ]]; then pack_npm "$packages/gramme"; fi
  pack_npm "$packages/platform"
}

build_npm
