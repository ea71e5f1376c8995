// Where shots are forwarded to: a user's server on the private network, or nowhere (store §3.5).

import { SHOT_PORT } from '../../wire/limits.ts';
import { readPrivateAddress } from '../../wire/shot/private-address.ts';
import { integerOr } from './fields.ts';

export interface Forwarding {
  /** Four octets in a private range; '' for off. */
  readonly address: string;
  readonly port: number;
}

/** Out of stored data; an address that is not permitted is none (R125). */
export const forwardingFrom = ({ address, port }: Readonly<Record<string, unknown>>): Forwarding => ({
  address: typeof address === 'string' && readPrivateAddress(address) ? address : '',
  port: integerOr(port, SHOT_PORT),
});
