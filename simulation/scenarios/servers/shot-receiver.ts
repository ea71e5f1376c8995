// User's shot server in a scenario (docs/shot-forwarding.md), which can be offline, silent or refuse shots.

import type { HttpNetwork, VirtualCall } from '../../../hal/http/http-virtual.ts';
import { readShot } from '../../../sims/shot-server/shot-server.ts';
import type { ShotsOrder } from '../reading/server-shapes.ts';
import type { Arrival } from './servers.ts';

const ORIGIN = 'http://192.168.1.20:8080';
const REFUSED = 500;

/** Starts the server; returns the function that controls it. */
export function openShotReceiver(
  network: HttpNetwork,
  arrived: (arrival: Arrival) => void,
): (order: ShotsOrder) => void {
  let now: ShotsOrder = 'stop';
  const server = ({ method, path, body: bytes, respond }: VirtualCall): (() => void) => {
    const body = new TextDecoder().decode(bytes);
    arrived({ server: 'shots', path, body });
    const event = readShot({ method, path, body });
    const status = now === 'refuse' ? REFUSED : event.kind === 'ignored' ? event.status : 204;
    if (now !== 'silent') respond({ status, text: '' });
    return () => {};
  };
  const order = (next: ShotsOrder): void => {
    // Serving again would abort pending requests.
    if (next === 'stop' || now === 'stop') network.serve(ORIGIN, next === 'stop' ? null : server);
    now = next;
  };
  order('start');
  return order;
}
