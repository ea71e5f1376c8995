#!/bin/sh
# Fakes the part of NetworkManager's nmcli that the Wi-Fi port uses. Prints output in the format of nmcli 1.42.4, and
# keeps its state in files beside it:
#
# stations: lines of `use BSSID security signal password address hex`, - for none; hex: bytes of the network name; use:
# h for a hidden one; password: of an enterprise network, with its user name before it.
# text-HEX: that name as nmcli prints it. profile-UUID: hex, password, and of an added profile its name and properties.
# active: UUID of the joined profile. connectivity: as nmcli reports it.
# mode: the failure to simulate; `reason TEXT` fails every activation, `waking` finds no network at first.
# calls: log of command lines, which other users of a real machine could read.
cd "$(dirname "$0")" || exit 1
echo "$*" >> calls
mode=$(cat mode)
escaped() { printf '%s' "$1" | sed 's/[\\:]/\\&/g'; }
refuse() { echo "Error: $2" >&2; exit "$1"; }
dash() { [ "$1" = - ] || printf '%s' "$1"; }

# Joins the network of a profile and exits. $1: UUID of the profile.
activate() {
  name=$(head -1 "profile-$1"); given=$(sed -n 2p "profile-$1")
  while read -r use bssid security signal password address heard; do
    [ "$heard" = "$name" ] || continue
    case $mode in
      slow) refuse 3 "Timeout expired (45 seconds)" ;;
      reason*) refuse 4 "Connection activation failed: ${mode#reason }" ;;
    esac
    if [ "$password" != - ] && [ "$(printf '%s' "$password" | tr _ ' ')" != "$given" ]; then
      # nmcli names the network before it prompts.
      [ "$mode" = eof ] && { echo "Passwords or encryption keys are required to access the wireless network '$(cat "text-$name")'."; echo "Password (802-11-wireless-security.psk): "; exit 0; }
      refuse 4 "Connection activation failed: (7) Secrets were required, but not provided."
    fi
    [ "$address" = - ] && refuse 4 "Connection activation failed: (5) IP configuration could not be reserved (no available address, timeout, etc.)."
    echo "$1" > active
    printf '\033[2K\rDevice '"'wlan0'"' successfully activated with '"'%s'"'.\n' "$1"
    exit 0
  done < stations
  refuse 4 "Connection activation failed: (53) The Wi-Fi network could not be found."
}

# Prints the UUID of an added profile. $1: its name.
named() { for file in profile-*; do [ "$(sed -n 3p "$file" 2> /dev/null)" = "$1" ] && echo "${file#profile-}"; done; true; }

case $mode in
  hung) refuse 3 "Timeout expired (10 seconds)" ;;
  stopped) refuse 8 "NetworkManager is not running." ;;
  denied) case "$*" in *connect*|*delete*) refuse 4 "Failed to add/activate new connection: Not authorized to control networking." ;; esac ;;
esac
joined=$(cat active)
case "$*" in
  "--terse --escape yes --fields DEVICE,TYPE,STATE device status")
    echo lo:loopback:unmanaged
    [ "$mode" = off ] || echo wlan0:wifi:disconnected ;;
  "--terse --escape yes --fields IN-USE,BSSID,SSID-HEX,SIGNAL,SECURITY device wifi list ifname wlan0 --rescan "*)
    [ "$mode" = waking ] && { echo ok > mode; exit 0; }
    used=$([ -n "$joined" ] && head -1 "profile-$joined")
    while read -r use bssid security signal password address name; do
      [ "$name" = "$used" ] && [ "$use" != - ] && star='*' || star=' '
      [ "$use" = h ] && [ "$star" = ' ' ] && name=-
      printf '%s:%s:%s:%s:%s\n' "$star" "$(escaped "$bssid")" "$(dash "$name")" "$signal" "$(dash "$security" | tr _ ' ')"
    done < stations ;;
  "--terse --escape yes --fields UUID,TYPE connection show")
    echo 0b4a1b9e-0000-4000-8000-00000000000e:802-3-ethernet
    for file in profile-*; do [ -e "$file" ] && echo "${file#profile-}:802-11-wireless"; done ; true ;;
  "--escape no --get-values 802-11-wireless.ssid connection show uuid "*)
    [ -e "profile-$8" ] || refuse 10 "$8 - no such connection profile."
    cat "text-$(head -1 "profile-$8")"; echo ;;
  "--terse --escape yes --fields GENERAL.CON-UUID,IP4.ADDRESS device show wlan0")
    echo "GENERAL.CON-UUID:$joined"
    used=$([ -n "$joined" ] && head -1 "profile-$joined")
    while read -r use bssid security signal password address name; do
      [ "$name" = "$used" ] && { echo "IP4.ADDRESS[1]:$address/24"; break; }
    done < stations ; true ;;
  "networking connectivity") cat connectivity ;;
  "connection add type wifi con-name "*)
    hex=$(printf "%s" "${10}" | od -An -tx1 | tr -d ' \n' | tr a-f A-F)
    [ -e "text-$hex" ] || printf "%s" "${10}" > "text-$hex"
    printf '%s\n\n%s\n%s\n' "$hex" "$6" "$*" > "profile-0b4a1b9e-0000-4000-8000-$(date +%s%N | cut -c 8-19)" ;;
  "--ask --wait 45 connection up id "*)
    shift 6; uuid=$(named "$*"); fields=$(sed -n 4p "profile-$uuid")
    case $fields in
      *wpa-eap*)
        printf 'Username: '; IFS= read -r user
        given="${fields#*802-1x.identity }"; printf 'Password: '; IFS= read -r password; given="$given $password" ;;
      *wpa-psk*) printf 'Password: '; IFS= read -r given ;;
    esac
    printf '%s\n%s\n%s\n%s\n' "$(head -1 "profile-$uuid")" "$given" "$*" "$fields" > "profile-$uuid"
    case $fields in *"mode ap"*) echo "Connection successfully activated (D-Bus active path: /1)"; exit 0 ;; esac
    activate "$uuid" ;;
  "connection delete id "*)
    shift 3; uuid=$(named "$*")
    [ "$uuid" ] || refuse 10 "unknown connection '$*'."
    rm "profile-$uuid" ;;
  "--wait 45 connection up uuid "*) activate "$6" ;;
  "--ask --wait 45 device wifi connect "*)
    while read -r use bssid security signal password address name; do
      [ "$bssid" = "$7" ] || continue
      given=
      [ "$security" = - ] || { printf 'Password: '; IFS= read -r given <&3; echo; }
      # Reuses a profile of that network, unless the call names a new profile.
      uuid=
      [ "${10}" = name ] || for file in profile-*; do [ -e "$file" ] && [ "$(head -1 "$file")" = "$name" ] && uuid=${file#profile-}; done
      [ "$uuid" ] || uuid="0b4a1b9e-0000-4000-8000-$(date +%s%N | cut -c 8-19)"
      printf '%s\n%s\n' "$name" "$given" > "profile-$uuid"
      activate "$uuid"
    done 3<&0 < stations
    refuse 10 "No access point with BSSID '$7' found." ;;
  "connection delete uuid "*)
    shift 2
    while [ $# -gt 0 ]; do
      [ "$1" = uuid ] && { shift; continue; }
      [ -e "profile-$1" ] || refuse 10 "unknown connection '$1'."
      [ "$1" = "$joined" ] && : > active
      rm "profile-$1"
      echo "Connection '$1' ($1) successfully deleted."
      shift
    done ;;
  *) refuse 2 "invalid call: $*" ;;
esac
