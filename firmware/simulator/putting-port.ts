// The putting port of a connector: POST /putting with the numbers of one putt, and the many ways in which connectors answer
// (docs/simulators.md).

import type { HttpAnswer } from '../../hal/http/http.ts';
import { mphOf } from '../units.ts';
import type { Fate } from './link.ts';
import type { SimShot } from './shots.ts';
import { isFields } from '../../wire/json-fields.ts';

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** All three fields, as numbers: what comes as text some simulators acknowledge and don't play. mph, rpm, degrees to the right. */
export const puttingText = ({ ball_speed_mps, start_deg }: SimShot): string =>
  JSON.stringify({
    ballData: { BallSpeed: rounded(mphOf(ball_speed_mps)), TotalSpin: 0, LaunchDirection: rounded(start_deg) },
  });

/** What became of a putt by the answer: connectors say 200 also for putts that they drop, so only words tell. */
export function fateOfAnswer({ status, text }: HttpAnswer): { readonly fate: Fate; readonly word: string } {
  if (status < 200 || status > 299)
    return { fate: 'refused', word: `What listens there answered HTTP ${status}: is it the connector's putting port?` };
  const result = resultIn(text);
  const dropped = /not selected|ignor|error|fail/i.test(result);
  return dropped ? { fate: 'refused', word: `The connector says: ${result}` } : { fate: 'acknowledged', word: '' };
}

const CHARS_MAX = 80;

/** The `result` of an answer, which may be JSON, JSON within JSON, or nothing. */
function resultIn(text: string): string {
  const once = parsed(text);
  const data = typeof once === 'string' ? (parsed(once) ?? once) : once;
  if (typeof data === 'string') return data.slice(0, CHARS_MAX);
  const result = isFields(data) ? data['result'] : '';
  return typeof result === 'string' ? result.slice(0, CHARS_MAX) : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
