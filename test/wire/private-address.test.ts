// Addresses that a shot may be sent to: exactly the three private ranges, and no look-alike spellings.

import test from 'ava';
import fc from 'fast-check';
import { readPrivateAddress, shotUrl } from '../../wire/shot/private-address.ts';

const PERMITTED = [
  '10.0.0.0', '10.255.255.255', '10.1.2.3', '172.16.0.0', '172.31.255.255', '172.20.10.1', '192.168.0.0', '192.168.255.255', '192.168.1.20',
]; // oxfmt-ignore
const BESIDE = [
  '9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '127.0.0.1', '0.0.0.0', '8.8.8.8', '169.254.1.1',
  '100.64.0.1', '224.0.0.1', '255.255.255.255',
]; // oxfmt-ignore
/**
 * Spellings that other parsers accept: octal, hex, short, one number, full-width, an extra dot, mapped, a name, with a
 * port or a path.
 */
const SPELLINGS = [
  '', ' ', '010.0.0.1', '10.0.0.01', '0x0a.0.0.1', '0xa000001', '167772161', '10.1', '10.0.1', '10.0.0.0.1', '10.0.0.256', '10.0.0.-1', '10.0.0.1.', '.10.0.0.1',
  '10..0.1', '10.0.0.1 ', ' 10.0.0.1', '10.0.0.1\t', '10.0.0.1\n', '１９２.168.1.1', '192。168。1。1', '::ffff:10.0.0.1', '[::ffff:10.0.0.1]', 'fd00::1', '10.0.0.1:8080',
  'http://10.0.0.1', '10.0.0.1/24', '10.0.0.1@8.8.8.8', '8.8.8.8#10.0.0.1', 'localhost', 'router.local', '10.0.0.1.nip.io', '172.031.0.1', '1e1.0.0.1', '+10.0.0.1',
  '10.0.0.1e0', '٣.0.0.1', '10.0.0.0x1', '192.168.1.1%00', '192.168.1.1\u0000',
]; // oxfmt-ignore

test('[R124] accepts the three private ranges from first to last address', (t) => {
  for (const address of PERMITTED) t.is(readPrivateAddress(address)?.join('.'), address);
  for (const address of BESIDE) t.is(readPrivateAddress(address), null, address);
});

test('[R124] rejects other spellings of an address, whatever other parsers make of them', (t) => {
  for (const address of SPELLINGS) t.is(readPrivateAddress(address), null, JSON.stringify(address));
});

test('[R124] accepts exactly the numbers in the ranges, against an independent check', (t) => {
  const octet = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(octet, octet, octet, octet, (a, b, c, d) => {
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      const whole = Math.max(a, b, c, d) <= 255;
      const within = (low: number, bits: number): boolean => Math.floor(number / 2 ** (32 - bits)) === Math.floor(low / 2 ** (32 - bits));
      const permitted = whole && (within(0x0a000000, 8) || within(0xac100000, 12) || within(0xc0a80000, 16));
      t.is(readPrivateAddress([a, b, c, d].join('.')) !== null, permitted);
    }),
    { seed: 124, numRuns: 2000, examples: [[10, 0, 0, 1], [172, 31, 255, 255], [172, 32, 0, 0], [192, 168, 0, 300]] },
  );
}); // oxfmt-ignore

test('[R124] builds the address of a server from the parsed numbers', (t) => {
  t.is(shotUrl([192, 168, 1, 20], 8080), 'http://192.168.1.20:8080/service/shot');
});
