// Where a simulator listens: an address that a person typed, and the ports of the programs that speak the same protocol.

import type { TcpAddress } from '../../hal/tcp/tcp.ts';
import { ADDRESS_CHARS_MAX, PRESETS, type Preset, type SimulatorSettings } from '../persisted/simulator.ts';
import { assertDefined } from '../../wire/errors.ts';

const CONNECTOR_PORT = 8888;

export const presetOf = ({ preset }: SimulatorSettings): Preset =>
  PRESETS[preset] ?? assertDefined(PRESETS[0], 'preset');

/** A name or a number of a computer, with a port where it is not the usual one. */
const ADDRESS = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i;

const OCTET = /^(0|[1-9]\d{0,2})$/;

/** What ends in a number is one of four octets: everything else that browsers make of it means another computer. */
function isHost(host: string): boolean {
  const labels = host.split('.');
  if (labels.includes('')) return false;
  if (!/^(\d+|0x[\da-f]*)$/i.test(labels.at(-1) ?? '')) return true;
  return labels.length === 4 && labels.every((label) => OCTET.test(label) && Number(label) <= 255);
}

/** Null for what is no address: `192.168.1.20`, `golf-pc:9210`; the port is from 1 to 65,535. */
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
