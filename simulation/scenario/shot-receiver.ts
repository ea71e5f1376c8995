// Somebody's server for shots in a scenario (docs/shot-forwarding.md), which may be gone, silent, or refuse what it gets.

import type { HttpNetwork, VirtualCall } from '../../hal/http/http-virtual.ts';
import { readShot } from '../../sims/shot-server/shot-server.ts';
import type { ShotsOrder } from './server-shapes.ts';
import type { Arrival } from './servers.ts';

const ORIGIN = 'http://192.168.1.20:8080';
const REFUSED = 500;

/** Takes orders from then on. */
export function openShotReceiver(network: HttpNetwork, arrived: (arrival: Arrival) => void) {
  let answers: 'start' | 'silent' | 'refuse' = 'start';
  const server = ({ method, path, body: bytes, respond }: VirtualCall): (() => void) => {
    const body = new TextDecoder().decode(bytes);
    arrived({ server: 'shots', path, body });
    const event = readShot({ method, path, body });
    const status = answers === 'refuse' ? REFUSED : event.kind === 'ignored' ? event.status : 204;
    if (answers !== 'silent') respond({ status, text: '' });
    return () => {};
  };
  network.serve(ORIGIN, server);
  return (order: ShotsOrder): void => {
    if (order !== 'stop') answers = order;
    network.serve(ORIGIN, order === 'stop' ? null : server);
  };
}
