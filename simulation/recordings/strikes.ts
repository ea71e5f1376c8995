// Extracts strikes from the recorded bytes of a sensor board.

import { createFrameReader } from '../../hal/sensor/frame.ts';
import { decodeBody } from '../../hal/sensor/messages.ts';
import { judgeSwing, type StrikeValues } from '../../hal/sensor/swing.ts';

export interface StrikeReader {
  /** Adds received bytes; returns the strikes that they complete. */
  read(bytes: Uint8Array): readonly StrikeValues[];
}

/** Creates a reader for one connection from its opening. Counts a repeated message as one strike. */
export function createStrikeReader(): StrikeReader {
  let found: StrikeValues[] = [];
  let board: { readonly tick_ns: number; readonly aperture_error_um: readonly number[] } | null = null;
  const seen = new Set<string>();
  const frames = createFrameReader(({ type, body }) => {
    const message = decodeBody(type, body);
    if (message?.kind === 'hello_ack') board = message;
    if (message?.kind !== 'swing' || !board) return;
    const key = `${message.swing_id}/${message.base_ticks}`;
    if (seen.has(key)) return;
    seen.add(key);
    const verdict = judgeSwing(message, board.tick_ns, board.aperture_error_um);
    if (verdict.kind === 'strike') found.push(verdict.values);
  });
  return {
    read(bytes) {
      found = [];
      frames.push(bytes);
      return found;
    },
  };
}
