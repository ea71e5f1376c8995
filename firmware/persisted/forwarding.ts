// Destination of forwarded shots: the user's server on the private network, or none (store §3.5).

import { readPrivateAddress } from '../../wire/shot/private-address.ts';
import { integerOr } from './fields.ts';

export interface Forwarding {
  /** IPv4 address in a private range; '' if off. */
  readonly address: string;
  readonly port: number;
}

/** Port of the user's server (docs/shot-forwarding.md). */
export const SHOT_PORT = { min: 1, max: 65_535, step: 1, default: 8080 } as const;

/** Reads the settings from stored data; an address that is not permitted becomes '' (R125). */
export const forwardingFrom = ({ address, port }: Readonly<Record<string, unknown>>): Forwarding => ({
  address: typeof address === 'string' && readPrivateAddress(address) ? address : '',
  port: integerOr(port, SHOT_PORT),
});
