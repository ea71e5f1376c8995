// Opens an experience on a device with the keys that a player would press.

import { EXPERIENCES } from '../../firmware/experiences/registry.ts';
import type { PacedTime } from '../../sims/panel/paced-time.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { AssembledDevice } from '../device/assemble-device.ts';

/** Time until a key has had its effect. */
const SETTLE_MS = 20;
/** Time until a device shows its menu. */
const BOOT_MS = 3000;
/** Exceeds the number of rows in the menu. */
const ROWS_MAX = 64;

/** Errors: `bad_value` if there is no such experience, or the menu does not list it. */
export async function openExperience(
  { screen, keys }: AssembledDevice,
  time: PacedTime,
  id: string,
): Promise<Result<void>> {
  const experience = EXPERIENCES.find((each) => each.id === id);
  if (!experience) return fail('bad_value', `There is no experience ${id.slice(0, 40)}.`);
  const row = `> ${experience.name}`;
  const lines = (): readonly string[] => screen.picture().lines;
  for (let waited_ms = 0; waited_ms < BOOT_MS && !lines().some((line) => line.startsWith('> ')); waited_ms += SETTLE_MS)
    await time.advance(SETTLE_MS);
  for (let moves = 0; moves < ROWS_MAX && !lines().includes(row); moves++) {
    keys.tap('down');
    await time.advance(SETTLE_MS);
  }
  if (!lines().includes(row)) return fail('bad_value', `The menu does not list ${experience.name}.`);
  keys.tap('ok');
  await time.advance(SETTLE_MS);
  return ok(undefined);
}
