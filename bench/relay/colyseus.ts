// Peer of the relay benchmark: Colyseus, a game-room framework that pushes over WebSockets. Its packages are installed
// one by one, because the package `colyseus` pulls in one from GitHub.

import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { freePort } from '../../test/support/process/free-port.ts';
import { peerMissing, requirePeer } from '../peers.ts';
import { roundOf } from './table.ts';
import { createArrivals, WAITING, type WakingServer, type WakingTable } from './waking-table.ts';

const PACKAGES = [
  '@colyseus/core@0.16',
  '@colyseus/ws-transport@0.16',
  '@colyseus/schema@3',
  'colyseus.js@0.16',
  'express',
] as const;

/** Returns why Colyseus can't be measured on this machine, or '' if it can. */
export const colyseusMissing = (): string => peerMissing('Colyseus', PACKAGES);

interface Room {
  readonly roomId: string;
  onMessage(type: string, take: (message: unknown) => void): void;
  send(type: string, message: unknown): void;
  leave(): Promise<unknown>;
}
interface Client {
  create(name: string): Promise<Room>;
  joinById(id: string): Promise<Room>;
}

export async function startColyseus(tables: number): Promise<WakingServer> {
  const port = await freePort();
  const server = fork(new URL('colyseus-server.ts', import.meta.url), [`${port}`], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Colyseus sends its own messages on this channel too.
  for await (const [message] of on(server, 'message')) if (message === 'listening') break;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package is not installed when types are checked
  const { Client } = requirePeer('colyseus.js') as {
    Client: new (url: string) => Client;
  };
  const client = new Client(`ws://127.0.0.1:${port}`);
  const rooms: Room[] = [];
  const opened: WakingTable[] = [];
  for (let table = 0; table < tables; table++) opened.push(await openTable(client, rooms));
  return {
    tables: opened,
    async end() {
      await Promise.all(rooms.map((room) => room.leave()));
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
  };
}

/** Opens a table. `rooms`: collects the rooms to leave at the end. */
async function openTable(client: Client, rooms: Room[]): Promise<WakingTable> {
  const arrivals = createArrivals();
  const host = await client.create('table');
  rooms.push(host);
  for (let seat = 0; seat < WAITING; seat++) {
    const guest = await client.joinById(host.roomId);
    guest.onMessage('round', () => arrivals.came());
    rooms.push(guest);
  }
  let id = 0;
  return {
    async publish() {
      const all = arrivals.all();
      host.send('round', roundOf(++id));
      return all;
    },
  };
}
