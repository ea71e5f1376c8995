// Key by which rate limits identify a caller.

/**
 * Returns an IPv4 address unchanged, also from `::ffff:…`; of IPv6 the first 64 bits, since a caller controls all
 * addresses that share them.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const rest = tail.split(':').filter((group) => group !== '');
  const zeros = address.includes('::') ? Array.from({ length: 8 - groups.length - rest.length }, () => '0') : [];
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}
