// Arbitrary rounds with events in the order that a host allows: a ball rolls, its verdict is shown, and only then the
// session's changes apply.

import fc from 'fast-check';
import { seatsFor, withRoster, type Roster } from '../../../firmware/experiences/course/roster.ts';
import {
  newRound,
  publicRound,
  revealedState,
  withEnd,
  withPlay,
  withPutt,
  type CourseState,
} from '../../../firmware/experiences/course/round.ts';
import { EXPERIENCES, type CourseId } from '../../../firmware/experiences/registry.ts';
import type { Round } from '../../../wire/relay/round.ts';
import type { ListedDevice } from '../../../wire/relay/state.ts';
import { IN, shortBy } from './course.ts';
import { itemAt } from '../items.ts';

/** State of a guest. */
type Standing = 'follows' | 'detached' | 'silent' | 'gone';

type Happening =
  | { readonly kind: 'putt'; readonly leave_ft: number | null; readonly putt: Parameters<typeof withPutt>[1] }
  | { readonly kind: 'guest'; readonly at: number; readonly standing: Standing }
  | { readonly kind: 'relay'; readonly reports_silent: boolean }
  | { readonly kind: 'end' };

interface CourseDay {
  readonly own: number;
  readonly published: readonly Round[];
  readonly states: readonly CourseState[];
  readonly rosters: readonly Roster[];
}

const standing = fc.constantFrom<Standing>(
  'follows',
  'follows',
  'follows',
  'follows',
  'detached',
  'silent',
  'gone',
  'gone',
);
const number = fc.double({ min: -999, max: 999, noNaN: true });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      kind: fc.constant('putt' as const),
      leave_ft: fc.option(fc.double({ min: 0, max: 400, noNaN: true }), { freq: 2 }),
      putt: fc.record({ mps: number, face: number, aoa: number, ratio: number }),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('guest' as const),
      at: fc.integer({ min: 0, max: 2 }),
      standing,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('relay' as const), reports_silent: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant<Happening>({ kind: 'end' }) },
);

/** Names with JSON escapes, with characters beyond the first plane, short ones and empty ones. */
const anyName = fc.oneof(
  fc.constantFrom('"'.repeat(16), '\\'.repeat(16), '🏌'.repeat(16), 'W'.repeat(16), '', 'Zoë', '"\\🏌'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);

const start = fc.record({
  game: fc.constantFrom<CourseId>(...EXPERIENCES.flatMap((each) => (each.kind === 'course' ? [each.id] : []))),
  ho: fc.array(fc.integer({ min: 3, max: 100 }), { minLength: 1, maxLength: 4, size: 'max' }),
  own: fc.array(anyName, { minLength: 1, maxLength: 2 }),
  guests: fc.tuple(anyName, anyName, anyName),
  standing: fc.tuple(standing, standing, standing),
});

interface Session {
  readonly standing: readonly Standing[];
  readonly reports_silent: boolean;
}

const LABELS = ['"'.repeat(32), 'Brisk Otter', 'W'.repeat(32)];

function rosterIn(own: readonly string[], guests: readonly string[], session: Session): Roster {
  const listed = (at: number): boolean => ['follows', 'detached'].includes(session.standing[at] ?? '');
  const devices: ListedDevice[] = guests.flatMap((n, at) => {
    const fol = session.standing[at] === 'follows';
    return listed(at) ? [{ name: itemAt(LABELS, at), host: false, fol, players: [{ n, h: 54 }] }] : [];
  });
  const away = LABELS.filter((_, at) => session.standing[at] === 'silent');
  const entries = own.map((n) => ({ n, h: 0 }));
  return {
    own: entries,
    devices: [{ name: 'Host', host: true, players: entries }, ...devices],
    away: session.reports_silent ? away : null,
  };
}

function dayOf([begin, happenings]: readonly [typeof start extends fc.Arbitrary<infer T> ? T : never, Happening[]]) {
  const { game, ho, own, guests } = begin;
  let session: Session = { standing: begin.standing, reports_silent: true };
  let roster = rosterIn(own, guests, session);
  let state = withRoster(newRound({ game, id: 7, seats: seatsFor(roster), ho }), roster);
  const states = [state];
  const rosters = [roster];
  const keep = (next: CourseState): void => {
    if (next === state) return;
    state = next;
    states.push(state);
    rosters.push(roster);
  };
  for (const one of happenings) {
    if (one.kind === 'putt') {
      keep(withPlay(state));
      if (state.round.ph === 'done') continue;
      keep(withPutt(state, one.putt, one.leave_ft === null ? IN : shortBy(one.leave_ft)));
      keep(revealedState(state));
    } else if (one.kind === 'end') keep(withEnd(state));
    else {
      session =
        one.kind === 'relay'
          ? { ...session, reports_silent: one.reports_silent }
          : { ...session, standing: session.standing.with(one.at, one.standing) };
      roster = rosterIn(own, guests, session);
      keep(withRoster(state, roster));
    }
  }
  const published = states.map((each) => publicRound(each));
  return { own: own.length, published, states, rosters } satisfies CourseDay;
}

/** Arbitrary event sequences of a round of up to four holes, with every state and published round along the way. */
export const courseDays: fc.Arbitrary<CourseDay> = fc
  .tuple(start, fc.array(happening, { maxLength: 60, size: 'max' }))
  .map((given) => dayOf(given));
