// Addresses of a listening server, and the reasons why it cannot listen.

import { assert, messageOf } from './errors.ts';

/** Default port of the front panel. */
export const PANEL_PORT = 8321;

/** Returns the address to open; for a server on all addresses, the loopback one. */
export function originOf(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

/** Whether a host, as an address or as part of a URL, is the loopback interface. */
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/**
 * Returns a one-line message that explains why a server cannot listen. `server`: subject of the message, such as `The
 * panel`; `option`: the option that sets its port.
 */
export function listenProblem(thrown: unknown, host: string, port: number, server: string, option = '--port'): string {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : '';
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: choose another with ${option}, or use ${option} 0 for any free port.`;
  if (code === 'EACCES') return `No permission to open port ${port}: choose one above 1023 with ${option}.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine has no address ${host}: choose another with --host.`;
  return `${server} can't listen on ${host}:${port}: ${messageOf(thrown)}.`;
}

/**
 * Whether a request has more than one Host header, which proxies and servers along the way may interpret differently
 * (RFC 9112 §3.2).
 */
export const hasSecondHost = (raw_headers: readonly string[]): boolean =>
  raw_headers.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1;

/** Returns the port of a listening server from the result of `address()`. */
export function portOf(address: { readonly port: number } | string | null): number {
  assert(address !== null && typeof address === 'object', 'a listening TCP server has a port');
  return address.port;
}
