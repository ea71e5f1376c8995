// The putting port of a connector: POST /putting with the numbers of one putt, and the many ways in which connectors answer
// (docs/simulators.md).

import type { HttpAnswer } from '../../hal/http/http.ts';
import { mphOf } from '../units.ts';
import type { Fate } from './link.ts';
import type { SimShot } from './shots.ts';
import { cutAtWord } from '../../wire/cut-text.ts';
import { isFields } from '../../wire/json-fields.ts';

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** All three fields, as numbers: what comes as text some simulators acknowledge and don't play. mph, rpm, degrees to the right. */
export const puttingText = ({ ball_speed_mps, start_deg }: SimShot): string =>
  JSON.stringify({
    ballData: { BallSpeed: rounded(mphOf(ball_speed_mps)), TotalSpin: 0, LaunchDirection: rounded(start_deg) },
  });

const DROPPED = /not selected|ignor|error|fail/i;
const TAKEN = /^\s*(success|ok|(data )?received)\b/i;

/**
 * What became of a putt by the answer: connectors say 200 also for putts that they drop, and one says 500 beside its result, so words tell
 * more than the status.
 */
export function fateOfAnswer({ status, text }: HttpAnswer): { readonly fate: Fate; readonly word: string } {
  const well = status >= 200 && status <= 299;
  const { result, words } = wordsIn(text);
  if (!well && result === null)
    return { fate: 'refused', word: `What listens there answered HTTP ${status}: is it the connector's putting port?` };
  const taken = !DROPPED.test(words) && (well || TAKEN.test(words));
  return taken
    ? { fate: 'acknowledged', word: '' }
    : { fate: 'refused', word: `The connector says: ${cutAtWord(words, CHARS_MAX)}` };
}

const CHARS_MAX = 80;

/** The `result` of an answer, which may be JSON or JSON within JSON, and what it says in any way; null and '' for nothing. */
function wordsIn(text: string): { readonly result: string | null; readonly words: string } {
  const once = parsed(text);
  const data = typeof once === 'string' ? (parsed(once) ?? once) : once;
  const named = isFields(data) ? data['result'] : null;
  const result = typeof named === 'string' ? named : null;
  return { result, words: result ?? (typeof data === 'string' ? data : '') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
