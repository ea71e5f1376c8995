// Rules for every round that a host publishes, on its own and compared with the previous one (R76–R87; C4, C5, C77).

import type { Round } from '../../../wire/relay/round.ts';
import { readRound } from '../../../wire/relay/round.ts';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const PHASES = ['lobby', 'play', 'done'];

/** Fields of a round that only a verdict or a change of the roster may change. */
const scored = ({ sc, turn, hd, hole, rem, ph }: Round) => ({ sc, turn, hd, hole, rem, ph });

/** Returns the first rule that a round breaks by itself; '' if none. `own`: number of the host's players. */
function violationAlone(round: Round, own: number): string {
  const { n, ro, turn, td, hole, nh, sc, ord, rem } = round;
  const seats = Array.from({ length: n }, (_, seat) => seat);
  const rules: readonly (readonly [rule: string, holds: boolean])[] = [
    ['R79 the wire takes it', same(readRound(JSON.parse(JSON.stringify(round))), round)],
    ['R79 at most 1600 characters', Array.from(JSON.stringify(round)).length <= 1600],
    ['R82 n is the length of ro, at most 4', n === ro.length && n >= 1 && n <= 4],
    ['R82 turn is a seat that is not sat out', turn >= 0 && turn < n && td[turn] === 0],
    ['R82 1 <= hole <= nh', hole >= 1 && hole <= nh],
    ['R87 exactly the seats of the host have no label', ro.filter(({ d }) => d === '').length === own],
    ['R69 the host never sits out its own', seats.every((seat) => ro[seat]?.d !== '' || td[seat] === 0)],
    [
      'C4 ord holds every seat once',
      same(
        [...ord].sort((a, b) => a - b),
        seats,
      ),
    ],
    ['C77 nine strokes at most', sc.flat().every((strokes) => strokes <= 9)],
    ['C4 no distance is negative', rem.every((feet) => feet >= 0)],
  ];
  return rules.find(([, holds]) => !holds)?.[0] ?? '';
}

/** Returns the first rule that a round breaks compared with the one published before it; '' if none. */
function violationAfter(before: Round, round: Round): string {
  if (before.id !== round.id) return '';
  const { shot } = round;
  const [old_seq, seq] = [before.shot?.seq ?? 0, shot?.seq ?? 0];
  const fresh = shot !== null && shot.seq !== before.shot?.seq;
  const verdict = seq === old_seq && before.shot?.v === '' && shot?.v !== '';
  const reseated = !same(before.ro, round.ro) || !same(before.td, round.td);
  const started = before.ph === 'lobby' && round.ph === 'play';
  const ended = round.ph === 'done';
  const names = before.ro.map((seat) => JSON.stringify({ n: seat.n, d: seat.d, c: seat.c }));
  const known = round.ro.every((seat) => names.includes(JSON.stringify({ n: seat.n, d: seat.d, c: seat.c })));
  const rules: readonly (readonly [rule: string, holds: boolean])[] = [
    ['R85 phases only go forward', PHASES.indexOf(round.ph) >= PHASES.indexOf(before.ph)],
    ['R86 shot.seq never goes back', shot === null || seq >= old_seq],
    ['R76 a shot is first published without its verdict', !fresh || (shot.v === '' && !shot.holed)],
    ['R76 a verdict stays', before.shot?.v === '' || fresh || shot === null || shot.v === before.shot?.v],
    ['R76 a ball that rolls comes to its verdict', before.shot?.v !== '' || (!fresh && shot !== null)],
    ['R77 nothing is scored before the verdict', !fresh || same(scored(before), scored(round))],
    [
      'R77 scores, turn and holed change only with it',
      verdict || reseated || started || ended || same(scored(before), scored(round)),
    ],
    ['R80 no new seat after the first putt', old_seq === 0 || known],
    ['R86 a note has a number of its own', same(before.note, round.note) || isLater(before, round)],
    ['C77 only strokes of a hole that was not finished are taken away', reseated || !lessIn(before, round)],
    ['C4 holes and their distances stay', same([before.nh, before.ho], [round.nh, round.ho])],
  ];
  return rules.find(([, holds]) => !holds)?.[0] ?? '';
}

const isLater = (before: Round, { note }: Round): boolean => note !== null && note.seq > (before.note?.seq ?? 0);

const lessIn = (before: Round, { sc, ph }: Round): boolean =>
  before.sc.some((row, seat) =>
    row.some(
      (strokes, hole) =>
        strokes > (sc[seat]?.[hole] ?? 0) && !(hole + 1 === before.hole && (before.td[seat] === 1 || ph === 'done')),
    ),
  );

/** Returns the first broken rule in a sequence of published rounds; '' if none. */
export function violationOf(published: readonly Round[], own: number): string {
  for (const [at, round] of published.entries()) {
    const before = published[at - 1];
    const violation = violationAlone(round, own) || (before ? violationAfter(before, round) : '');
    if (violation) return `${violation}: ${JSON.stringify(before)} -> ${JSON.stringify(round)}`;
  }
  return '';
}
