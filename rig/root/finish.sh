#!/bin/sh
# Runs in the new root once its packages are there: fetches Debian's kernel, keeps the modules that the machine can use, makes the
# initramfs, and takes out what nobody reads. The kernel's own package would make an initramfs of everything, in minutes.
set -eu
cd /rig-build

image=$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p')
apt-get -q download "$image"
dpkg-deb -x linux-image-*.deb kernel
[ -d kernel/lib ] || ln -s usr/lib kernel/lib
version=$(ls kernel/lib/modules)
cp "kernel/boot/vmlinuz-$version" /boot/vmlinuz
depmod -b /rig-build/kernel "$version"

# Modules are stored unpacked: to unpack them takes longer in an emulated processor than to read them.
modules=/usr/lib/modules/$version
mkdir -p "$modules"
needed() { modprobe -S "$version" -d /rig-build/kernel --show-depends "$1" | sed -n 's/^insmod \([^ ]*\).*/\1/p'; }
while read -r name; do needed "$name" || exit 1; done < modules.txt | sort -u | while read -r file; do
  kept=$modules/${file#*/lib/modules/"$version"/}
  mkdir -p "${kept%/*}"
  case $file in
    *.xz) busybox unxz -c "$file" > "${kept%.xz}" ;;
    *) cp "$file" "$kept" ;;
  esac
done
cp kernel/lib/modules/"$version"/modules.builtin* kernel/lib/modules/"$version"/modules.order "$modules"
depmod "$version"

mkdir -p initramfs/bin initramfs/dev initramfs/root initramfs/modules
cp /usr/bin/busybox initramfs/bin/busybox
install -m 755 initramfs-init initramfs/init
for name in virtio_pci virtio_blk erofs; do
  modprobe -S "$version" --show-depends "$name" | sed -n 's/^insmod \([^ ]*\).*/\1/p'
done | awk '!seen[$0]++' | while read -r file; do
  cp "$file" initramfs/modules/
  echo "${file##*/}" >> initramfs/modules/order
done
(cd initramfs && find . | busybox cpio -o -H newc) > /boot/initrd

useradd --system --home-dir /var/lib/tapin --shell /usr/sbin/nologin tapin
for unit in $(cat masked.txt); do ln -sf /dev/null "/etc/systemd/system/$unit"; done
systemctl enable --quiet $(cd /etc/systemd/system && ls rig-*.service) tapin-gadget.service tapin.service
systemctl set-default --quiet multi-user.target
passwd -q -d root
echo tapin-rig > /etc/hostname
ln -sf /proc/self/mounts /etc/mtab
mkdir -p /opt/tapin /opt/rig /var/lib/tapin /data
rm -rf /rig-build /var/cache/* /var/lib/apt/lists/* /usr/share/doc /usr/share/man /usr/share/locale /usr/share/info /var/log/*
