// Plays strokes on a board one by one and collects its reports.

import type { HelloAck } from '../../hal/sensor/sensor-link.ts';
import { judgeSwing, type StrikeValues } from '../../hal/sensor/swing.ts';
import type { Message } from '../../hal/sensor/messages.ts';
import type { StrokeCall } from '../../sims/putter/stroke-call.ts';
import type { Result } from '../../wire/errors.ts';
import { ok } from '../../wire/errors.ts';
import type { BoardLine } from './board-line.ts';

/** Returns the words of a command, with `${name}` replaced by the stroke's numbers. */
export const strokeWords = (words: readonly string[], call: StrokeCall): readonly string[] =>
  words.map((word) =>
    Object.entries(call).reduce((text, [name, value]) => text.replaceAll(`\${${name}}`, String(value)), word),
  );

/** Maximum time from the stroke to its swing: a person or a pendulum takes time. */
const SWING_MS_MAX = 10_000;
/** Pause between strokes; a board rearms after 100 ms of clear gates. */
const REST_MS = 500;

/**
 * Returns the result of each stroke: its strike, or why there is none. Stops on errors of `strike` and returns them.
 */
export async function playStrokes(
  line: BoardLine,
  ack: HelloAck,
  strokes: readonly StrokeCall[],
  strike: (call: StrokeCall) => Promise<Result<unknown>>,
): Promise<Result<readonly (StrikeValues | string)[]>> {
  const came: (StrikeValues | string)[] = [];
  for (const stroke of strokes) {
    const refused: string[] = [];
    const swing = line.next((message) => isForward(message, ack, refused), SWING_MS_MAX);
    const struck = await strike(stroke);
    if (!struck.ok) return struck;
    const received = await swing;
    const values = received && strikeOf(received.message, ack);
    came.push(values ?? refused.at(-1) ?? line.gone() ?? 'the board reported no swing');
    await line.pass(REST_MS);
  }
  return ok(came);
}

function isForward(message: Message, ack: HelloAck, refused: string[]): boolean {
  if (message.kind !== 'swing') return false;
  const verdict = judgeSwing(message, ack.tick_ns, ack.aperture_error_um);
  if (verdict.kind === 'implausible') refused.push(verdict.reason);
  return verdict.kind !== 'backstroke';
}

function strikeOf(message: Message, ack: HelloAck): StrikeValues | null {
  const verdict = message.kind === 'swing' ? judgeSwing(message, ack.tick_ns, ack.aperture_error_um) : null;
  return verdict?.kind === 'strike' ? verdict.values : null;
}
