#!/bin/sh
# Finishes the root file system: does the needed part of configuring Debian's packages, keeps only the kernel modules
# that the machine can use, and adds the rig's units. Runs on the host without executing the root's programs, because
# the machine may have another architecture. $1: the new root, $2: its architecture.
set -eu
root=$1
architecture=$2
cd "$root/rig-build"

# The kernel package would take minutes to build an initramfs of all modules. Modules are stored uncompressed: under
# emulation, decompressing takes longer than reading.
version=$(ls "$root/usr/lib/modules")
mv "$root/boot/vmlinuz-$version" "$root/boot/vmlinuz"
mkdir -p kernel/lib
mv "$root/usr/lib/modules" kernel/lib/modules
kernel=$PWD/kernel
depmod -b "$kernel" "$version"
modules=$root/usr/lib/modules/$version
mkdir -p "$modules"
needed() { modprobe -S "$version" -d "$1" --show-depends "$2" | sed -n 's/^insmod \([^ ]*\).*/\1/p'; }
sed -n "s/^\([^ ]*\)\( $architecture\)\{0,1\}$/\1/p" modules.txt > modules
while read -r name; do needed "$kernel" "$name" || exit 1; done < modules | sort -u | while read -r file; do
  kept=$modules/${file#*/lib/modules/"$version"/}
  mkdir -p "${kept%/*}"
  case $file in
    *.xz) xz -dc "$file" > "${kept%.xz}" ;;
    *) cp "$file" "$kept" ;;
  esac
done
cp kernel/lib/modules/"$version"/modules.builtin* kernel/lib/modules/"$version"/modules.order "$modules"
depmod -b "$root" "$version"

initramfs() { # $1: name, $2: init program, $3: modules that access the disks
  mkdir -p "$1/bin" "$1/dev" "$1/new-root" "$1/modules"
  cp "$root/usr/bin/busybox" "$1/bin/busybox"
  install -m 755 "$2" "$1/init"
  for name in $3; do needed "$root" "$name"; done | awk '!seen[$0]++' | while read -r file; do
    cp "$file" "$1/modules/"
    echo "${file##*/}" >> "$1/modules/order"
  done
  (cd "$1" && find . | cpio -o -H newc --quiet) > "$root/boot/$1"
}
initramfs initrd initramfs-init 'virtio_pci virtio_blk erofs'
if [ "$architecture" = arm64 ]; then
  initramfs raspi3b-initrd raspi3b-init 'bcm2835 sdhci_iproc erofs'
  cp "$root/usr/lib/linux-image-$version/broadcom/bcm2837-rpi-3-b.dtb" "$root/boot/raspi3b.dtb"
fi
rm -rf "$root/usr/lib/linux-image-$version"

# Accounts: Debian's defaults, those in the packages' sysusers.d, and tapin's.
for table in passwd group; do cp "$root/usr/share/base-passwd/$table.master" "$root/etc/$table"; done
account() { # $1: type (u or g), $2: name, $3: id
  grep -q "^$2:" "$root/etc/group" || echo "$2:x:$3:" >> "$root/etc/group"
  [ "$1" = g ] || grep -q "^$2:" "$root/etc/passwd" || echo "$2:x:$3:$3::/var/lib/$2:/usr/sbin/nologin" >> "$root/etc/passwd"
}
number=900
cat "$root"/usr/lib/sysusers.d/*.conf | awk '$1 ~ /^(g|u!?)$/ { print substr($1, 1, 1), $2 }' > accounts
echo 'u tapin' >> accounts
while read -r kind name; do
  account "$kind" "$name" $number
  number=$((number + 1))
done < accounts

units=$root/etc/systemd/system
for unit in $(cat masked.txt); do ln -sf /dev/null "$units/$unit"; done
mkdir -p "$units/multi-user.target.wants"
for unit in $(cd "$units" && ls rig-*.service) tapin-gadget.service tapin.service; do
  ln -s "/etc/systemd/system/$unit" "$units/multi-user.target.wants/$unit"
done
ln -sf /usr/lib/systemd/system/multi-user.target "$units/default.target"
: > "$root/etc/machine-id"
rm -rf "$root/var/run" "$root/var/lock"
ln -s /run "$root/var/run"
ln -s /run/lock "$root/var/lock"
echo tapin-rig > "$root/etc/hostname"
ln -sf /proc/self/mounts "$root/etc/mtab"
mkdir -p "$root/opt/tapin" "$root/opt/rig" "$root/var/lib/tapin" "$root/data"
cd "$root"
rm -rf rig-build var/cache/* var/lib/apt/lists/* usr/share/doc usr/share/man usr/share/locale usr/share/info var/log/*
