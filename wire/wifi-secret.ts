// Password of a Wi-Fi network (IEEE 802.11i, WPA-PSK): 8 to 63 printable ASCII characters. The user types it on the
// device, and the board joins with it.

export const WIFI_SECRET_CHARS = { min: 8, max: 63 } as const;

/** Whether a character may be part of a password. */
export const isSecretCharacter = (character: string): boolean => /^[ -~]$/.test(character);

export const isWifiSecret = (text: string): boolean => /^[ -~]{8,63}$/.test(text);
