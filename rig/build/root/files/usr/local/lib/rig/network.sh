#!/bin/sh
# Sets the address that QEMU's user network assigns to its first guest.
set -e
modprobe virtio_net
ip() { busybox ip "$@"; }
ip link set lo up
ip addr add 10.0.2.15/24 dev eth0
ip link set eth0 up
ip route add default via 10.0.2.2
