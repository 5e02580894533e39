# shellcheck shell=bash disable=SC2154 # dist/build.sh includes this file and sets the variables
# Packs the staged installation as a Debian package.

build_deb() {
  command -v dpkg-deb >/dev/null || { say "no dpkg-deb here, so no Debian package is built"; return; }
  # In a version of Debian, a tilde sorts before everything: 0.1.0~SNAPSHOT is older than 0.1.0.
  local deb_version=${version/-/\~} tree=$work/deb from=$here/src/main/deb
  local file=gramme_${deb_version}_amd64.deb
  say "packing $file"
  mkdir -p "$tree"/{DEBIAN,etc/gramme,usr/bin,usr/lib/systemd/system,usr/share/doc/gramme}
  # Hard links keep the times of the jars, which the AOT cache has recorded.
  cp -al "$stage" "$tree/usr/lib/gramme"
  rm "$tree"/usr/lib/gramme/{LICENSE,NOTICE,README.md}
  ln -s ../lib/gramme/bin/gramme "$tree/usr/bin/gramme"
  cp "$from/gramme.service" "$tree/usr/lib/systemd/system/"
  cp "$from/gramme.conf" "$tree/etc/gramme/"
  cp "$stage"/{NOTICE,README.md} "$tree/usr/share/doc/gramme/"
  cp "$from/copyright" "$tree/usr/share/doc/gramme/"
  cp "$from"/{postinst,prerm,postrm} "$tree/DEBIAN/"
  chmod 755 "$tree"/DEBIAN/{postinst,prerm,postrm}
  echo /etc/gramme/gramme.conf >"$tree/DEBIAN/conffiles"
  cat >"$tree/DEBIAN/control" <<END
Package: gramme
Version: $deb_version
Architecture: amd64
Maintainer: The Gramme authors
Installed-Size: $(du -sk --apparent-size "$tree/usr" | cut -f 1)
Depends: libc6 (>= 2.17), libstdc++6, libgcc-s1, adduser
Section: database
Priority: optional
Description: database that speaks Amazon DynamoDB's protocol
 Programs that use the AWS SDKs, the AWS CLI or tools built on them work with
 it unchanged; only the endpoint differs. The package has its own Java runtime
 and a systemd unit.
END
  date_files "$tree"
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$output/$file" >/dev/null
}

build_deb
