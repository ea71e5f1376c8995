// Frames on the wire: COBS(type · seq · body · crc16) and one 0x00. Nothing is guessed: what is damaged is dropped up to
// the next 0x00, and counted.

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

function decodeFrame(encoded: Uint8Array): Frame | null {
  const payload = cobsDecode(encoded);
  if (!payload || payload.length < ENVELOPE_BYTES || payload.length > PAYLOAD_BYTES_MAX) return null;
  const end = payload.length - 2;
  const [low = 0, high = 0] = payload.subarray(end);
  if (crc16(payload.subarray(0, end)) !== (low | (high << 8))) return null;
  const [type = 0, seq = 0] = payload;
  return { type, seq, body: payload.subarray(2, end) };
}

export interface FrameReader {
  push(chunk: Uint8Array): void;
  /** Frames dropped since the reader was made. */
  dropped(): number;
}

/** Cuts a byte stream of any chunking into frames. Holds at most 254 bytes, whatever arrives. */
export function createFrameReader(onFrame: (frame: Frame) => void): FrameReader {
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
    const frame = whole ? decodeFrame(encoded) : null;
    if (frame) onFrame(frame);
    else dropped++;
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
