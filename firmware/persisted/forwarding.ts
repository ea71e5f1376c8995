// Where shots are forwarded to: a user's server on the private network, or nowhere (store §3.5).

import { readPrivateAddress } from '../../wire/shot/private-address.ts';
import { integerOr } from './fields.ts';

export interface Forwarding {
  /** Four octets in a private range; '' for off. */
  readonly address: string;
  readonly port: number;
}

/** The port of a user's server (docs/shot-forwarding.md). */
export const SHOT_PORT = { min: 1, max: 65_535, step: 1, default: 8080 } as const;

/** Out of stored data; an address that is not permitted is none (R125). */
export const forwardingFrom = ({ address, port }: Readonly<Record<string, unknown>>): Forwarding => ({
  address: typeof address === 'string' && readPrivateAddress(address) ? address : '',
  port: integerOr(port, SHOT_PORT),
});
