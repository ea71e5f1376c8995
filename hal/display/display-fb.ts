// Framebuffer display, /dev/fbN, for displays without DRM. Reads its size, stride and depth from /sys.

import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import type { Display } from './display.ts';
import { BYTES_PER_PIXEL, type NativeFrame, type PixelFormat, type Rect } from './pixels.ts';

interface FramebufferOptions {
  /** Device file, such as `/dev/fb0`. */
  readonly path: string;
  /** Its folder in sysfs, such as `/sys/class/graphics/fb0`. */
  readonly folder: string;
  /** Keeps the console from drawing on the display, until the returned function is called. */
  readonly takeConsole: () => () => void;
}

const FORMATS: Readonly<Record<number, PixelFormat>> = { 32: 'XRGB8888', 16: 'RGB565' };
/** FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN of linux/fb.h. */
const [LIT, DARK] = ['0', '4'];

/** Opens a framebuffer. Errors: `display_unusable`. */
export function openFramebuffer({ path, folder, takeConsole }: FramebufferOptions): Result<Display> {
  try {
    const readAttribute = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
    const [width = 0, height = 0] = readAttribute('virtual_size').split(',').map(Number);
    const [stride, bits] = [Number(readAttribute('stride')), Number(readAttribute('bits_per_pixel'))];
    const format = FORMATS[bits];
    if (!format) return fail('display_unusable', `${path} has ${bits} bits per pixel; only 16 and 32 are supported.`);
    const fd = openSync(path, 'r+');
    const giveBack = takeConsole();
    return ok({
      name: `${path} (${readAttribute('name')})`,
      width,
      height,
      format,
      async show(frame, changed) {
        writeRows(fd, stride, frame, changed);
      },
      setPower: (on) => writeFileSync(join(folder, 'blank'), on ? LIT : DARK),
      close() {
        giveBack();
        closeSync(fd);
      },
    });
  } catch (thrown) {
    return fail('display_unusable', `${path} can't be used as a display: ${messageOf(thrown)}.`);
  }
}

function writeRows(fd: number, stride: number, { bytes, width, format }: NativeFrame, changed: Rect): void {
  const pixel = BYTES_PER_PIXEL[format];
  for (let y = changed.y; y < changed.y + changed.height; y++) {
    const from = (y * width + changed.x) * pixel;
    writeSync(fd, bytes, from, changed.width * pixel, y * stride + changed.x * pixel);
  }
}
