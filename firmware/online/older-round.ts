// Tells which of two versions of a round is older (R74): a repeated or late request restores an older one until the
// host has sent the newest again (C13).

import type { Round } from '../../wire/relay/round.ts';

const PHASES: readonly Round['ph'][] = ['lobby', 'play', 'done'];

/** Progress of a version; null for unknown values. */
const progressOf = ({ ph, shot, note }: Round): readonly (number | null)[] => [
  PHASES.indexOf(ph),
  shot ? 2 * shot.seq + (shot.v === '' ? 0 : 1) : null,
  note?.seq ?? null,
];

/** Whether this version is behind the known one in some respect and ahead in none. */
export function isOlder(round: Round, known: Round): boolean {
  if (round.id !== known.id) return false;
  const before = progressOf(known);
  const steps = progressOf(round).map((at, i) => Math.sign((at ?? before[i] ?? 0) - (before[i] ?? at ?? 0)));
  return steps.includes(-1) && !steps.includes(1);
}
