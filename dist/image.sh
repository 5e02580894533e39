# shellcheck shell=bash disable=SC2154 # dist/build.sh includes this file and sets the variables
# Writes the container image: an OCI layout, with the manifest.json that "docker load" reads. The image has the staged
# installation, the C and C++ libraries and the shell dash from Debian's packages, and nothing else.

packages=(libc6 libgcc-s1 libstdc++6 dash)
libraries=(ld-linux-x86-64.so.2 libc.so.6 libdl.so.2 libm.so.6 libnss_dns.so.2 libnss_files.so.2 libpthread.so.0 libresolv.so.2
  librt.so.1 libgcc_s.so.1 libstdc++.so.6)
user=10001

download() {
  (cd "$debs" && apt-get download "$@" >"$work/apt.log" 2>&1) \
    || fail "apt-get cannot download $* (see $work/apt.log); --only extras,deb leaves the image out"
}

# Collects the files that the installation needs from Debian.
stage_base() {
  local base=$1 debs=$work/debs file library package
  mkdir -p "$debs/root" "$base"/{bin,lib64,usr/lib/x86_64-linux-gnu,etc,tmp}
  download "${packages[@]}"
  # The licences of GCC's libraries are in a package of their own.
  download "$(dpkg-deb --field "$debs"/libstdc++6_*.deb Depends | grep -o 'gcc-[0-9]*-base' | head -n 1)"
  versions=
  for file in "$debs"/*.deb; do
    dpkg-deb --extract "$file" "$debs/root"
    versions+="${versions:+, }$(dpkg-deb --show --showformat='${Package} ${Version}' "$file")"
  done
  for library in "${libraries[@]}"; do
    file=$(find "$debs/root" -name "$library" -not -path '*/lib64/*' | head -n 1)
    [[ $file ]] || fail "Debian's packages do not contain $library"
    cp -L "$file" "$base/usr/lib/x86_64-linux-gnu/$library"
  done
  # The linker's path is part of every program.
  ln -s ../usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 "$base/lib64/ld-linux-x86-64.so.2"
  file=$(find "$debs/root" -name dash -type f -path '*bin/*')
  cp "$file" "$base/bin/sh"
  for file in "$debs"/root/usr/share/doc/*/copyright; do
    package=$(basename "$(dirname "$file")")
    mkdir -p "$base/usr/share/doc/$package"
    cp -L "$file" "$base/usr/share/doc/$package/"
  done
  printf 'root:x:0:0:root:/:/bin/sh\ngramme:x:%d:%d:Gramme:/data:/bin/sh\n' $user $user >"$base/etc/passwd"
  printf 'root:x:0:\ngramme:x:%d:\n' $user >"$base/etc/group"
  printf 'hosts: files dns\npasswd: files\ngroup: files\n' >"$base/etc/nsswitch.conf"
  chmod 1777 "$base/tmp"
}

# layer OWNER FOLDER: adds a layer with the contents of a folder.
layer() {
  local file=$blobs/layer digest
  date_files "$2"
  (cd "$2" && tar --create --sort=name --owner="$1" --group="$1" --numeric-owner --format=gnu --mtime="@$epoch" -- *) >"$work/layer.tar"
  diff_ids+="${diff_ids:+,}\"sha256:$(digest "$work/layer.tar")\""
  gzip -9 -n <"$work/layer.tar" >"$file"
  digest=$(digest "$file")
  layers+="${layers:+,}{\"mediaType\":\"application/vnd.oci.image.layer.v1.tar+gzip\",\"size\":$(size "$file"),\"digest\":\"sha256:$digest\"}"
  layer_files+="${layer_files:+,}\"blobs/sha256/$digest\""
  mv "$file" "$blobs/$digest"
  rm "$work/layer.tar"
}

digest() { sha256sum "$1" | cut -c -64; }
size() { stat -c %s "$1"; }

