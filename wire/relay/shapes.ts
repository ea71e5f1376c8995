// The objects that the relay's messages carry (relay §2), each with its limits. Reading drops unknown fields and puts the
// known ones into the order of the documents, which is their canonical form (C22).

import * as v from 'valibot';
import {
  DEVICE_NAME_CHARS_MAX,
  GAME_MODE_MAX,
  LABEL_CHARS_MAX,
  ROUND_HOLES,
  ROUND_SEATS,
  STATE_TAG_CHARS_MAX,
} from '../choices.ts';
import { AIM_STEPS, CLUB_INDEX, HANDICAP, NAME_CHARS_MAX, ROUND_CHARS_MAX } from '../limits.ts';
import { bit, cfg, characters, finite, flag, oneOf, text, whole, WHOLE_FROM_0 } from './fields.ts';

export const deviceName = () => text({ min: 0, max: DEVICE_NAME_CHARS_MAX });
export const deviceLabel = () => text({ min: 0, max: LABEL_CHARS_MAX });
export const stateTag = () => text({ min: 0, max: STATE_TAG_CHARS_MAX });
const playerName = () => text({ min: 0, max: NAME_CHARS_MAX });
const handicap = () => whole(HANDICAP);
const list = <T extends v.GenericSchema>(of: T) => v.array(of, 'is a list');

const playerEntry = v.object({ n: playerName(), h: handicap() }, 'is an object');
export type PlayerEntry = Readonly<v.InferOutput<typeof playerEntry>>;

export const players = list(playerEntry);

const SIMS = ['none', 'simdirect', 'simport'] as const;
export type Sim = (typeof SIMS)[number];
export const sim = oneOf(SIMS);

export const experience = v.object(
  { mode: whole({ min: 0, max: GAME_MODE_MAX }), gen: whole(WHOLE_FROM_0), cfg: cfg() },
  'is an object',
);
export type Experience = Readonly<v.InferOutput<typeof experience>>;

export const INPUT_KINDS = ['aim', 'club', 'putt', 'repeat', 'repeat_aim', 'reset', 'mulligan'] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

/** '' stands before the first event. */
export const event = v.object(
  { seq: whole(WHOLE_FROM_0), kind: oneOf(['', ...INPUT_KINDS]), name: deviceName(), steps: whole(AIM_STEPS) },
  'is an object',
);
export type RelayEvent = Readonly<v.InferOutput<typeof event>>;

/** What a host says of its own taps and shots; '' says nothing. */
export const hostEvent = v.object(
  {
    ...event.entries,
    kind: oneOf(['', 'aim', 'putt', 'club', 'repeat']),
    name: v.optional(deviceName(), ''),
    steps: v.optional(whole(AIM_STEPS), 0),
  },
  'is an object',
);
export type HostEvent = Readonly<v.InferOutput<typeof hostEvent>>;

const seat = () => whole({ min: 0, max: ROUND_SEATS.max - 1 });
const hole = () => whole(ROUND_HOLES);

export const putt = v.object(
  {
    mps: finite(),
    face: finite(),
    aoa: finite(),
    ratio: finite(),
    p: v.optional(seat()),
    hole: v.optional(hole()),
  },
  'is an object',
);
export type RelayPutt = Readonly<v.InferOutput<typeof putt>>;

export const steps = whole(AIM_STEPS);
export const club = whole(CLUB_INDEX);

const rosterEntry = v.object(
  { n: playerName(), d: deviceLabel(), c: whole(WHOLE_FROM_0), h: handicap() },
  'is an object',
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
  'is an object or null',
);

const note = v.object({ seq: whole(WHOLE_FROM_0), t: text({ min: 0, max: ROUND_CHARS_MAX }) }, 'is an object or null');

const roundFields = v.object(
  {
    id: whole(WHOLE_FROM_0),
    ph: oneOf(['lobby', 'play', 'done']),
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
  'is an object',
);

type RoundFields = v.InferOutput<typeof roundFields>;
const forEverySeat = ({ n, ro, sc, rem, hd, td, ord }: RoundFields): boolean =>
  [ro, sc, rem, hd, td, ord].every(({ length }) => length === n);
const forEveryHole = ({ nh, ho, sc }: RoundFields): boolean => [ho, ...sc].every(({ length }) => length === nh);

export const round = v.pipe(
  roundFields,
  v.check(forEverySeat, 'has ro, sc, rem, hd, td and ord with one entry for each of its n seats'),
  v.check(forEveryHole, 'has ho and every row of sc with one entry for each of its nh holes'),
  v.check(({ turn, n }) => turn < n, 'has a turn below n'),
  v.check(({ ord, n }) => ord.every((place) => place < n), 'has only seats below n in ord'),
  v.check(({ hole: current, nh }) => current <= nh, 'has a hole of at most nh'),
  v.check(
    (given) => characters(JSON.stringify(given)) <= ROUND_CHARS_MAX,
    `is at most ${ROUND_CHARS_MAX} characters long`,
  ),
);
export type Round = Readonly<v.InferOutput<typeof round>>;
