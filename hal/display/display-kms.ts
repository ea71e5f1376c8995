// Display on the kernel's mode setting (KMS), /dev/dri/cardN: HDMI, DSI and small SPI panels. The kernel restores the
// console when the file is closed, even after a crash.

import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { closeFile, O_NONBLOCK, O_RDWR, openFile, readInto } from '../system/libc.ts';
import type { Poller } from '../system/poller.ts';
import type { Display } from './display.ts';
import * as drm from './drm.ts';
import { BYTES_PER_PIXEL, union, type NativeFrame, type PixelFormat, type Rect } from './pixels.ts';

interface KmsOptions {
  /** Device file, such as `/dev/dri/card0`. */
  readonly path: string;
  readonly poller: Poller;
  /** Display mode, such as `800x480`. Default: the mode that the display prefers. */
  readonly mode?: string | undefined;
  /** Connector, such as `HDMI-A-1`. Default: the first connected one. */
  readonly connector?: string | undefined;
  /** Default: the format that the display prefers. */
  readonly format?: PixelFormat | undefined;
}

/** Drivers of panels that send pixels over a slow bus and need the changed rectangle. */
const PARTIAL_UPDATE_DRIVERS =
  /^(panel-mipi-dbi|ili\w+|st7\w+|hx8357d|mi0283qt|repaper|sharp-memory|ssd130x(-spi|-i2c)?|udl|gud|gm12u320)$/;

/** Opens a KMS display. Errors: `display_unusable`. */
export function openKms({ path, poller, ...wanted }: KmsOptions): Result<Display> {
  let fd = -1;
  try {
    fd = openFile(path, O_RDWR | O_NONBLOCK);
    if (!drm.hasDumbBuffers(fd)) throw new Error('it is a render-only device');
    const { connector, mode, crtc } = choose(drm.connectorsOf(fd), wanted);
    const format = wanted.format ?? drm.preferredFormat(fd);
    const partial_updates = PARTIAL_UPDATE_DRIVERS.test(drm.driverName(fd));
    const output = { fd, crtc, connector: connector.id, mode, format };
    const shown = partial_updates ? createSingleBuffered(output) : createFlipped(output, poller);
    return ok({ name: `${connector.name} of ${path}`, width: mode.width, height: mode.height, format, ...shown });
  } catch (thrown) {
    if (fd >= 0) closeFile(fd);
    return fail('display_unusable', `${path} can't be used as a display: ${messageOf(thrown)}.`);
  }
}

interface Chosen {
  readonly connector: drm.Connector;
  readonly mode: drm.Mode;
  readonly crtc: number;
}

/** @throws With the reason, if no connector, mode or CRTC fits. */
function choose(
  connectors: readonly drm.Connector[],
  { mode, connector: name }: Pick<KmsOptions, 'mode' | 'connector'>,
): Chosen {
  const connected = connectors.filter((each) => each.connected && each.modes.length > 0);
  const names = connectors.map((each) => `${each.name}${each.connected ? '' : ' (nothing connected)'}`).join(', ');
  const connector = name === undefined ? connected[0] : connected.find((each) => each.name === name);
  if (!connector) throw new Error(`${name ?? 'a display'} is not connected; it has ${names || 'no connectors'}`);
  const found =
    mode === undefined
      ? (connector.modes.find(({ preferred }) => preferred) ?? connector.modes[0])
      : connector.modes.find(({ width, height }) => `${width}x${height}` === mode);
  const modes = [...new Set(connector.modes.map(({ width, height }) => `${width}x${height}`))].join(', ');
  if (!found) throw new Error(`${connector.name} has no mode ${mode}; it has ${modes}`);
  if (connector.crtc === null) throw new Error(`no CRTC drives ${connector.name}`);
  return { connector, mode: found, crtc: connector.crtc };
}

interface Output {
  readonly fd: number;
  readonly crtc: number;
  readonly connector: number;
  readonly mode: drm.Mode;
  readonly format: PixelFormat;
}
type Shown = Pick<Display, 'show' | 'setPower' | 'close'>;

const FLIP_EVENT_BYTES = 1024;

/** Creates a double-buffered output: draws into the hidden buffer, then flips to it at the next vertical blank. */
function createFlipped(output: Output, poller: Poller): Shown {
  const { fd, crtc, mode, format } = output;
  let front = drm.createDumbBuffer(fd, mode, format);
  let back = drm.createDumbBuffer(fd, mode, format);
  /** Part of the back buffer that is older than the last frame. */
  let behind: Rect | null = null;
  let lit = false;
  let flipped = (): void => {};
  const event = new Uint8Array(FLIP_EVENT_BYTES);
  const endWatch = poller.watch(fd, () => {
    while (readInto(fd, event) > 0) flipped();
  });
  const light = (): void => {
    drm.setCrtc(fd, crtc, { ...output, fb: front.fb });
    lit = true;
  };
  return {
    async show(frame, changed) {
      const drawn = union(behind, changed) ?? changed;
      copyRows(frame, drawn, back);
      behind = changed;
      [front, back] = [back, front];
      if (!lit) return light();
      const { promise, resolve } = Promise.withResolvers<void>();
      flipped = resolve;
      drm.flip(fd, crtc, front.fb);
      await promise;
    },
    setPower(on) {
      if (on) return light();
      lit = false;
      drm.setCrtc(fd, crtc, null);
    },
    close() {
      endWatch();
      flipped();
      for (const buffer of [front, back]) buffer.destroy();
      closeFile(fd);
    },
  };
}

/** Creates a single-buffered output that reports each changed rectangle to the kernel. */
function createSingleBuffered(output: Output): Shown {
  const { fd, crtc, mode, format } = output;
  const buffer = drm.createDumbBuffer(fd, mode, format);
  let lit = false;
  const light = (): void => {
    drm.setCrtc(fd, crtc, { ...output, fb: buffer.fb });
    lit = true;
  };
  return {
    async show(frame, changed) {
      copyRows(frame, changed, buffer);
      if (!lit) light();
      const { x, y, width, height } = changed;
      drm.markDirty(fd, buffer.fb, x, y, x + width, y + height);
    },
    setPower(on) {
      if (on) return light();
      lit = false;
      drm.setCrtc(fd, crtc, null);
    },
    close() {
      buffer.destroy();
      closeFile(fd);
    },
  };
}

/** Copies whole runs of bytes: single stores into display memory are slow. */
function copyRows(
  { bytes, width, format }: NativeFrame,
  { x, y, width: across, height }: Rect,
  to: drm.DumbBuffer,
): void {
  const pixel = BYTES_PER_PIXEL[format];
  for (let row = y; row < y + height; row++) {
    const from = (row * width + x) * pixel;
    to.mapping.bytes.set(bytes.subarray(from, from + across * pixel), row * to.stride + x * pixel);
  }
}
