// Valid targets of shots (R124): four octets of 10.x, 172.16–31.x or 192.168.x in plain decimal notation. Host names
// and other notations of an address are refused, since programs interpret them differently.

type Octets = readonly [number, number, number, number];

const OCTET = '(0|[1-9][0-9]{0,2})';
const FOUR_OCTETS = new RegExp(String.raw`^${OCTET}\.${OCTET}\.${OCTET}\.${OCTET}$`);

/** Parses a private address; null for any other text. */
export function readPrivateAddress(text: string): Octets | null {
  const found = FOUR_OCTETS.exec(text);
  if (!found) return null;
  const [a = 256, b = 256, c = 256, d = 256] = found.slice(1).map(Number);
  if (Math.max(a, b, c, d) > 255) return null;
  const is_private = a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168);
  return is_private ? [a, b, c, d] : null;
}

export const PRIVATE_ONLY = 'Only addresses 10.x.x.x, 172.16–31.x.x and 192.168.x.x are allowed.';

/** Returns the URL of a shot server, built from the parsed numbers, never from typed text (store §4.3). */
export const shotUrl = (octets: Octets, port: number): string => `http://${octets.join('.')}:${port}${SHOT_PATH}`;

const SHOT_PATH = '/service/shot';
