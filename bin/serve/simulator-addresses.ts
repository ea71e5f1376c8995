// Stores the golf simulator addresses from the command line in flash before the device starts, as if the user had typed
// them there.

import type { Flash } from '../../hal/flash/flash.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';

interface Addresses {
  readonly simulator?: string;
  readonly connector?: string;
}

/** Stores the given addresses and keeps the rest. Errors: as for the flash. */
export async function storeSimulatorAddresses(
  flash: Flash,
  { simulator, connector }: Addresses,
): Promise<Result<void>> {
  const given = {
    ...(simulator === undefined ? {} : { direct: simulator }),
    ...(connector === undefined ? {} : { connector }),
  };
  if (Object.keys(given).length === 0) return ok(undefined);
  const read = await flash.read('simulator');
  const kept = read.ok && read.value.value ? (readFields(Buffer.from(read.value.value).toString()) ?? {}) : {};
  // Avoids wearing out the card by writing at each startup.
  if (Object.entries(given).every(([name, address]) => kept[name] === address)) return ok(undefined);
  return flash.write('simulator', Buffer.from(JSON.stringify({ ...kept, ...given })));
}
