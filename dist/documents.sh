# shellcheck shell=bash disable=SC2154 # dist/build.sh includes this file and sets the variables
# The licences of the libraries in a release.

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

stage_documents() {
  mkdir -p "$stage/licences"
  cp "$root/LICENSE" "$root/NOTICE" "$stage/"
  cp "$here/target/THIRD-PARTY.txt" "$here/target/sbom.cdx.json" "$stage/"
  collect_licences "$stage/lib" "$stage/licences" "$stage/THIRD-PARTY.txt"
  sed "s/VERSION/$version/g" "$here/src/main/archive/README.md" >"$stage/README.md"
}
