// Check of a 16-bit display, as on most small Raspberry Pi panels: QEMU's Cirrus card, whose driver uses RGB565 and
// needs the changed rectangle. It is larger than the picture, which is centred.

import { readFrame } from '../../simulation/reports/frames.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { bootDevice, type DeviceMachine } from '../device.ts';
import { openGuestPanel } from '../probes/panel.ts';
import { takePicture, type RigPicture } from '../probes/screen.ts';
import type { Image } from '../build/image.ts';

const DISPLAY = 'cirrus-vga';
const BOARD_LINE = 'display: { mode: 640x480, format: RGB565, scale: whole }';
const START_MS_MAX = 300_000;

export async function showsRgb565(image: Image): Promise<Result<string>> {
  const booted = await bootDevice({ ...image, display: DISPLAY });
  if (!booted.ok) return booted;
  const shown = await compare(booted.value);
  await booted.value.machine.close();
  return shown;
}

async function compare({ machine, token }: DeviceMachine): Promise<Result<string>> {
  const board = [
    `sed 's/^display:.*/${BOARD_LINE}/' /etc/tapin/board.yaml > /tmp/board.yaml`,
    'mount --bind /tmp/board.yaml /etc/tapin/board.yaml',
    'systemctl restart tapin',
    'sleep 20',
  ];
  const restarted = await machine.agent.run(board.join(' && '), START_MS_MAX);
  if (!restarted.ok) return restarted;
  const panel = await openGuestPanel(machine, token);
  const png = panel.ok ? await panel.value.read('/api/devices/0/screen.png') : panel;
  if (!png.ok) return png;
  const picture = await takePicture(machine);
  if (!picture.ok) return picture;
  const problem = rgb565Problem(await readFrame(png.value), picture.value);
  return problem === '' ? ok(BOARD_LINE) : fail('rig_failed', problem);
}

interface Frame {
  readonly width: number;
  readonly height: number;
  /** RGBA pixels. */
  readonly pixels: Uint8Array;
}

const BITS = [5, 6, 5] as const;
const COLOURS = ['red', 'green', 'blue'] as const;

/** Returns the problem of a 16-bit display that should show a frame centred on black; '' if none. */
export function rgb565Problem(frame: Frame, { width, height, rgba }: RigPicture): string {
  const [left, top] = [(width - frame.width) / 2, (height - frame.height) / 2];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (const [at, bits] of BITS.entries()) {
        const inside = x >= left && x < left + frame.width && y >= top && y < top + frame.height;
        const drawn = inside ? frame.pixels[((y - top) * frame.width + x - left) * 4 + at] : 0;
        const shown = rgba[(y * width + x) * 4 + at] ?? 0;
        if (Math.abs(shown - (drawn ?? 0)) >= 2 ** (8 - bits) || !hasBits(shown, bits))
          return `Pixel ${x}, ${y} of the display has ${COLOURS[at]} ${shown}; tapin drew ${drawn}.`;
      }
  return '';
}

/** Whether a value is an expansion of so few bits to eight, with its own upper bits repeated. */
function hasBits(value: number, bits: number): boolean {
  const narrow = value >> (8 - bits);
  return value === ((narrow << (8 - bits)) | (narrow >> (2 * bits - 8)));
}
