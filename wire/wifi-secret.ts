// The password of a Wi-Fi network (IEEE 802.11i, WPA-PSK): 8 to 63 printable characters of ASCII. The device types it, and the board joins by it.

export const WIFI_SECRET_CHARS = { min: 8, max: 63 } as const;

/** One character of it. */
export const isSecretCharacter = (character: string): boolean => /^[ -~]$/.test(character);

export const isWifiSecret = (text: string): boolean => /^[ -~]{8,63}$/.test(text);
