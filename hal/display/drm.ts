// Kernel mode-setting calls (drm_mode.h) that a display needs: list the connectors, create buffers that the CPU draws
// into, and show one of them. Offsets match the structures on 64-bit Linux.

import { addressOf, ioctl, mapShared, type Mapping } from '../system/libc.ts';
import { BYTES_PER_PIXEL, type PixelFormat } from './pixels.ts';

/** Ioctl request number: `_IO` and `_IOWR` of asm-generic/ioctl.h, with the letter `d`. */
const request = (number: number, bytes = 0): number =>
  (bytes === 0 ? 0 : 3 * 2 ** 30) + bytes * 2 ** 16 + 0x64 * 2 ** 8 + number;
const VERSION = request(0x00, 64);
const GET_CAP = request(0x0c, 16);
const GET_RESOURCES = request(0xa0, 64);
const SET_CRTC = request(0xa2, 104);
const GET_ENCODER = request(0xa6, 20);
const GET_CONNECTOR = request(0xa7, 80);
const ADD_FB = request(0xae, 28);
const REMOVE_FB = request(0xaf, 4);
const PAGE_FLIP = request(0xb0, 24);
const DIRTY_FB = request(0xb1, 24);
const CREATE_DUMB = request(0xb2, 32);
const MAP_DUMB = request(0xb3, 16);
const DESTROY_DUMB = request(0xb4, 4);

const CAP_DUMB_BUFFER = 1n;
const CAP_DUMB_PREFERRED_DEPTH = 3n;
const CONNECTED = 1;
const MODE_PREFERRED = 8;
const FLIP_EVENT = 1;

const MODE_BYTES = 68;
const MODE_NAME_AT = 36;

export interface Mode {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly refresh_hz: number;
  readonly preferred: boolean;
  /** `struct drm_mode_modeinfo` */
  readonly bytes: Uint8Array;
}

export interface Connector {
  readonly id: number;
  /** Name with type and index, such as `HDMI-A-1`. */
  readonly name: string;
  readonly connected: boolean;
  readonly modes: readonly Mode[];
  /** ID of the CRTC that can drive the connector; null if none. */
  readonly crtc: number | null;
}

/** Connector types of drm_mode.h, by number. */
const CONNECTOR_TYPES =
  'Unknown VGA DVI-I DVI-D DVI-A Composite SVIDEO LVDS Component DIN DP HDMI-A HDMI-B TV eDP Virtual DSI DPI Writeback SPI USB'.split(
    ' ',
  );

const list = (count: number): Buffer => Buffer.alloc(4 * count);
const numbersIn = (bytes: Buffer): readonly number[] =>
  Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(4 * at));

/** Returns the name of the driver, such as `vc4`, `virtio_gpu` or `panel-mipi-dbi`. */
export function driverName(fd: number): string {
  const name = Buffer.alloc(64);
  const version = Buffer.alloc(64);
  version.writeBigUInt64LE(BigInt(name.length), 16);
  version.writeBigUInt64LE(addressOf(name), 24);
  ioctl(fd, VERSION, version);
  return name.toString('latin1', 0, Number(version.readBigUInt64LE(16)));
}

function capability(fd: number, which: bigint): bigint {
  const cap = Buffer.alloc(16);
  cap.writeBigUInt64LE(which, 0);
  ioctl(fd, GET_CAP, cap);
  return cap.readBigUInt64LE(8);
}

/** Whether the device supports buffers that the CPU can draw into. */
export const hasDumbBuffers = (fd: number): boolean => capability(fd, CAP_DUMB_BUFFER) === 1n;

/** Returns the format that the display prefers; small panels use 16 bits. */
export const preferredFormat = (fd: number): PixelFormat =>
  capability(fd, CAP_DUMB_PREFERRED_DEPTH) === 16n ? 'RGB565' : 'XRGB8888';

export function connectorsOf(fd: number): readonly Connector[] {
  const counted = Buffer.alloc(64);
  ioctl(fd, GET_RESOURCES, counted);
  const [crtcs, connectors, encoders] = [36, 40, 44].map((at) => list(counted.readUInt32LE(at)));
  if (!crtcs || !connectors || !encoders) return [];
  const resources = Buffer.alloc(64);
  for (const [at, each] of [crtcs, connectors, encoders].entries()) {
    resources.writeBigUInt64LE(addressOf(each), 8 + 8 * at);
    resources.writeUInt32LE(each.length / 4, 36 + 4 * at);
  }
  ioctl(fd, GET_RESOURCES, resources);
  return numbersIn(connectors).map((id) => connectorOf(fd, id, numbersIn(crtcs)));
}

