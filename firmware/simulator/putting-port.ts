// Putting port of a connector: formats the body of POST /putting for one putt, and interprets the varying answers of
// connectors (docs/simulators.md).

import type { HttpAnswer } from '../../hal/http/http.ts';
import { mphOf } from '../units.ts';
import type { ShotStatus } from './link.ts';
import type { SimShot } from './shots.ts';
import { cutAtWord } from '../../wire/cut-text.ts';
import { isFields } from '../../wire/json-fields.ts';

const rounded = (value: number): number => Math.round(value * 100) / 100;

/**
 * Formats a putt: mph, rpm, degrees to the right. All three fields as numbers: some simulators acknowledge text values
 * but do not play them.
 */
export const puttingText = ({ ball_speed_mps, start_deg }: SimShot): string =>
  JSON.stringify({
    ballData: { BallSpeed: rounded(mphOf(ball_speed_mps)), TotalSpin: 0, LaunchDirection: rounded(start_deg) },
  });

const DROPPED = /not selected|ignor|error|fail/i;
const TAKEN = /^\s*(success|ok|(data )?received)\b/i;

/**
 * Derives the status of a putt from the answer. The text counts more than the HTTP status: connectors also answer 200
 * for putts that they drop, and one answers 500 along with its result.
 */
export function statusOfAnswer({ status, text }: HttpAnswer): { readonly status: ShotStatus; readonly word: string } {
  const well = status >= 200 && status <= 299;
  const { result, words } = wordsIn(text);
  if (!well && result === null)
    return { status: 'refused', word: `Not a putting port (HTTP ${status}): check the address.` };
  const taken = !DROPPED.test(words) && (well || TAKEN.test(words));
  return taken
    ? { status: 'acknowledged', word: '' }
    : { status: 'refused', word: `Connector: ${cutAtWord(words, CHARS_MAX)}` };
}

const CHARS_MAX = 80;

/**
 * Extracts the `result` of an answer, which may be JSON or JSON within JSON, and its text in any form; null and '' if
 * none.
 */
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