# blob TEXT: adds a blob, and sets blob to its digest.
blob() {
  printf '%s' "$1" >"$blobs/text"
  blob=$(digest "$blobs/text")
  mv "$blobs/text" "$blobs/$blob"
}

build_image() {
  local image=$work/image blobs=$work/image/blobs/sha256 diff_ids='' layers='' layer_files='' versions='' blob='' created config
  say "packing $name-image.tar"
  mkdir -p "$blobs" "$work/app/opt" "$work/data"/{data,home/dynamodblocal}
  stage_base "$work/base"
  cp -al "$stage" "$work/app/opt/gramme"
  # The bill of materials of the image has Debian's packages, too.
  rm "$work/app/opt/gramme/sbom.cdx.json"
  cp "$stage/sbom.cdx.json" "$work/app/opt/gramme/"
  add_components "$work/app/opt/gramme/sbom.cdx.json" "$(debian_components "$work"/debs/*.deb)"
  cp "$work/app/opt/gramme/sbom.cdx.json" "$output/$name-image.cdx.json"
  # The entry point of containers that were made for DynamoDB Local.
  cp "$here/src/main/launcher/java" "$work/app/opt/gramme/bin/"
  layer 0 "$work/base"
  layer 0 "$work/app"
  # Folders of the user: the volume, and the folder that compose files for DynamoDB Local mount.
  layer $user "$work/data"
  created=$(date +%Y-%m-%dT%H:%M:%SZ -d "@$epoch")
  blob '{"created":"'"$created"'","architecture":"amd64","os":"linux","config":{"User":"'$user:$user'",
"ExposedPorts":{"8000/tcp":{}},"Env":["PATH=/opt/gramme/bin:/bin","GRAMME_DATA=/data","GRAMME_BIND=0.0.0.0",
"GRAMME_INSECURE=true"],"Entrypoint":["/opt/gramme/bin/gramme"],"Volumes":{"/data":{}},"WorkingDir":"/data",
"StopSignal":"SIGTERM","Healthcheck":{"Test":["CMD","/opt/gramme/bin/gramme","health","--process","1"],"Interval":10000000000,
"Timeout":5000000000,"StartPeriod":10000000000,"Retries":3},"Labels":{"org.opencontainers.image.title":"Gramme",
"org.opencontainers.image.description":"A database that speaks the protocol of Amazon DynamoDB",
"org.opencontainers.image.version":"'"$version"'","org.opencontainers.image.created":"'"$created"'",
"org.opencontainers.image.revision":"'"$(git -C "$root" rev-parse HEAD 2>/dev/null || true)"'",
"org.opencontainers.image.source":"https://'"$repository"'",
"org.opencontainers.image.licenses":"Apache-2.0","dev.gramme.debian-packages":"'"$versions"'"}},
"rootfs":{"type":"layers","diff_ids":['"$diff_ids"']},"history":[{"created":"'"$created"'","created_by":"glibc and dash"},
{"created":"'"$created"'","created_by":"Gramme"},{"created":"'"$created"'","created_by":"folders"}]}'
  config=$blob
  blob '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":
"application/vnd.oci.image.config.v1+json","size":'"$(size "$blobs/$config")"',"digest":"sha256:'"$config"'"},"layers":['"$layers"']}'
  printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{"mediaType":
"application/vnd.oci.image.manifest.v1+json","size":%d,"digest":"sha256:%s","platform":{"architecture":"amd64","os":"linux"},
"annotations":{"org.opencontainers.image.ref.name":"%s"}}]}' "$(size "$blobs/$blob")" "$blob" "$version" >"$image/index.json"
  printf '{"imageLayoutVersion":"1.0.0"}' >"$image/oci-layout"
  printf '[{"Config":"blobs/sha256/%s","RepoTags":["gramme:%s"],"Layers":[%s]}]' "$config" "$version" "$layer_files" >"$image/manifest.json"
  date_files "$image"
  # The layers are compressed already.
  (cd "$image" && tar --create --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mtime="@$epoch" -- *) \
    >"$output/$name-image.tar"
}

build_image
