#!/bin/sh
# Finishes the root file system of a card: does the needed part of configuring Debian's packages and collects the files
# of the boot partition in boot/. $1: the new root.
set -eu
root=$1
cd "$root/card-build"
version=$(ls "$root/usr/lib/modules")
. ./root-common.sh

modules=$root/usr/lib/modules/$version
boot=$root/boot
mv "$modules/vmlinuz" "$boot/kernel8.img"
cp "$modules"/dtb/broadcom/bcm2711-rpi-4*.dtb "$modules"/dtb/broadcom/bcm2712*.dtb "$modules"/dtb/broadcom/bcm2837*.dtb "$boot"
# start.elf and start4.elf drive displays; the cut-down, debug and camera variants are not needed.
for file in bootcode.bin fixup.dat fixup4.dat start.elf start4.elf; do cp "$root/usr/lib/raspi-firmware/$file" "$boot"; done
cp config.txt cmdline.txt "$boot"
for file in "$boot"/overlays/*.dts; do
  dtc -@ -I dts -O dtb -o "${file%.dts}.dtbo" "$file"
  rm "$file"
done
rm -rf "$modules/dtb" "$modules/System.map" "$modules/config" "$modules/source" "$modules/build" "$root/usr/lib/raspi-firmware" "$root/usr/lib/linux-image-"*
depmod -b "$root" "$version"
initramfs initrd initramfs-init "$(grep -v '^#' boot-modules.txt)"

make_accounts 'tapin avahi sshd netdev'
# The file system holds everything as root's; polkit reads its rules as its own user.
chmod 755 "$root/etc/polkit-1/rules.d" "$root/usr/share/polkit-1/rules.d"
for file in regulatory.db regulatory.db.p7s; do ln -sf "$file-debian" "$root/usr/lib/firmware/$file"; done

mask_units masked.txt
library=/usr/lib/systemd/system
enable_units "$library/NetworkManager.service" "$library/wpa_supplicant.service" "$library/avahi-daemon.service" \
  "$library/systemd-timesyncd.service" /etc/systemd/system/tapin-ssh.service /etc/systemd/system/tapin-country.path \
  /etc/systemd/system/tapin-country.service /etc/systemd/system/tapin-gadget.service \
  /etc/systemd/system/tapin.service
ln -s "$library/NetworkManager-dispatcher.service" "$units/dbus-org.freedesktop.nm-dispatcher.service"
ln -s "$library/wpa_supplicant.service" "$units/dbus-fi.w1.wpa_supplicant1.service"
ln -s "$library/avahi-daemon.service" "$units/dbus-org.freedesktop.Avahi.service"
ln -s "$library/systemd-timesyncd.service" "$units/dbus-org.freedesktop.timesync1.service"
echo putter > "$root/etc/hostname"
printf '127.0.0.1 localhost putter\n::1 localhost\n' > "$root/etc/hosts"
ln -sf /run/NetworkManager/resolv.conf "$root/etc/resolv.conf"
rm -rf "$root/etc/ssh/ssh_host_"*
mkdir -p "$root/opt/tapin" "$root/data" "$root/boot/firmware" "$root/var/lib/tapin" "$root/var/lib/tapin-releases" "$root/var/lib/NetworkManager"
mv "$root/boot/firmware/board.yaml" "$boot"
clean card-build
