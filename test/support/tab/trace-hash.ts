// Hash of everything that the devices of a recording do: states and LEDs after each batch, and the display lists and
// text lines after every tenth.

import { createReplay } from '../../../simulation/recordings/replay.ts';
import type { Recording } from '../../../simulation/recordings/recording.ts';
import { bytesOf } from '../../../wire/bytes.ts';
import { sha256Of } from '../../../wire/signing.ts';

/** A picture has some 10 kB. */
const PICTURES_EVERY = 10;

/** Replays a recording, and compares. Returns the hash, or why it can't be replayed as recorded. */
export async function traceHash(recording: Recording): Promise<string> {
  const replay = createReplay(recording);
  let hash = '';
  for (let batch = 1; batch <= recording.turns.length; batch++) {
    const played = await replay.playTo(Infinity, true, batch);
    if (!played.ok) return played.error.message;
    if (played.value) return `diverges in batch ${batch}`;
    const seen = [...replay.devices()].map(([name, { device, screen, leds }]) => {
      return [name, device.states(), leds.colors(), batch % PICTURES_EVERY === 0 ? screen.picture() : null];
    });
    hash = sha256Of(bytesOf(JSON.stringify([hash, replay.now_ms(), seen])));
  }
  return hash;
}
