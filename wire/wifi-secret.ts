// Values with which a Wi-Fi network is joined. Its password (IEEE 802.11i, WPA-PSK) has 8 to 63 printable ASCII
// characters; an enterprise network (802.1X) has a user name and another kind of password.

import { bytesOf } from './bytes.ts';
import { oneLine } from './visible.ts';

export const WIFI_SECRET_CHARS = { min: 8, max: 63 } as const;

/** Whether a character may be part of a password. */
export const isSecretCharacter = (character: string): boolean => /^[ -~]$/.test(character);

export const isWifiSecret = (text: string): boolean => /^[ -~]{8,63}$/.test(text);

/** Length of a network name in UTF-8, and of a user name or its password. */
export const [NETWORK_NAME_BYTES_MAX, USER_CHARS_MAX] = [32, 128];

/** Whether a text is the name of a network that a user can type. */
export const isNetworkName = (text: string): boolean =>
  text.trim() !== '' && oneLine(text) === text && bytesOf(text).length <= NETWORK_NAME_BYTES_MAX;

/** Whether a text is the name of a network as a scan shows it, where an escape takes six characters. */
export const isShownName = (text: string): boolean =>
  text.trim() !== '' && oneLine(text) === text && text.length <= 6 * NETWORK_NAME_BYTES_MAX;

/** Whether a text is the user name or the password of an enterprise network. */
export const isUserText = (text: string): boolean =>
  text !== '' && oneLine(text) === text && text.length <= USER_CHARS_MAX;
