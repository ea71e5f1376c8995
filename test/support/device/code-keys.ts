// Returns the keys that type a code on the device's own keyboard.

import type { Key } from '../../../hal/keys/keys.ts';

const KEYBOARD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function keysFor(code: string): readonly Key[] {
  let at = 0;
  return Array.from(code).flatMap((symbol): readonly Key[] => {
    const to = KEYBOARD.indexOf(symbol);
    const [down, right] = [Math.floor(to / 8) - Math.floor(at / 8), (to % 8) - (at % 8)];
    at = to;
    const moves = Array.from({ length: Math.abs(down) }, (): Key => (down > 0 ? 'down' : 'up'));
    const unrecorded = Array.from({ length: Math.abs(right) }, (): Key => (right > 0 ? 'right' : 'left'));
    return [...moves, ...unrecorded, 'ok'];
  });
}
