#!/usr/bin/env bash
# Builds the archives, the Debian package and the image of a release from the jars that Maven collected; ./gramme dist
# calls it. All times in the results are those of the commit, all files belong to root, and their order is fixed, so that
# two builds of a commit have the same bytes. The AOT cache is the exception: the JVM records a run, and no two are the same.
set -euo pipefail
export LC_ALL=C TZ=UTC
umask 022

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
here=$root/dist
jdk=$JAVA_HOME

# Modules that libraries mention but that no code of a server reaches: Jackson's and Ion's support for types of SQL and
# desktop programs, Agrona's compiler, and the vector instructions, which need a flag. java.xml is in their place, for S3.
without='java\.(desktop|sql|compiler)|jdk\.incubator\.vector'
# jcmd and Flight Recorder are for operators.
with=java.xml,java.management,jdk.jcmd,jdk.jfr

say() { printf 'gramme: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

help() {
  cat <<'END'
./gramme dist [options]

Builds into target/dist, for Linux on x86-64 unless --platform names another one:
  gramme-VERSION-linux-x64.tar.gz   the server with its own Java runtime
  gramme-VERSION-extras.tar.gz      the libraries that only --store postgres or cassandra, --s3-endpoint, --kafka and the
                                    commands copy, import, export, apply and mcp need
  gramme_VERSION_amd64.deb          the Debian package, with a systemd unit
  gramme-VERSION-image.tar          the container image, as an OCI archive that docker load also reads
  gramme-VERSION.tgz                the package for Node.js, Jest and Vitest; it needs
  gramme-linux-x64-VERSION.tgz      the package with the server, as npm install FILE FILE
  gramme-VERSION-linux-x64.cdx.json the bill of materials of the archive, in the format CycloneDX
  gramme-VERSION-image.cdx.json     the bill of materials of the image
  SHA256SUMS                        the checksums

  --output FOLDER    another folder than target/dist
  --only LIST        some of archive, extras, deb, image, npm; archive is always built
  --platform NAME    linux-x64, linux-arm64, macos-arm64 or windows-x64. For all but the first one: builds archive and npm
                     into target/dist-NAME, with --jdk; the AOT cache is made there, at the first start
  --jdk FOLDER       a JDK of that platform with its folder jmods, of the same version as the one that builds
  --without-aot      leave out the AOT cache; then all files have the same bytes after each build of a commit

The image contains glibc and the shell dash from Debian, which apt-get downloads.
END
}

output= only= aot=yes platform=linux-x64 target_jdk= check=
while (($#)); do
  case $1 in
    --output | --only | --platform | --jdk) (($# > 1)) || fail "$1 needs a value; ./gramme dist --help explains it" ;;&
    --output) output=$2; shift ;;
    --only) only=archive,$2; shift ;;
    --platform) platform=$2; shift ;;
    --jdk) target_jdk=$2; shift ;;
    --without-aot) aot= ;;
    --check) check=yes ;; # only checks the options
    --help) help; exit ;;
    *) fail "unknown option $1; ./gramme dist --help lists them" ;;
  esac
  shift
done
[[ $(uname -sm) == "Linux x86_64" ]] || fail "./gramme dist runs on Linux on x86-64; --platform builds for others"

