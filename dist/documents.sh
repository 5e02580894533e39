# shellcheck shell=bash disable=SC2154 # dist/build.sh includes this file and sets the variables
# The licences of the libraries in a release, and the bill of materials.

# licences_of JAR LIST: prints the names of a library's licences in a list of the build (THIRD-PARTY.txt), each in parentheses.
licences_of() {
  awk -v jar="$(basename "$1" .jar)" 'match($0, /\([^ ()]+:[^ ()]+:[^ ()]+ - /) {
      split(substr($0, RSTART + 1, RLENGTH - 4), id, ":")
      if (id[2] "-" id[3] == jar) print substr($0, 1, RSTART - 1) }' "$2"
}

# collect_licences JARS TARGET LIST: writes the licences and notices in the jars of a folder, in a folder for each jar. The
# folder src/main/licences has the texts that a jar lacks. Apache's licence is always the same. CC0 and MIT-0 do not require a text.
collect_licences() {
  local jar library target file
  local names='(^|/)(about|[a-z0-9_.-]*(licen[cs]es?|notices?|copying)[a-z0-9_-]*)(\.(txt|md|html))?$|(^|/)licen[cs]es/[^/]+$'
  for jar in "$1"/*.jar; do
    library=$(basename "$jar" .jar)
    [[ $library == gramme-* ]] && continue
    target=$2/$library
    mkdir -p "$target"
    while read -r file; do
      unzip -p "$jar" "$file" >"$target/${file//\//-}"
    done < <(unzip -Z1 "$jar" | grep -iE "$names" || true)
    file=$here/src/main/licences/${library%%-[0-9]*}.txt
    if [[ -e $file ]]; then cp "$file" "$target/"; fi
    [[ $(ls "$target") ]] && continue
    case $(licences_of "$jar" "$3") in
      *'(Apache-2.0)'*) cp "$root/LICENSE" "$target/" ;;
      *'(CC0-1.0)'* | *'(MIT-0)'*) rmdir "$target" ;;
      *) fail "$library.jar has no licence text; dist/src/main/licences needs one" ;;
    esac
  done
}

# Encodes a name or a version for a package URL.
encoded() { printf '%s' "$1" | sed -e 's/%/%25/g' -e 's/+/%2B/g' -e 's/:/%3A/g'; }

# component NAME VERSION LICENCE PURL [MEMBERS]: prints a component of a bill of materials. A version may be unknown.
component() {
  printf '{"type":"library","bom-ref":"%s","name":"%s",%s"scope":"required","licenses":[{"expression":"%s"}],%s"purl":"%s"}' \
    "$4" "$1" "${2:+"\"version\":\"$2\","}" "$3" "${5:-}" "$4"
}

# add_components FILE COMPONENTS: adds components, each in a line, to a bill of materials of Maven's plugin.
add_components() {
  COMPONENTS=$2 awk '{ print }
    /^  "components" : \[$/ { gsub(/\n/, ",\n", ENVIRON["COMPONENTS"]); print ENVIRON["COMPONENTS"] ","; found++ }
    END { exit found != 1 }' "$1" >"$work/sbom" || fail "$1 has no list of components"
  cat "$work/sbom" >"$1"
  rm "$work/sbom"
}

# The components that Maven does not know: the Java runtime, and Preact, which is a part of htm in a version that htm does not name.
other_components() {
  local java
  java=$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"/\1/p' "$jdk/release")
  [[ $java ]] || fail "$jdk/release does not name the version of the JDK"
  component OpenJDK "$java" "GPL-2.0-only WITH Classpath-exception-2.0" "pkg:generic/openjdk@$(encoded "$java")" \
    "\"cpe\":\"cpe:2.3:a:oracle:openjdk:${java%%[+-]*}:*:*:*:*:*:*:*\","
  printf '\n'
  component preact '' MIT pkg:npm/preact
}

# debian_components FILES: prints components for Debian's packages whose files the image has parts of.
debian_components() {
  local file package version licence distribution
  distribution=$(sed -n 's/^ID=//p' /etc/os-release)
  for file in "$@"; do
    package=$(dpkg-deb --field "$file" Package)
    version=$(dpkg-deb --field "$file" Version)
    case $package in
      libc6) licence=LGPL-2.1-or-later ;;
      dash) licence=BSD-3-Clause ;;
      *) licence='GPL-3.0-or-later WITH GCC-exception-3.1' ;;
    esac
    component "$package" "$version" "$licence" "pkg:deb/$distribution/$(encoded "$package")@$(encoded "$version")?arch=amd64"
    printf '\n'
  done
}

stage_documents() {
  mkdir -p "$stage/licences"
  cp "$root/LICENSE" "$root/NOTICE" "$stage/"
  cp "$here/target/THIRD-PARTY.txt" "$here/target/sbom.cdx.json" "$stage/"
  add_components "$stage/sbom.cdx.json" "$(other_components)"
  collect_licences "$stage/lib" "$stage/licences" "$stage/THIRD-PARTY.txt"
  sed "s/VERSION/$version/g; s/PLATFORM/$platform/" "$here/src/main/archive/README.md" >"$stage/README.md"
}
