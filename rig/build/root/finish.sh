#!/bin/sh
# Finishes the root file system of the rig: does the needed part of configuring Debian's packages, keeps only the kernel
# modules that the machine can use, and adds the rig's units. $1: the new root, $2: its architecture.
set -eu
root=$1
architecture=$2
cd "$root/rig-build"
version=$(ls "$root/usr/lib/modules")
. ./root-common.sh

# The kernel package would take minutes to build an initramfs of all modules. Modules are stored uncompressed: under
# emulation, decompressing takes longer than reading.
mv "$root/boot/vmlinuz-$version" "$root/boot/vmlinuz"
mkdir -p kernel/lib
mv "$root/usr/lib/modules" kernel/lib/modules
kernel=$PWD/kernel
depmod -b "$kernel" "$version"
modules=$root/usr/lib/modules/$version
mkdir -p "$modules"
sed -n "s/^\([^ ]*\)\( $architecture\)\{0,1\}$/\1/p" modules.txt > modules
while read -r name; do needed "$kernel" "$name" || exit 1; done < modules | sort -u | while read -r file; do
  kept=$modules/${file#*/lib/modules/"$version"/}
  mkdir -p "${kept%/*}"
  copy_module "$file" "${kept%.xz}"
done
cp kernel/lib/modules/"$version"/modules.builtin* kernel/lib/modules/"$version"/modules.order "$modules"
depmod -b "$root" "$version"

initramfs initrd initramfs-init 'virtio_pci virtio_blk erofs'
rm -rf "$root/usr/lib/linux-image-$version"

make_accounts tapin
mask_units masked.txt
enable_units $(cd "$units" && ls rig-*.service tapin-gadget.service tapin.service | sed 's|^|/etc/systemd/system/|')
echo tapin-rig > "$root/etc/hostname"
mkdir -p "$root/opt/tapin" "$root/opt/rig" "$root/var/lib/tapin" "$root/data"
clean rig-build