# For each platform: how a JDK and Node.js name it, and where its native libraries are in the jars.
case $platform in
  linux-x64) of_jdk="Linux x86_64" of_node="linux x64" of_rocksdb=librocksdbjni-linux64.so of_zstd=linux/amd64/*.so ;;
  linux-arm64) of_jdk="Linux aarch64" of_node="linux arm64" of_rocksdb=librocksdbjni-linux-aarch64.so of_zstd=linux/aarch64/*.so ;;
  macos-arm64) of_jdk="Darwin aarch64" of_node="darwin arm64" of_rocksdb=librocksdbjni-osx-arm64.jnilib of_zstd=darwin/aarch64/*.dylib ;;
  windows-x64) of_jdk="Windows x86_64" of_node="win32 x64" of_rocksdb=librocksdbjni-win64.dll of_zstd=win/amd64/*.dll ;;
  *) fail "--platform is \"$platform\", but must be one of linux-x64, linux-arm64, macos-arm64, windows-x64" ;;
esac

# Compares the other JDK's file "release" with the platform and with the JDK that builds.
check_target_jdk() {
  local found version
  [[ -d $target_jdk ]] || fail "--platform $platform needs --jdk FOLDER with a JDK of that platform"
  found=$(release_of "$target_jdk" OS_NAME)\ $(release_of "$target_jdk" OS_ARCH)
  [[ $found == "$of_jdk" ]] || fail "the JDK in $target_jdk is for ${found/# /no known system}, not for $of_jdk"
  version=$(release_of "$jdk" JAVA_VERSION)
  found=$(release_of "$target_jdk" JAVA_VERSION)
  [[ $found == "$version" ]] || fail "the JDK in $target_jdk has the version $found, but the one that builds has $version"
  [[ -f $target_jdk/jmods/java.base.jmod ]] || fail "the JDK in $target_jdk has no folder jmods, which Temurin has as a file of its own"
}

# The value of a name in a JDK's file "release".
release_of() { sed -n "s/^$2=\"\(.*\)\"\r*$/\1/p" "$1/release" 2>/dev/null || true; }

if [[ $platform == linux-x64 ]]; then
  [[ -z $target_jdk ]] || fail "--jdk is for other platforms than linux-x64"
  only=${only:-archive,extras,deb,image,npm}
else
  only=${only:-archive,npm}
  [[ ,$only, != *,deb,* && ,$only, != *,image,* ]] || fail "the Debian package and the image are built for linux-x64 only"
  check_target_jdk
fi
for product in ${only//,/ }; do
  [[ $product =~ ^(archive|extras|deb|image|npm)$ ]] \
    || fail "--only has \"$product\", but archive, extras, deb, image and npm are possible"
done
[[ -z $check ]] || exit 0
output=${output:-$root/target/dist${target_jdk:+-$platform}}
output=$(mkdir -p "$output" && cd "$output" && pwd)

version=$(sed -n 's:^  <version>\(.*\)</version>:\1:p' "$root/pom.xml" | head -n 1)
# The host and path of the repository of the sources.
repository=$(sed -n 's:.*<gramme.repository>\(.*\)</.*:\1:p' "$root/pom.xml" | head -n 1)
# The time of the commit, or in a copy without Git that of the class files.
if ! epoch=$(git -C "$root" log -1 --format=%ct 2>/dev/null); then
  epoch=$(date +%s -d "$(sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' "$root/pom.xml")")
fi
export SOURCE_DATE_EPOCH=$epoch
work=$output/work
name=gramme-$version
stage=$work/$name

wants() { [[ ,$only, == *,$1,* ]]; }

# Gives all files of a folder the time of the commit.
date_files() { find "$1" -exec touch -h -d "@$epoch" {} +; }

# pack ARCHIVE FOLDER NAMES...: a tar archive whose bytes depend only on the files.
pack() {
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mtime="@$epoch" \
    --directory "$2" "${@:3}" | gzip -9 -n >"$1"
}

# Writes the names of the jars in this folder in their order in the class path, and the version to which they belong.
list_jars() {
  printf '%s\n' *.jar >class-path
  echo "$version" >version
}

# strip_jar JAR FOLDER LIBRARY [NAME]: moves the platform's native library from a jar to a folder, and removes all others. On
# other platforms than this one it stays in the jar, from which the server unpacks it once.
strip_jar() {
  local folder=$work/strip kept=
  rm -rf "$folder"
  mkdir -p "$folder"
  (cd "$folder" && "$jdk/bin/jar" --extract --file "$1")
  if [[ $target_jdk ]]; then
    kept=$folder/$3
  else
    mkdir -p "$2"
    cp "$folder/$3" "$2/${4:-$(basename "$3")}"
  fi
  find "$folder" -type f \( -name '*.so' -o -name '*.dll' -o -name '*.jnilib' -o -name '*.dylib' \) -not -path "$kept" -delete
  (cd "$folder" && find . -type f -not -path ./META-INF/MANIFEST.MF | cut -c 3- | sort >"$work/list")
  (cd "$folder" && "$jdk/bin/jar" --create --file "$1" --date "$(date +%Y-%m-%dT%H:%M:%SZ -d "@$epoch")" \
    --manifest META-INF/MANIFEST.MF "@$work/list")
  rm -rf "$folder"
}

# shellcheck source=dist/documents.sh
. "$here/documents.sh"

stage_jars() {
  mkdir -p "$stage/lib/optional"
  cp "$here"/target/jars/*.jar "$stage/lib/"
  chmod 644 "$stage"/lib/*.jar
  # RocksDB's loader expects the name with "jni" twice.
  strip_jar "$(echo "$stage"/lib/rocksdbjni-*.jar)" "$stage/lib/native" $of_rocksdb librocksdbjnijni-linux64.so
  local zstd
  zstd=$(echo "$stage"/lib/zstd-jni-*.jar)
  strip_jar "$zstd" "$stage/lib/native" "${of_zstd/\*/lib$(basename "$zstd" .jar)}"
  if [[ -z $target_jdk ]]; then chmod 644 "$stage"/lib/native/*; fi
  (cd "$stage/lib" && list_jars)
}

stage_runtime() {
  local modules
  say "collecting the modules of Java that are needed"
  modules=$("$jdk/bin/jdeps" --print-module-deps --ignore-missing-deps --multi-release 25 \
    --class-path "$root/server/target/jars/*:$root/mcp/target/jars/*" "$stage"/lib/*.jar "$root"/server/target/jars/*.jar \
    "$root"/mcp/target/jars/*.jar 2>/dev/null \
    | tail -n 1 | tr , '\n' | grep -vxE "$without" | paste -sd ,)
  [[ $modules == *java.base* ]] || fail "jdeps found no modules"
  # Debugging symbols of another platform's libraries cannot be removed here.
  local others=(--strip-debug)
  if [[ $target_jdk ]]; then others=(--strip-java-debug-attributes --module-path "$target_jdk/jmods"); fi
  "$jdk/bin/jlink" --add-modules "$modules,$with" "${others[@]}" --no-header-files --no-man-pages --output "$stage/runtime"
}

train() {
  say "creating the AOT cache"
  local scratch classes
  scratch=$(mktemp -d)
  classes=$(sed "s:^:$stage/lib/:" "$stage/lib/class-path" | paste -sd :)
  ROCKSDB_MUSL_LIBC=false "$stage/runtime/bin/java" "@$stage/lib/jvm.options" -Xmx256m -XX:+UseSerialGC \
    "-Djava.library.path=$stage/lib/native" "-Dgramme.native=$stage/lib/native" \
    -XX:AOTCacheOutput="$stage/lib/gramme.aot" -cp "$classes" dev.gramme.server.AotTraining "$scratch" \
    >"$work/training.log" 2>&1 || fail "the AOT cache could not be created; see $work/training.log"
  rm -rf "$scratch"
  chmod 644 "$stage/lib/gramme.aot"
}

stage_launcher() {
  local launchers=$here/src/main/launcher
  cp "$launchers/jvm.options" "$stage/lib/"
  if [[ $platform == windows-x64 ]]; then
    cp "$launchers/gramme.cmd" "$stage/bin/"
  else
    cp "$launchers/launch.sh" "$stage/lib/"
    cp "$launchers/gramme" "$stage/bin/"
  fi
  # The launchers make the AOT cache at the first start if this file exists.
  if [[ $aot && $target_jdk ]]; then : >"$stage/lib/make-aot"; fi
}

build_archive() {
  rm -rf "$work"
  mkdir -p "$stage/bin"
  stage_jars
  stage_launcher
  stage_runtime
  stage_documents
  # The JVM compares the times of the jars and of its modules with those at the creation of the AOT cache.
  date_files "$stage"
  if [[ $aot && -z $target_jdk ]]; then train; fi
  date_files "$stage"
  say "packing $name-$platform.tar.gz"
  cp "$stage/sbom.cdx.json" "$output/$name-$platform.cdx.json"
  pack "$output/$name-$platform.tar.gz" "$work" "$name"
}

# The server of the Model Context Protocol, with all of its libraries.
stage_mcp() {
  mkdir -p "$1/lib/mcp"
  cp "$root"/mcp/target/jars/*.jar "$root"/mcp/target/gramme-mcp-"$version".jar "$1/lib/mcp/"
  (cd "$1/lib/mcp" && list_jars)
  chmod 644 "$1"/lib/mcp/*
}

# Unpacked in the folder of an installation, the libraries are in lib/optional and lib/mcp.
build_extras() {
  say "packing $name-extras.tar.gz"
  local extras=$work/extras jar
  mkdir -p "$extras/lib/optional" "$extras/licences"
  for jar in "$root"/server/target/jars/*.jar; do
    [[ -e $here/target/jars/$(basename "$jar") ]] || cp "$jar" "$extras/lib/optional/"
  done
  (cd "$extras/lib/optional" && list_jars)
  chmod 644 "$extras"/lib/optional/*
  stage_mcp "$extras"
  collect_licences "$extras/lib/optional" "$extras/licences" "$root/server/target/THIRD-PARTY.txt"
  collect_licences "$extras/lib/mcp" "$extras/licences" "$root/mcp/target/THIRD-PARTY.txt"
  cp "$root/mcp/target/THIRD-PARTY.txt" "$extras/THIRD-PARTY-mcp.txt"
  cp "$root/mcp/target/sbom.cdx.json" "$extras/sbom-mcp.cdx.json"
  cp "$root/server/target/THIRD-PARTY.txt" "$extras/THIRD-PARTY-extras.txt"
  cp "$root/server/target/sbom.cdx.json" "$extras/sbom-extras.cdx.json"
  date_files "$extras"
  pack "$output/$name-extras.tar.gz" "$extras" THIRD-PARTY-extras.txt THIRD-PARTY-mcp.txt lib licences sbom-extras.cdx.json \
    sbom-mcp.cdx.json
}

rm -f "$output"/gramme* "$output/SHA256SUMS"
build_archive
if wants extras; then build_extras; fi
for part in deb image npm; do
  # shellcheck source=dist/deb.sh source=dist/image.sh source=dist/npm.sh
  if wants $part; then . "$here/$part.sh"; fi
done
rm -rf "$work"
(cd "$output" && sha256sum gramme* >SHA256SUMS)
say "the files are in $output:"
(cd "$output" && ls -l gramme* | awk '{ printf "  %10.1f MB  %s\n", $5 / 1e6, $9 }') >&2
