// Objects in the relay's messages (relay §2), with their limits. Parsing drops unknown fields and puts known ones in
// the order of the spec, which is their canonical form (C22).

import * as v from 'valibot';
import {
  DEVICE_NAME_CHARS_MAX,
  GAME_MODE_MAX,
  LABEL_CHARS_MAX,
  ROUND_HOLES,
  ROUND_SEATS,
  STATE_TAG_CHARS_MAX,
} from '../choices.ts';
import { AIM_STEPS, CLUB_INDEX, HANDICAP, NAME_CHARS_MAX } from '../limits.ts';
import { cfg, finite, oneOf, text, whole, WHOLE_FROM_0 } from './fields.ts';

export const deviceName = () => text({ min: 0, max: DEVICE_NAME_CHARS_MAX });
export const deviceLabel = () => text({ min: 0, max: LABEL_CHARS_MAX });
export const stateTag = () => text({ min: 0, max: STATE_TAG_CHARS_MAX });
export const playerName = () => text({ min: 0, max: NAME_CHARS_MAX });
export const handicap = () => whole(HANDICAP);
export const list = <T extends v.GenericSchema>(of: T) => v.array(of, 'must be a list');

const playerEntry = v.object({ n: playerName(), h: handicap() }, 'must be an object');
export type PlayerEntry = Readonly<v.InferOutput<typeof playerEntry>>;

export const players = list(playerEntry);

const SIMS = ['none', 'simdirect', 'simport'] as const;
export type Sim = (typeof SIMS)[number];
export const sim = oneOf(SIMS);

export const experience = v.object(
  { mode: whole({ min: 0, max: GAME_MODE_MAX }), gen: whole(WHOLE_FROM_0), cfg: cfg() },
  'must be an object',
);
export type Experience = Readonly<v.InferOutput<typeof experience>>;

export const INPUT_KINDS = ['aim', 'club', 'putt', 'repeat', 'repeat_aim', 'reset', 'mulligan'] as const;
export type InputKind = (typeof INPUT_KINDS)[number];

/** An event of the session; `kind` is '' before the first one. */
export const event = v.object(
  { seq: whole(WHOLE_FROM_0), kind: oneOf(['', ...INPUT_KINDS]), name: deviceName(), steps: whole(AIM_STEPS) },
  'must be an object',
);
export type RelayEvent = Readonly<v.InferOutput<typeof event>>;

/** A host's report of its own taps and shots; `kind` is '' for none. */
export const hostEvent = v.object(
  {
    ...event.entries,
    kind: oneOf(['', 'aim', 'putt', 'club', 'repeat']),
    name: v.optional(deviceName(), ''),
    steps: v.optional(whole(AIM_STEPS), 0),
  },
  'must be an object',
);
export type HostEvent = Readonly<v.InferOutput<typeof hostEvent>>;

export const seat = () => whole({ min: 0, max: ROUND_SEATS.max - 1 });
export const hole = () => whole(ROUND_HOLES);

export const putt = v.object(
  {
    mps: finite(),
    face: finite(),
    aoa: finite(),
    ratio: finite(),
    p: v.optional(whole(WHOLE_FROM_0)),
    hole: v.optional(whole(WHOLE_FROM_0)),
  },
  'must be an object',
);
export type RelayPutt = Readonly<v.InferOutput<typeof putt>>;

export const steps = whole(AIM_STEPS);
export const club = whole(CLUB_INDEX);
