// Writes the records that the storage of a scenario's device holds before its first start.

import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { recordsOf } from '../../simulation/scenarios/reading/records.ts';
import type { DeviceSetup, Scenario } from '../../simulation/scenarios/scenario.ts';
import { ok, type Result } from '../../wire/errors.ts';

/** Writes the initial records into a data folder, which is created if missing. Errors: as for the storage. */
export async function prepareStorage(folder: string, setup: DeviceSetup, scenario: Scenario): Promise<Result<void>> {
  const opened = await openDataFolder(folder);
  if (!opened.ok) return opened;
  const flash = createFileFlash(folder);
  let written: Result<void> = ok(undefined);
  for (const [name, data] of Object.entries(recordsOf(setup, scenario)))
    if (written.ok) written = await flash.write(name, Buffer.from(JSON.stringify(data)));
  await opened.value.close();
  return written;
}
