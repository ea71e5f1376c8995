# Functions that finish a root file system on the host. They run none of its programs, because it may have another
# architecture. Needs: $root, the new root; $version, its kernel.

# Prints the module files that a module needs, dependencies first. $1: folder with lib/modules, $2: module.
needed() { modprobe -S "$version" -d "$1" --show-depends "$2" | sed -n 's/^insmod \([^ ]*\).*/\1/p'; }

# Copies a module file, uncompressed. $1: file, $2: new file without .xz.
copy_module() {
  case $1 in
    *.xz) xz -dc "$1" > "$2" ;;
    *) cp "$1" "$2" ;;
  esac
}

# Builds an initramfs in $root/boot. $1: name, $2: init program, $3: modules that access the disks.
initramfs() {
  mkdir -p "$1/bin" "$1/dev" "$1/new-root" "$1/modules"
  cp "$root/usr/bin/busybox" "$1/bin/busybox"
  install -m 755 "$2" "$1/init"
  for name in $3; do needed "$root" "$name"; done | awk '!seen[$0]++' | while read -r file; do
    name=${file##*/}
    copy_module "$file" "$1/modules/${name%.xz}"
    echo "${name%.xz}" >> "$1/modules/order"
  done
  find "$1" -exec touch -h -d @0 {} +
  (cd "$1" && find . | LC_ALL=C sort | cpio -o -H newc --reproducible --quiet -R 0:0) > "$root/boot/$1"
}

# Creates the accounts: Debian's defaults, those in the packages' sysusers.d, and the names in $1.
make_accounts() {
  for table in passwd group; do cp "$root/usr/share/base-passwd/$table.master" "$root/etc/$table"; done
  number=900
  { cat "$root"/usr/lib/sysusers.d/*.conf | awk '$1 ~ /^(g|u!?)$/ { print substr($1, 1, 1), $2 }'
    for name in $1; do echo "u $name"; done; } > accounts
  while read -r kind name; do
    grep -q "^$name:" "$root/etc/group" || echo "$name:x:$number:" >> "$root/etc/group"
    [ "$kind" = g ] || grep -q "^$name:" "$root/etc/passwd" ||
      echo "$name:x:$number:$number::/var/lib/$name:/usr/sbin/nologin" >> "$root/etc/passwd"
    number=$((number + 1))
  done < accounts
}

units=$root/etc/systemd/system
mask_units() { for unit in $(cat "$1"); do ln -sf /dev/null "$units/$unit"; done; }

# Starts units at boot. $@: paths in the root.
enable_units() {
  mkdir -p "$units/multi-user.target.wants"
  for unit; do ln -s "$unit" "$units/multi-user.target.wants/${unit##*/}"; done
  ln -sf /usr/lib/systemd/system/multi-user.target "$units/default.target"
}

# Removes what a device does not need, and the build folder $1.
clean() {
  : > "$root/etc/machine-id"
  rm -rf "$root/var/run" "$root/var/lock"
  ln -s /run "$root/var/run"
  ln -s /run/lock "$root/var/lock"
  ln -sf /proc/self/mounts "$root/etc/mtab"
  cd "$root"
  rm -rf "$1" var/cache/* var/lib/apt/lists/* usr/share/doc usr/share/man usr/share/locale usr/share/info var/log/*
}
