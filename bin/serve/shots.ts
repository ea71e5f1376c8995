// Implements `tapin simulator shot-server`: receives shots, prints each, and stores them as JSON lines and CSV.

import { appendFileSync, existsSync } from 'node:fs';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import type { ServeAt } from '../../sims/serving/serve-bodies.ts';
import { serveShots } from '../../sims/shot-server/serve.ts';
import { csvLine, CSV_HEAD, describeShot, type ShotEvent } from '../../sims/shot-server/shot-server.ts';
import { messageOf } from '../../wire/errors.ts';
import { originOf } from '../../wire/listening.ts';
import { readPrivateAddress } from '../../wire/shot/private-address.ts';
import { printMessage, exitWith, onShutdown, printListening, stderrLog } from '../process/process.ts';

export interface ShotServerOptions extends ServeAt {
  /** Files to append shots to. */
  readonly jsonl?: string;
  readonly csv?: string;
}

const REACHED =
  'Devices send shots only to private addresses (10.x.x.x, 172.16–31.x.x, 192.168.x.x); give one of this machine with --host.';

export async function serveShotServer({ jsonl, csv, ...at }: ShotServerOptions): Promise<void> {
  const log = stderrLog(createSystemClock(), false);
  const served = await serveShots(at, (event) => {
    log.write(event.kind === 'ignored' ? 'warn' : 'info', 'shot-server', describeShot(event));
    keep(event, jsonl, csv);
  });
  if (!served.ok) return exitWith(served.error);
  onShutdown(() => served.value.close());
  printListening({ shots: `${originOf(at.host, served.value.port)}/service/shot` });
  if (!readPrivateAddress(at.host)) printMessage(REACHED);
}

function keep(event: ShotEvent, jsonl: string | undefined, csv: string | undefined): void {
  if (event.kind !== 'shot') return;
  try {
    if (jsonl !== undefined) appendFileSync(jsonl, `${JSON.stringify(event.shot)}\n`);
    if (csv !== undefined) appendFileSync(csv, `${existsSync(csv) ? '' : `${CSV_HEAD}\n`}${csvLine(event.shot)}\n`);
  } catch (thrown) {
    printMessage(`A shot was not stored: ${messageOf(thrown)}.`);
  }
}
