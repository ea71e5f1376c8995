// Draws the header of a Raspberry Pi with what a card uses of it: `npm run card:drawing`.

import { writeFile } from 'node:fs/promises';
import { box, line, NET, svg, text } from '../sensor-board/hardware/svg.ts';
import { USED_PINS } from './pins.ts';

const [TOP, ROW, CENTRE, PITCH, SIDE] = [58, 22, 320, 26, 18];

/** Returns the drawing: the header as seen from above, with pin 1 at the top left and the card slot above. */
export function pinsDrawing(): string {
  const parts = [
    text(CENTRE, 24, 'Header of a Raspberry Pi, seen from above', { size: 15, anchor: 'middle' }),
    text(CENTRE, 42, 'edge of the board to the right, card slot at the top', { size: 12, anchor: 'middle' }),
  ];
  for (let pin = 1; pin <= 40; pin++) parts.push(...drawPin(pin));
  return svg(640, TOP + 20 * ROW + 20, 'Pins of the header that a card uses', parts);
}

function drawPin(pin: number): readonly string[] {
  const is_left = pin % 2 === 1;
  const y = TOP + Math.floor((pin - 1) / 2) * ROW;
  const x = is_left ? CENTRE - PITCH : CENTRE + PITCH - SIDE;
  const used = USED_PINS.find((each) => each.pin === pin);
  const number = text(x + SIDE / 2, y + 13, String(pin), { size: 10, anchor: 'middle' });
  const shape = box(x, y, SIDE, SIDE, used ? '#cfe8da' : '#f2f2f2');
  if (!used) return [shape, number];
  const [from, to] = is_left ? [x, x - 34] : [x + SIDE, x + SIDE + 34];
  const words = used.gpio === null ? used.name : `${used.name} (GPIO ${used.gpio})`;
  const side = is_left ? 'end' : 'start';
  return [
    shape,
    number,
    line(from, y + SIDE / 2, to, y + SIDE / 2),
    text(is_left ? to - 6 : to + 6, y + 14, words, { size: 13, anchor: side, fill: NET }),
  ];
}

if (import.meta.main) {
  await writeFile(new URL('../docs/raspberry-pi-pins.svg', import.meta.url), pinsDrawing());
}
