# Radio around the card: a home network and a phone, each with an adapter of its own in a network namespace of its own.
# They use the air of mac80211_hwsim. Needs root on the machine of the card. Usage: . /run/air/air.sh

# Runs a program in a namespace. $1: phone, home or cable.
within() {
  each=$1
  shift
  nsenter -n -t "$(cat "/run/air/$each.pid")" "$@"
}

# Moves an adapter into a new namespace. $1: name, $2: adapter.
settle() {
  unshare -n sleep 3600 > /run/air/log 2>&1 &
  echo $! > "/run/air/$1.pid"
  nmcli device set "$2" managed no
  sleep 1
  iw phy "$(cat "/sys/class/net/$2/phy80211/name")" set netns "$(cat "/run/air/$1.pid")"
}

# Creates the air, and the home network Clubhouse with addresses 192.168.77.x.
begin() {
  modprobe mac80211_hwsim radios=3
  udevadm settle
  sleep 5
  settle phone wlan1
  settle home wlan2
  printf 'network={\nssid="Clubhouse"\nmode=2\nfrequency=2412\nkey_mgmt=WPA-PSK\nproto=RSN\npairwise=CCMP\npsk="fore and aft"\n}\n' > /run/air/home.conf
  within home wpa_supplicant -B -i wlan2 -c /run/air/home.conf
  within home busybox ifconfig wlan2 192.168.77.1 netmask 255.255.255.0 up
  within home dnsmasq --interface=wlan2 --bind-interfaces --dhcp-range=192.168.77.10,192.168.77.50 --leasefile-ro
}

# Moves the cable and a server for SSH into a namespace: for the device it is unplugged. Removes the device's data.
unplug() {
  unshare -n sleep 3600 &
  echo $! > /run/air/cable.pid
  cable=$(nmcli -t -f TYPE,DEVICE device | sed -n 's/^ethernet://p')
  nmcli device set "$cable" managed no
  sleep 1
  busybox ip link set "$cable" netns "$(cat /run/air/cable.pid)"
  touch /run/air/unplugged
  within cable busybox ip addr add 10.0.2.15/24 dev "$cable"
  within cable busybox ip link set "$cable" up
  systemctl stop tapin
  find /var/lib/tapin -name '*.[01]' ! -name 'identity.*' -delete
  systemctl start --no-block tapin
  within cable /usr/sbin/sshd -D -f /etc/ssh/tapin-card.conf
}

# Ends that namespace, whose interface the kernel then returns. The device keeps its data.
plug() {
  systemctl stop air-cable
  sleep 2
  nmcli device set "$(nmcli -t -f TYPE,DEVICE device | sed -n 's/^ethernet://p')" managed yes
}

# Waits until a connection of NetworkManager is active. $1: its name.
active() {
  timeout 300 sh -c "until nmcli -t -f NAME connection show --active | grep -qx '$1'; do sleep 3; done"
}

# Lets the phone join a network and get an address. $1: network, $2: password.
join() {
  [ -e /run/air/supplicant.pid ] && kill "$(cat /run/air/supplicant.pid)" && sleep 1
  printf 'network={\nssid="%s"\npsk="%s"\n}\n' "$1" "$2" > /run/air/phone.conf
  within phone wpa_supplicant -B -P /run/air/supplicant.pid -i wlan1 -c /run/air/phone.conf
  printf '#!/bin/sh\n[ "$1" = bound ] && busybox ifconfig $interface $ip netmask $subnet && echo "nameserver $dns" > /run/air/resolv.conf\nexit 0\n' > /run/air/lease
  chmod +x /run/air/lease
  within phone busybox udhcpc -i wlan1 -n -q -t 20 -s /run/air/lease
}

