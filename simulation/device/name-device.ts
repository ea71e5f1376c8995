// Names a new device, so that several devices can be told apart.

import type { Flash } from '../../hal/flash/flash.ts';
import { bytesOf } from '../../wire/bytes.ts';
import { ok, type Result } from '../../wire/errors.ts';

/** Names a device that has no stored data yet, and its player. */
export async function nameNewDevice(flash: Flash, name: string): Promise<Result<void>> {
  const stored = await flash.list();
  if (!stored.ok || stored.value.length > 0) return stored.ok ? ok(undefined) : stored;
  const players = { next_id: 2, players: [{ id: 1, name }] };
  const written = await flash.write('players', bytesOf(JSON.stringify(players)));
  return written.ok ? flash.write('settings', bytesOf(JSON.stringify({ name }))) : written;
}
