// Network address of a simulator: parses the typed address and adds the default port of the chosen program.

import type { TcpAddress } from '../../hal/tcp/tcp.ts';
import { ADDRESS_CHARS_MAX, PRESETS, type Preset, type SimulatorSettings } from '../persisted/simulator.ts';
import { assertDefined } from '../../wire/errors.ts';

const CONNECTOR_PORT = 8888;

export const presetOf = ({ preset }: SimulatorSettings): Preset =>
  PRESETS[preset] ?? assertDefined(PRESETS[0], 'preset');

/** Host name or IPv4 address, with an optional port. */
const ADDRESS = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;

const OCTET = /^(0|[1-9]\d{0,2})$/;

/**
 * A host that ends in a number must be an IPv4 address of four octets: URL parsers turn other forms into a different
 * address.
 */
function isHost(host: string): boolean {
  const labels = host.split('.');
  if (labels.includes('')) return false;
  if (!/^(\d+|0x[\da-f]*)$/i.test(labels.at(-1) ?? '')) return true;
  return labels.length === 4 && labels.every((label) => OCTET.test(label) && Number(label) <= 255);
}

/** Parses `192.168.1.20` or `golf-pc:9210`, with a port from 1 to 65,535; null if invalid. */
export function readAddress(text: string, usual_port: number): TcpAddress | null {
  const found = text.length <= ADDRESS_CHARS_MAX ? ADDRESS.exec(text) : null;
  if (!found) return null;
  const [, host = '', digits] = found;
  if (!isHost(host)) return null;
  const port = digits === undefined ? usual_port : Number(digits);
  return port >= 1 && port <= 65_535 ? { host, port } : null;
}

const LOOPBACK = '127.0.0.1';

const orHere = (text: string, port: number): TcpAddress => readAddress(text, port) ?? { host: LOOPBACK, port };

export const addressOf = {
  direct: (settings: SimulatorSettings): TcpAddress => orHere(settings.direct, presetOf(settings).port),
  connector: (settings: SimulatorSettings): TcpAddress => orHere(settings.connector, CONNECTOR_PORT),
} as const;

export const addressText = ({ host, port }: TcpAddress): string => `${host}:${port}`;

export const puttingUrl = (settings: SimulatorSettings): string =>
  `http://${addressText(addressOf.connector(settings))}/putting`;
