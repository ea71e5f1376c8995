// Errors of a connection, worded alike for real and virtual networks.

import type { OperatingError } from '../../wire/errors.ts';
import type { TcpAddress } from './tcp.ts';

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

const shown = ({ host, port }: TcpAddress): string => `${host.slice(0, 80).replace(CONTROLS, ' ')}:${port}`;

export const noHost = (to: TcpAddress): OperatingError => ({
  code: 'tcp_no_host',
  message: to.host === '' ? 'The host name is empty.' : `Unknown host ${shown(to)}.`,
});

export const refused = (to: TcpAddress): OperatingError => ({
  code: 'tcp_refused',
  message: `No server at ${shown(to)}.`,
});

export const unreachable = (to: TcpAddress, why: string): OperatingError => ({
  code: 'tcp_unreachable',
  message: `No route to ${shown(to)}: ${why}.`,
});

export const lost = (to: TcpAddress, why: string): OperatingError => ({
  code: 'tcp_lost',
  message: `The connection to ${shown(to)} was lost: ${why}.`,
});

export const NO_ANSWER = 'it does not answer';
export const TAKES_NOTHING = 'the other side stopped reading';
export const BROKEN_OFF = 'the other side closed it';
