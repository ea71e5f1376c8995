// Messages inside the frames: encodes values to bodies and back. Integers are little-endian. A body longer than this
// version knows is accepted (a newer minor version may add fields); a shorter one is rejected.

import { HOST_NAME_BYTES_MAX } from './protocol-limits.ts';
import { BODY_BYTES_LIMIT } from './frame.ts';

/** Channel order everywhere: bit 0 is LA. */
export const CHANNELS = ['LA', 'RA', 'LB', 'RB', 'LD', 'RD', 'HA', 'HB'] as const;
export type Channel = (typeof CHANNELS)[number];
export const CHANNEL = { LA: 0, RA: 1, LB: 2, RB: 3, LD: 4, RD: 5, HA: 6, HB: 7 } as const;

export const SWING_FLAG = { backstroke: 1, blocked_at_arm: 2, clock_overflow: 4 } as const;
export const MODE = { application: 0, bootloader: 1 } as const;

export type Message =
  | { readonly kind: 'hello'; readonly major: number; readonly minor: number; readonly name: string }
  | {
      readonly kind: 'hello_ack';
      readonly major: number;
      readonly minor: number;
      readonly hw_rev: number;
      readonly fw: readonly [number, number, number];
      readonly serial: string;
      readonly tick_ns: number;
      readonly mode: number;
      readonly boot_count: number;
      readonly reset_cause: number;
      readonly aperture_error_um: readonly number[];
    }
  | {
      readonly kind: 'swing';
      readonly swing_id: number;
      readonly base_ticks: bigint;
      readonly present: number;
      readonly flags: number;
      readonly temperature_dc: number;
      readonly delta_ticks: readonly number[];
    }
  | { readonly kind: 'ack'; readonly swing_id: number }
  | {
      readonly kind: 'beat';
      readonly uptime_ms: number;
      readonly levels: number;
      readonly blocked: number;
      readonly ambient: number;
      readonly crc_errors: number;
      readonly overruns: number;
    }
  | { readonly kind: 'get'; readonly key: number }
  | { readonly kind: 'set'; readonly key: number; readonly value: number }
  | { readonly kind: 'value'; readonly key: number; readonly value: number; readonly status: number }
  | { readonly kind: 'log'; readonly level: number; readonly text: string }
  | { readonly kind: 'error'; readonly code: number; readonly text: string };

export const MESSAGE_TYPE = {
  hello: 0x01,
  hello_ack: 0x02,
  swing: 0x10,
  ack: 0x11,
  beat: 0x20,
  get: 0x30,
  set: 0x31,
  value: 0x32,
  log: 0x7e,
  error: 0x7f,
} as const satisfies Record<Message['kind'], number>;

const utf8 = new TextEncoder();
const text = new TextDecoder('utf-8');
const viewOf = (body: Uint8Array): DataView => new DataView(body.buffer, body.byteOffset, body.byteLength);

const HELLO_ACK_BYTES = 40;
const SWING_BYTES = 49;

/** Encodes the body of a message. Cuts an overlong name or text at a whole character. */
export function encodeBody(message: Message): Uint8Array {
  switch (message.kind) {
    case 'hello':
      return withText([message.major, message.minor], message.name, HOST_NAME_BYTES_MAX);
    case 'hello_ack':
      return encodeHelloAck(message);
    case 'swing':
      return encodeSwing(message);
    case 'ack':
      return body(4, (v) => v.setUint32(0, message.swing_id, true));
    case 'beat':
      return body(14, (v) => {
        v.setUint32(0, message.uptime_ms >>> 0, true);
        const words = [message.levels, message.blocked, message.ambient, message.crc_errors, message.overruns];
        words.forEach((word, i) => v.setUint16(4 + 2 * i, word, true));
      });
    case 'get':
      return Uint8Array.of(message.key);
    case 'set':
      return body(5, (v) => (v.setUint8(0, message.key), v.setInt32(1, message.value, true)));
    case 'value':
      return body(6, (v) => {
        v.setUint8(0, message.key);
        v.setInt32(1, message.value, true);
        v.setUint8(5, message.status);
      });
    case 'log':
      return withText([message.level], message.text, BODY_BYTES_LIMIT - 1);
    case 'error':
      return withText([message.code], message.text, BODY_BYTES_LIMIT - 1);
  }
}

