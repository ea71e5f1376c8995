// Reads the kept putts of a device from its data folder and prints them.

import { puttRowsOf } from '../../firmware/persisted/history.ts';
import { loadPersisted } from '../../firmware/persisted/storage.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { puttsCsv, puttsJson } from '../../sims/panel/history.ts';
import { openDevice } from '../process/open-device.ts';
import { exitUsage } from '../process/process.ts';

export interface PuttsOptions {
  readonly data: string;
  readonly player?: string;
  readonly json?: boolean;
}

export async function printPutts({ data, player, json = false }: PuttsOptions): Promise<void> {
  const flash = await openDevice(data);
  // Reads only: the device keeps its own lock on the folder.
  const { persisted, notes } = await loadPersisted(flash, createSeededRandom(0), 0);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const { players } = persisted;
  if (player !== undefined && !players.some(({ name }) => name === player))
    exitUsage(`No player ${player}: the players are ${players.map(({ name }) => name).join(', ')}.`);
  const rows = puttRowsOf(persisted).filter((row) => player === undefined || row.player === player);
  process.stdout.write(json ? puttsJson(rows) : puttsCsv(rows));
}
