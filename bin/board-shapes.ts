// What a board file says (docs/raspberry-pi.md): what this machine has that is wired to it. One description, by which the file is read and from
// which its JSON Schema is written; a message completes the sentence that begins with the key.

import * as v from 'valibot';
import { ROTATIONS, SCALES } from '../hal/display/placement.ts';
import { duration } from '../sims/condition/quantities.ts';

const oneOf = <const T extends readonly string[]>(names: T) => v.picklist(names, `is one of ${names.join(', ')}`);
const path = (example: string) => {
  const sentence = `is a path such as ${example}`;
  return v.pipe(v.string(sentence), v.startsWith('/', sentence));
};
const MODE = 'is a width and a height such as 800x480';
const ROTATE = `is one of ${ROTATIONS.join(', ')}`;

const display = v.strictObject(
  {
    /** The first that can be used where it is left out. */
    device: v.optional(path('/dev/dri/card1 or /dev/fb0')),
    connector: v.optional(v.string('is a name such as HDMI-A-1')),
    mode: v.optional(v.pipe(v.string(MODE), v.regex(/^\d{2,4}x\d{2,4}$/, MODE))),
    format: v.optional(oneOf(['XRGB8888', 'RGB565'])),
    /** How the picture is turned on the display, clockwise. */
    rotate: v.optional(v.picklist(ROTATIONS, ROTATE), 0),
    scale: v.optional(oneOf(SCALES), 'fit'),
    /** It goes dark when nothing has happened for so long. */
    off_after: v.optional(duration),
  },
  'has device, connector, mode, format, rotate, scale and off_after',
);

export const BOARD = {
  sensor: v.optional(path('/dev/serial/by-id/usb-tapin_gate_board-if00')),
  /** The gadget of a USB keyboard. */
  keyboard: v.optional(path('/dev/hidg0')),
  display: v.optional(display),
} as const;
export type BoardSetup = v.InferOutput<v.ObjectSchema<typeof BOARD, undefined>>;
