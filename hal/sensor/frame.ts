// Frames on the wire: COBS(type · seq · body · crc16) and one 0x00. Never guesses: damaged data is dropped up to the
// next 0x00 and counted.

import { assert } from '../../wire/errors.ts';
import { FRAME_BYTES_MAX, PAYLOAD_BYTES_MAX } from './protocol-limits.ts';
import { cobsDecode, cobsEncode } from './cobs.ts';
import { crc16 } from './crc16.ts';

export interface Frame {
  readonly type: number;
  readonly seq: number;
  readonly body: Uint8Array;
}

const ENVELOPE_BYTES = 4;
export const BODY_BYTES_LIMIT = PAYLOAD_BYTES_MAX - ENVELOPE_BYTES;

export function encodeFrame({ type, seq, body }: Frame): Uint8Array {
  assert(body.length <= BODY_BYTES_LIMIT, `a frame body of ${body.length} bytes`);
  const payload = new Uint8Array(body.length + ENVELOPE_BYTES);
  payload[0] = type;
  payload[1] = seq & 0xff;
  payload.set(body, 2);
  const crc = crc16(payload.subarray(0, -2));
  payload[payload.length - 2] = crc & 0xff;
  payload[payload.length - 1] = crc >> 8;
  const encoded = cobsEncode(payload);
  const frame = new Uint8Array(encoded.length + 1);
  frame.set(encoded);
  return frame;
}

/** Reason why a frame is invalid. `too_long`: more bytes before the 0x00 than a frame can have. */
export type Damage =
  | { readonly kind: 'too_long' | 'cobs' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'crc'; readonly type: number; readonly seq: number; readonly bytes: number; readonly received: number; readonly counted: number }; // oxfmt-ignore

function decodeFrame(encoded: Uint8Array): Frame | Damage {
  const payload = cobsDecode(encoded);
  if (!payload) return { kind: 'cobs' };
  const bytes = payload.length;
  if (bytes < ENVELOPE_BYTES || bytes > PAYLOAD_BYTES_MAX) return { kind: 'length', bytes };
  const end = bytes - 2;
  const [low = 0, high = 0] = payload.subarray(end);
  const [received, counted] = [low | (high << 8), crc16(payload.subarray(0, end))];
  const [type = 0, seq = 0] = payload;
  return received === counted
    ? { type, seq, body: payload.subarray(2, end) }
    : { kind: 'crc', type, seq, bytes, received, counted };
}

export interface FrameReader {
  push(chunk: Uint8Array): void;
  /** Returns the number of frames dropped so far. */
  dropped(): number;
}

/** Splits a byte stream into frames, however it is chunked. Buffers at most 254 bytes. */
export function createFrameReader(
  onFrame: (frame: Frame) => void,
  onDamaged: (damage: Damage) => void = () => {},
): FrameReader {
  const held = new Uint8Array(FRAME_BYTES_MAX);
  let length = 0;
  let overflown = false;
  let dropped = 0;

  const end = (): void => {
    const encoded = held.slice(0, length);
    const whole = !overflown;
    length = 0;
    overflown = false;
    if (whole && encoded.length === 0) return;
    const frame: Frame | Damage = whole ? decodeFrame(encoded) : { kind: 'too_long' };
    if ('body' in frame) return onFrame(frame);
    dropped++;
    onDamaged(frame);
  };

  return {
    push(chunk) {
      for (const byte of chunk) {
        if (byte === 0) end();
        else if (length === FRAME_BYTES_MAX) overflown = true;
        else held[length++] = byte;
      }
    },
    dropped: () => dropped,
  };
}
