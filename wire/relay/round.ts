// The relay's round (relay §2.8, C4): as our device publishes it, and as any host may publish it.

import * as v from 'valibot';
import { ROUND_SEATS } from '../choices.ts';
import { ROUND_CHARS_MAX } from '../limits.ts';
import { bit, characters, finite, flag, oneOf, text, whole, WHOLE_FROM_0 } from './fields.ts';
import { deviceLabel, handicap, hole, list, playerName, seat } from './shapes.ts';

export const phase = oneOf(['lobby', 'play', 'done']);

const rosterEntry = v.object(
  { n: playerName(), d: deviceLabel(), c: whole(WHOLE_FROM_0), h: handicap() },
  'must be an object',
);

const shot = v.object(
  {
    seq: whole(WHOLE_FROM_0),
    p: seat(),
    hole: hole(),
    mps: finite(),
    face: finite(),
    aoa: finite(),
    ratio: finite(),
    v: oneOf(['', 'holed', 'lip', 'miss', 'short']),
    holed: flag(),
    x: finite(),
    y: finite(),
    rem: finite(),
  },
  'must be an object or null',
);

const note = v.object(
  { seq: whole(WHOLE_FROM_0), t: text({ min: 0, max: ROUND_CHARS_MAX }) },
  'must be an object or null',
);

const roundFields = v.object(
  {
    id: whole(WHOLE_FROM_0),
    ph: phase,
    hole: hole(),
    turn: seat(),
    n: whole(ROUND_SEATS),
    nh: hole(),
    ro: list(rosterEntry),
    ho: list(finite()),
    sc: list(list(whole(WHOLE_FROM_0))),
    rem: list(finite()),
    hd: list(bit()),
    td: list(bit()),
    ord: list(seat()),
    shot: v.optional(v.nullable(shot), null),
    note: v.optional(v.nullable(note), null),
  },
  'must be an object',
);

type RoundFields = v.InferOutput<typeof roundFields>;
const forEverySeat = ({ n, ro, sc, rem, hd, td, ord }: RoundFields): boolean =>
  [ro, sc, rem, hd, td, ord].every(({ length }) => length === n);
const forEveryHole = ({ nh, ho, sc }: RoundFields): boolean => [ho, ...sc].every(({ length }) => length === nh);

/** Whether data is nested deeper than `depth`. JSON.stringify overflows the stack at some thousand levels. */
function isDeeperThan(depth: number, data: unknown): boolean {
  let level = [data];
  for (let at = 0; at <= depth && level.length > 0; at++)
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  return level.length > 0;
}

/** Data nested deeper than half the characters would need more brackets than characters. */
const fitsTheRelay = (given: object): boolean =>
  !isDeeperThan(ROUND_CHARS_MAX / 2, given) && characters(JSON.stringify(given)) <= ROUND_CHARS_MAX;
const TOO_LONG = `must be at most ${ROUND_CHARS_MAX} characters long`;

const ownRound = v.pipe(
  roundFields,
  v.check(forEverySeat, 'must have ro, sc, rem, hd, td and ord with one entry for each of its n seats'),
  v.check(forEveryHole, 'must have ho and every row of sc with one entry for each of its nh holes'),
  v.check(({ turn, n }) => turn < n, 'must have a turn below n'),
  v.check(({ ord, n }) => ord.every((place) => place < n), 'must have only seats below n in ord'),
  v.check(({ hole: current, nh }) => current <= nh, 'must have a hole of at most nh'),
  v.check((given) => fitsTheRelay(given), TOO_LONG),
);
/** A round as our device scores and shows it. */
export type Round = Readonly<v.InferOutput<typeof ownRound>>;

/** Parses a round of our own from any data; null if invalid. */
export const readRound = (data: unknown): Round | null => {
  const read = v.safeParse(ownRound, data);
  return read.success ? read.output : null;
};

const integer = () => whole();
/** Returns optional fields of any type, in this order. */
const anyOf = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, v.optional(v.unknown())]));
const anyList = () => list(v.unknown());

/**
 * A round as the relay forwards it: documented fields are checked for their types, all other fields pass unchanged.
 * Hosts of other vendors fill the spec's gaps in their own way.
 */
export const relayRound = v.pipe(
  v.looseObject(
    {
      id: integer(),
      ph: phase,
      hole: integer(),
      turn: integer(),
      n: integer(),
      nh: integer(),
      ro: list(v.looseObject(anyOf('n', 'd', 'c', 'h'), 'must be an object')),
      ho: anyList(),
      sc: anyList(),
      rem: anyList(),
      hd: anyList(),
      td: anyList(),
      ord: anyList(),
      shot: v.optional(
        v.nullable(v.looseObject(anyOf(...Object.keys(shot.entries)), 'must be an object or null')),
        null,
      ),
      note: v.optional(
        v.nullable(v.looseObject(anyOf(...Object.keys(note.entries)), 'must be an object or null')),
        null,
      ),
    },
    'must be an object',
  ),
  v.check((given) => fitsTheRelay(given), TOO_LONG),
);
export type RelayRound = Readonly<v.InferOutput<typeof relayRound>>;