function connectorOf(fd: number, id: number, crtcs: readonly number[]): Connector {
  const counted = Buffer.alloc(80);
  counted.writeUInt32LE(id, 48);
  ioctl(fd, GET_CONNECTOR, counted);
  const modes = Buffer.alloc(MODE_BYTES * counted.readUInt32LE(32));
  const encoders = list(counted.readUInt32LE(40));
  const connector = Buffer.alloc(80);
  connector.writeBigUInt64LE(addressOf(modes), 8);
  connector.writeBigUInt64LE(addressOf(encoders), 0);
  connector.writeUInt32LE(modes.length / MODE_BYTES, 32);
  connector.writeUInt32LE(encoders.length / 4, 40);
  connector.writeUInt32LE(id, 48);
  ioctl(fd, GET_CONNECTOR, connector);
  const [type, of_type] = [connector.readUInt32LE(52), connector.readUInt32LE(56)];
  return {
    id,
    name: `${CONNECTOR_TYPES[type] ?? 'Unknown'}-${of_type}`,
    connected: connector.readUInt32LE(60) === CONNECTED,
    modes: Array.from({ length: modes.length / MODE_BYTES }, (_, at) =>
      modeOf(modes.subarray(at * MODE_BYTES, (at + 1) * MODE_BYTES)),
    ),
    crtc: crtcFor(fd, connector.readUInt32LE(44), numbersIn(encoders), crtcs),
  };
}

const modeOf = (bytes: Buffer): Mode => ({
  name: bytes.toString('latin1', MODE_NAME_AT).replace(/\0.*$/s, ''),
  width: bytes.readUInt16LE(4),
  height: bytes.readUInt16LE(14),
  refresh_hz: bytes.readUInt32LE(24),
  preferred: (bytes.readUInt32LE(32) & MODE_PREFERRED) !== 0,
  bytes,
});

/** Returns the CRTC that already drives the connector, or the first that can; null if none. */
function crtcFor(fd: number, current: number, encoders: readonly number[], crtcs: readonly number[]): number | null {
  for (const id of current === 0 ? encoders : [current, ...encoders]) {
    const encoder = Buffer.alloc(20);
    encoder.writeUInt32LE(id, 0);
    ioctl(fd, GET_ENCODER, encoder);
    const [crtc, possible] = [encoder.readUInt32LE(8), encoder.readUInt32LE(12)];
    const found = crtc === 0 ? crtcs.find((_, at) => (possible & (1 << at)) !== 0) : crtc;
    if (found !== undefined) return found;
  }
  return null;
}

/** Buffer in memory that a CRTC can show. */
export interface DumbBuffer {
  readonly fb: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly mapping: Mapping;
  destroy(): void;
}

export function createDumbBuffer(fd: number, { width, height }: Mode, format: PixelFormat): DumbBuffer {
  const bits = 8 * BYTES_PER_PIXEL[format];
  const dumb = Buffer.alloc(32);
  for (const [at, value] of [height, width, bits].entries()) dumb.writeUInt32LE(value, 4 * at);
  ioctl(fd, CREATE_DUMB, dumb);
  const [handle, stride] = [dumb.readUInt32LE(16), dumb.readUInt32LE(20)];
  const added = Buffer.alloc(28);
  for (const [at, value] of [width, height, stride, bits, format === 'RGB565' ? 16 : 24, handle].entries())
    added.writeUInt32LE(value, 4 + 4 * at);
  ioctl(fd, ADD_FB, added);
  const map = Buffer.alloc(16);
  map.writeUInt32LE(handle, 0);
  ioctl(fd, MAP_DUMB, map);
  const mapping = mapShared(fd, Number(dumb.readBigUInt64LE(24)), Number(map.readBigUInt64LE(8)));
  return {
    fb: added.readUInt32LE(0),
    stride,
    mapping,
    destroy() {
      mapping.unmap();
      ioctl(fd, REMOVE_FB, added.subarray(0, 4));
      ioctl(fd, DESTROY_DUMB, map.subarray(0, 4));
    },
  };
}

/** Shows a buffer in a mode; null turns the signal off. */
export function setCrtc(fd: number, crtc: number, shown: { connector: number; mode: Mode; fb: number } | null): void {
  const set = Buffer.alloc(104);
  set.writeUInt32LE(crtc, 12);
  const connector = list(1);
  if (shown) {
    connector.writeUInt32LE(shown.connector, 0);
    set.writeBigUInt64LE(addressOf(connector), 0);
    set.writeUInt32LE(1, 8);
    set.writeUInt32LE(shown.fb, 16);
    set.writeUInt32LE(1, 32);
    set.set(shown.mode.bytes, 36);
  }
  ioctl(fd, SET_CRTC, set);
}

/** Shows a buffer from the next vertical blank on; the file then has a 32-byte event to read. */
export function flip(fd: number, crtc: number, fb: number): void {
  const page = Buffer.alloc(24);
  for (const [at, value] of [crtc, fb, FLIP_EVENT].entries()) page.writeUInt32LE(value, 4 * at);
  ioctl(fd, PAGE_FLIP, page);
}

/** Tells the kernel which rectangle of the visible buffer has changed. */
export function markDirty(fd: number, fb: number, x: number, y: number, right: number, bottom: number): void {
  const clip = Buffer.alloc(8);
  for (const [at, value] of [x, y, right, bottom].entries()) clip.writeUInt16LE(value, 2 * at);
  const dirty = Buffer.alloc(24);
  dirty.writeUInt32LE(fb, 0);
  dirty.writeUInt32LE(1, 12);
  dirty.writeBigUInt64LE(addressOf(clip), 16);
  ioctl(fd, DIRTY_FB, dirty);
}
