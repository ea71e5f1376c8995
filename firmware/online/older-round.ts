// Which of two versions of a round is the older one (R74): a request that was sent twice, or came late, brings an older one back for
// the moment until its host has told the newest again (C13).

import type { Round } from '../../wire/relay/round.ts';

const PHASES: readonly Round['ph'][] = ['lobby', 'play', 'done'];

/** How far a version is; null where it does not say. */
const progressOf = ({ ph, shot, note }: Round): readonly (number | null)[] => [
  PHASES.indexOf(ph),
  shot ? 2 * shot.seq + (shot.v === '' ? 0 : 1) : null,
  note?.seq ?? null,
];

/** Whether nothing in this version of a round is further on than in the known one, and something is behind. */
export function isOlder(round: Round, known: Round): boolean {
  if (round.id !== known.id) return false;
  const before = progressOf(known);
  const steps = progressOf(round).map((at, i) => Math.sign((at ?? before[i] ?? 0) - (before[i] ?? at ?? 0)));
  return steps.includes(-1) && !steps.includes(1);
}
