// Reads the kept putts of a device from its data folder and prints them.

import { stat } from 'node:fs/promises';
import { puttRowsOf } from '../../firmware/persisted/history.ts';
import { loadPersisted } from '../../firmware/persisted/storage.ts';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { puttsCsv, puttsJson } from '../../sims/panel/history.ts';
import { exitUsage, exitWith } from '../process/process.ts';

export interface PuttsOptions {
  readonly data: string;
  readonly player?: string;
  readonly json?: boolean;
}

export async function printPutts({ data, player, json = false }: PuttsOptions): Promise<void> {
  const folder = await stat(data).catch(() => null);
  if (!folder?.isDirectory()) exitUsage(`${data} is not a folder: name a data folder with --data.`);
  const flash = createFileFlash(data);
  const names = await flash.list();
  if (!names.ok) exitWith(names.error);
  if (!names.value.includes('identity')) exitUsage(`${data} holds no device: name its data folder with --data.`);
  // Reads only: the device keeps its own lock on the folder.
  const { persisted, notes } = await loadPersisted(flash, createSeededRandom(0), 0);
  for (const note of notes) process.stderr.write(`${note}\n`);
  const { players } = persisted;
  if (player !== undefined && !players.some(({ name }) => name === player))
    exitUsage(`No player ${player}: the players are ${players.map(({ name }) => name).join(', ')}.`);
  const rows = puttRowsOf(persisted).filter((row) => player === undefined || row.player === player);
  process.stdout.write(json ? puttsJson(rows) : puttsCsv(rows));
}
