// Converts any host's round to one that our device can show (C4): fields of another form are converted, unreadable ones
// get a neutral default.

import * as v from 'valibot';
import { ROUND_SEATS } from '../choices.ts';
import { NAME_CHARS_MAX } from '../limits.ts';
import { finite, whole, WHOLE_FROM_0 } from './fields.ts';
import { phase, type Round } from './round.ts';

type Shot = NonNullable<Round['shot']>;

/** Value of `turn` in a round that names none of its seats. */
const NO_SEAT = -1;
/** Limit of holes: with a distance and a score each, more would exceed the 1600 characters of a round. */
const HOLES_MAX = 400;

const anyText = () => v.fallback(v.string(), '');
const anyNumber = () => v.fallback(finite(), 0);
const anyCount = () => v.fallback(whole(WHOLE_FROM_0), 0);
const anyList = () => v.fallback(v.array(v.unknown()), []);
const isYes = (given: unknown): boolean => given === 1 || given === true;

const anySeat = v.object({ n: anyText(), d: anyText(), c: anyCount(), h: anyNumber() });

const anyShot = v.object({
  seq: anyCount(),
  p: whole(WHOLE_FROM_0),
  hole: v.fallback(whole(), 0),
  mps: anyNumber(),
  face: anyNumber(),
  aoa: anyNumber(),
  ratio: anyNumber(),
  v: anyText(),
  holed: v.fallback(v.boolean(), false),
  x: anyNumber(),
  y: anyNumber(),
  rem: anyNumber(),
});

const anyNote = v.object({ seq: anyCount(), t: v.string() });

const anyRound = v.object({
  id: whole(),
  ph: phase,
  hole: v.fallback(whole(), 1),
  turn: v.fallback(whole(), NO_SEAT),
  n: whole(ROUND_SEATS),
  nh: whole({ min: 1, max: HOLES_MAX }),
  ro: anyList(),
  ho: anyList(),
  sc: anyList(),
  rem: anyList(),
  hd: anyList(),
  td: anyList(),
  ord: anyList(),
  shot: v.fallback(v.nullable(anyShot), null),
  note: v.fallback(v.nullable(anyNote), null),
});

type AnyRound = v.InferOutput<typeof anyRound>;

/**
 * Converts a round for display; null if there is none or it cannot be shown, such as with other than 1 to 4 seats
 * (relay §1) or without a number.
 */
export function shownRound(data: unknown): Round | null {
  const read = v.safeParse(anyRound, data);
  if (!read.success) return null;
  const { output } = read;
  const { n, nh, ho, sc, rem, hd, td } = output;
  return {
    ...output,
    hole: Math.min(nh, Math.max(1, output.hole)),
    turn: output.turn >= 0 && output.turn < n ? output.turn : NO_SEAT,
    ro: seatsOf(output),
    ho: fitted(ho, nh, number),
    sc: fitted(sc, n, (row) => fitted(Array.isArray(row) ? row : [], nh, count)),
    rem: fitted(rem, n, number),
    hd: fitted(hd, n, bit),
    td: fitted(td, n, bit),
    ord: orderOf(output),
    shot: shotOf(output),
  };
}

// Checked by hand, since a round has about a hundred numbers and schemas cost ten times as much. −0 becomes 0, as in
// the schemas.
const number = (given: unknown): number => (typeof given === 'number' && Number.isFinite(given) ? given + 0 : 0);
const count = (given: unknown): number => {
  const read = number(given);
  return Number.isSafeInteger(read) && read >= 0 ? read : 0;
};
const bit = (given: unknown): number => (isYes(given) ? 1 : 0);

/** Returns a list of this length; `read` gets undefined for missing entries. */
const fitted = <T>(list: readonly unknown[], length: number, read: (given: unknown) => T): T[] =>
  Array.from({ length }, (_, at) => read(list[at]));

function seatsOf({ ro, n }: AnyRound): Round['ro'] {
  return fitted(ro, n, (given) => {
    const { success, output } = v.safeParse(anySeat, given);
    const seat = success ? output : { n: '', d: '', c: 0, h: 0 };
    return { ...seat, n: Array.from(seat.n).slice(0, NAME_CHARS_MAX).join('') };
  });
}

/** Returns the seats in putting order, or by seat number if the host's order is invalid. */
function orderOf({ ord, n }: AnyRound): number[] {
  const seats = Array.from({ length: n }, (_, seat) => seat);
  const order = fitted(ord, n, number);
  return seats.every((seat) => order.includes(seat)) ? order : seats;
}

const VERDICTS = ['', 'holed', 'lip', 'miss', 'short'] as const;

/** Maps an unknown verdict to holed or miss. */
function shotOf({ shot, n }: AnyRound): Shot | null {
  if (!shot || shot.p >= n) return null;
  const known = VERDICTS.find((verdict) => verdict === shot.v);
  return { ...shot, v: known ?? (shot.holed ? 'holed' : 'miss') };
}
