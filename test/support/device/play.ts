// Helpers of device scenarios: operate a device by its keys and putter, and prepare or read its storage.

import type { Key } from '../../../hal/keys/keys.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { assert } from '../../../wire/errors.ts';
import { loadPersisted, type LoadedPersisted } from '../../../firmware/persisted/storage.ts';
import type { RecordName } from '../../../firmware/persisted/persisted.ts';
import { deviceFixture, type DeviceFixture } from './device-fixture.ts';

export const pageOn = (fixture: DeviceFixture): string => String(fixture.device.states()['navigation']);
export const focusedLine = (fixture: DeviceFixture): string =>
  fixture.lines().find((line) => line.startsWith('> ')) ?? '';

/** More rows than any list has. */
const ROWS_MAX = 64;

/** Moves down to the row that starts with this label, and presses OK or the given keys. */
export async function choose(fixture: DeviceFixture, label: string, ...keys: readonly Key[]): Promise<void> {
  for (let moves = 0; moves < ROWS_MAX; moves++) {
    if (focusedLine(fixture).startsWith(`> ${label}`))
      return fixture.press(...(keys.length > 0 ? keys : (['ok'] as const)));
    await fixture.press('down');
  }
  assert(false, `no row "${label}" on the page: ${fixture.lines().join(' | ')}`);
}

export async function toMenu(fixture: DeviceFixture): Promise<void> {
  for (let backs = 0; backs < 12 && pageOn(fixture) !== 'menu'; backs++) await fixture.press('back');
  assert(pageOn(fixture) === 'menu', `menu not reached: ${fixture.lines().join(' | ')}`);
}

/** Strikes at a share of the wanted speed, and skips the roll with OK. */
export async function putt(fixture: DeviceFixture, share = 1, face_angle_deg = 0): Promise<void> {
  await fixture.strike({ club_speed_mps: (fixture.wanted_speed_mps() ?? 1.5) * share, face_angle_deg });
  await fixture.press('ok');
}

/** Returns a storage that holds these records, as JSON. */
export async function flashWith(records: Partial<Record<RecordName, unknown>>): Promise<MemoryFlash> {
  const flash = createMemoryFlash();
  for (const [name, data] of Object.entries(records))
    await flash.write(name, new TextEncoder().encode(JSON.stringify(data)));
  return flash;
}

export const players = (...names: readonly string[]): unknown => ({
  next_id: names.length + 1,
  players: names.map((name, i) => ({ id: i + 1, name, handicap: 10, impact_ratio: 1.6 })),
});

/** Loads the state that a device would find in this storage. */
export const persistedIn = (flash: MemoryFlash): Promise<LoadedPersisted> =>
  loadPersisted(createMemoryFlash(flash.disk), createSeededRandom(0), 0);

/** Switches the device off, starts another one on the same storage, and opens its menu. */
export async function reboot(fixture: DeviceFixture, seed = 99): Promise<DeviceFixture> {
  await fixture.stop();
  const again = await deviceFixture({ seed, flash: createMemoryFlash(fixture.flash.disk) });
  await toMenu(again);
  return again;
}
