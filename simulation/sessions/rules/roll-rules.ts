// Rules for balls that roll on a slope: guests compute the host's curve from what is on the wire (C180).

import type { PuttOutcome } from '../../../firmware/roll/verdict.ts';
import { FOOT_M } from '../../../firmware/roll/roll.ts';
import { checkRule } from '../broken-rule.ts';
import type { Checks, RollObservation } from '../observations.ts';

/** Resting points on the wire have two decimals of a foot; a holed ball rests in the middle of the hole. */
const REST_M_MAX = 0.01 * FOOT_M;

interface Rolled {
  readonly outcome: PuttOutcome;
  readonly green: RollObservation['green'];
}

export function rollRules(): Checks {
  /** Balls that the host has rolled, by round and shot. */
  const scored = new Map<string, Rolled>();
  return {
    rolled({ device, round, roll, scores, green }) {
      const key = `${round.id} ${round.shot?.seq}`;
      if (scores) return void scored.set(key, { outcome: roll.outcome, green });
      const host = scored.get(key);
      if (!host?.outcome.curve) return;
      const { outcome } = roll;
      const off_m = Math.hypot(outcome.x_m - host.outcome.x_m, outcome.y_m - host.outcome.y_m);
      checkRule(
        'C180',
        off_m < REST_M_MAX,
        () => `${device} rests shot ${key} ${off_m.toFixed(3)} m from the host's ball`,
      );
      const same_green = roll.green.known && String(green) === String(host.green);
      if (!same_green) return;
      checkRule('C180', sameCurve(outcome, host.outcome), () => `${device} rolls shot ${key} on another curve`);
    },
  };
}

const sameCurve = ({ curve }: PuttOutcome, { curve: expected }: PuttOutcome): boolean =>
  JSON.stringify(curve) === JSON.stringify(expected);