/** Decodes the message of a frame; null if the type is unknown or the body is too short. */
export function decodeBody(type: number, bytes: Uint8Array): Message | null {
  const v = viewOf(bytes);
  switch (type) {
    case MESSAGE_TYPE.hello:
      return bytes.length < 2
        ? null
        : { kind: 'hello', major: v.getUint8(0), minor: v.getUint8(1), name: text.decode(bytes.subarray(2)) };
    case MESSAGE_TYPE.hello_ack:
      return bytes.length < HELLO_ACK_BYTES ? null : decodeHelloAck(v);
    case MESSAGE_TYPE.swing:
      return bytes.length < SWING_BYTES ? null : decodeSwing(v);
    case MESSAGE_TYPE.ack:
      return bytes.length < 4 ? null : { kind: 'ack', swing_id: v.getUint32(0, true) };
    case MESSAGE_TYPE.beat:
      return bytes.length < 14 ? null : decodeBeat(v);
    case MESSAGE_TYPE.get:
      return bytes.length < 1 ? null : { kind: 'get', key: v.getUint8(0) };
    case MESSAGE_TYPE.set:
      return bytes.length < 5 ? null : { kind: 'set', key: v.getUint8(0), value: v.getInt32(1, true) };
    case MESSAGE_TYPE.value:
      return bytes.length < 6
        ? null
        : { kind: 'value', key: v.getUint8(0), value: v.getInt32(1, true), status: v.getUint8(5) };
    case MESSAGE_TYPE.log:
      return bytes.length < 1 ? null : { kind: 'log', level: v.getUint8(0), text: text.decode(bytes.subarray(1)) };
    case MESSAGE_TYPE.error:
      return bytes.length < 1 ? null : { kind: 'error', code: v.getUint8(0), text: text.decode(bytes.subarray(1)) };
    default:
      return null;
  }
}

function body(length: number, fill: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length);
  fill(viewOf(bytes));
  return bytes;
}

function withText(head: readonly number[], words: string, bytes_max: number): Uint8Array {
  const encoded = new Uint8Array(bytes_max);
  const { written } = utf8.encodeInto(words, encoded);
  return Uint8Array.from([...head, ...encoded.subarray(0, written)]);
}

function encodeHelloAck(message: Message & { kind: 'hello_ack' }): Uint8Array {
  return body(HELLO_ACK_BYTES, (v) => {
    [message.major, message.minor, message.hw_rev, ...message.fw].forEach((byte, i) => v.setUint8(i, byte));
    utf8
      .encode(message.serial)
      .slice(0, 8)
      .forEach((byte, i) => v.setUint8(6 + i, byte));
    v.setUint32(14, message.tick_ns, true);
    v.setUint8(18, message.mode);
    v.setUint32(19, message.boot_count, true);
    v.setUint8(23, message.reset_cause);
    for (let i = 0; i < CHANNELS.length; i++) v.setInt16(24 + 2 * i, message.aperture_error_um[i] ?? 0, true);
  });
}

function decodeHelloAck(v: DataView): Message {
  const serial = Array.from({ length: 8 }, (_, i) => v.getUint8(6 + i)).filter((byte) => byte >= 0x20 && byte <= 0x7e);
  return {
    kind: 'hello_ack',
    major: v.getUint8(0),
    minor: v.getUint8(1),
    hw_rev: v.getUint8(2),
    fw: [v.getUint8(3), v.getUint8(4), v.getUint8(5)],
    serial: String.fromCodePoint(...serial),
    tick_ns: v.getUint32(14, true),
    mode: v.getUint8(18),
    boot_count: v.getUint32(19, true),
    reset_cause: v.getUint8(23),
    aperture_error_um: CHANNELS.map((_, i) => v.getInt16(24 + 2 * i, true)),
  };
}

function encodeSwing(message: Message & { kind: 'swing' }): Uint8Array {
  return body(SWING_BYTES, (v) => {
    v.setUint32(0, message.swing_id, true);
    v.setBigUint64(4, message.base_ticks, true);
    v.setUint16(12, message.present, true);
    v.setUint8(14, message.flags);
    v.setInt16(15, message.temperature_dc, true);
    message.delta_ticks.forEach((delta, i) => v.setInt32(17 + 4 * i, delta, true));
  });
}

function decodeSwing(v: DataView): Message {
  return {
    kind: 'swing',
    swing_id: v.getUint32(0, true),
    base_ticks: v.getBigUint64(4, true),
    present: v.getUint16(12, true),
    flags: v.getUint8(14),
    temperature_dc: v.getInt16(15, true),
    delta_ticks: CHANNELS.map((_, i) => v.getInt32(17 + 4 * i, true)),
  };
}

function decodeBeat(v: DataView): Message {
  const word = (i: number): number => v.getUint16(4 + 2 * i, true);
  return {
    kind: 'beat',
    uptime_ms: v.getUint32(0, true),
    levels: word(0),
    blocked: word(1),
    ambient: word(2),
    crc_errors: word(3),
    overruns: word(4),
  };
}
