// Shared by the frame tests: a real SWING frame, and a reader that collects its frames.

import { createFrameReader, encodeFrame, type Frame, type FrameReader } from '../../../hal/sensor/frame.ts';
import { encodeBody } from '../../../hal/sensor/messages.ts';

/** Reference stroke of the sensor's documentation (sensor §1), in ticks of 100 ns after its first contact, HA. */
export const REFERENCE_TICKS = [7048, 7658, 342_088, 350_031, 187_588, 175_364, 0, 347_527] as const;

/** Body of that stroke's SWING. */
export const SWING_BODY = encodeBody({
  kind: 'swing',
  swing_id: 7,
  base_ticks: 123_456_789n,
  present: 0xff,
  flags: 0,
  temperature_dc: 215,
  delta_ticks: REFERENCE_TICKS,
});

export const swingFrame = (seq: number): Uint8Array => encodeFrame({ type: 0x10, seq, body: SWING_BODY });

export interface CollectingReader extends FrameReader {
  readonly frames: Frame[];
  /** Returns the seq byte of each frame. */
  seqs(): number[];
}

export function collectingReader(): CollectingReader {
  const frames: Frame[] = [];
  const reader = createFrameReader((frame) => frames.push(frame));
  return { ...reader, frames, seqs: () => frames.map(({ seq }) => seq) };
}

export const joined = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
