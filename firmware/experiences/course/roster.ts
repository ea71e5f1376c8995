// Who has a seat in a round: the host's players, and those of the guests that its relay lists (R69, R80, R81, R87; C43, C76).

import { NAME_CHARS_MAX, PLAYERS_MAX } from '../../../wire/limits.ts';
import type { PlayerEntry } from '../../../wire/relay/shapes.ts';
import type { Round } from '../../../wire/relay/round.ts';
import type { ListedDevice } from '../../../wire/relay/state.ts';
import { lineOf } from '../../persisted/fields.ts';
import { settled, withRound, type CourseState, type Seat } from './round.ts';
import { length_ft } from './score.ts';

/** C4: characters of a note. */
const NOTE_CHARS_MAX = 60;

export interface Roster {
  /** The host's own players. */
  readonly own: readonly PlayerEntry[];
  /** The devices of the session. */
  readonly devices: readonly ListedDevice[];
  /** Labels of guests that have joined and are silent; null where the relay does not say, and nobody counts as gone. */
  readonly away: readonly string[] | null;
}

/** The seats of a new round: the host's players first, then the guests' in the order of the session, as many as there is room. */
export const seatsFor = (roster: Roster): readonly Seat[] =>
  entriesOf(roster).map(({ player, d }, c) => ({ n: player.n, d, c, h: player.h }));

interface Entry {
  readonly player: PlayerEntry;
  /** The label of its device, `''` for the host. */
  readonly d: string;
}

/** As many devices as there is room for, each with all its players; names as one line, since others wrote them. */
function entriesOf({ own, devices }: Roster, room = PLAYERS_MAX): readonly Entry[] {
  const entries: Entry[] = own.map((player) => ({ player, d: '' }));
  for (const { host, name, players } of devices) {
    if (host || entries.length + players.length > room) continue;
    entries.push(...players.map(({ n, h }) => ({ player: { n: lineOf(n, NAME_CHARS_MAX), h }, d: name })));
  }
  return entries.slice(0, PLAYERS_MAX);
}

/** The state with the seats that this roster leaves or brings; the very same state where nothing changes. */
export function withRoster(state: CourseState, roster: Roster): CourseState {
  if (state.round.ph === 'done') return state;
  const left = leftDevices(state.round, roster);
  let round = withoutDevices(state.round, left);
  if (state.shots === 0) round = withNewSeats(round, roster);
  round = settled(withSatOut(round, roster), state.game);
  const told =
    left.length > 0
      ? withNote(state, round, `${left.join(', ')} ${left.length > 1 ? 'have' : 'has'} left.`)
      : withRound(state, round);
  return JSON.stringify(told.round) === JSON.stringify(state.round) ? state : told;
}

/** Devices that have seats and are neither listed nor merely silent. */
function leftDevices({ ro }: Round, { devices, away }: Roster): readonly string[] {
  if (!away) return [];
  const here = new Set([...devices.map(({ name }) => name), ...away, '']);
  return [...new Set(ro.map(({ d }) => d))].filter((d) => !here.has(d));
}

/** R81: exactly these devices' seats go; everybody else keeps theirs, by a new number. */
function withoutDevices(round: Round, left: readonly string[]): Round {
  const kept = round.ro.flatMap(({ d }, seat) => (left.includes(d) ? [] : [seat]));
  if (kept.length === round.n) return round;
  const pick = <T>(list: readonly T[]): T[] => list.filter((_, seat) => kept.includes(seat));
  const { shot } = round;
  return {
    ...round,
    n: kept.length,
    ro: pick(round.ro),
    sc: pick(round.sc),
    rem: pick(round.rem),
    hd: pick(round.hd),
    td: pick(round.td),
    ord: round.ord.filter((seat) => kept.includes(seat)).map((seat) => kept.indexOf(seat)),
    turn: Math.max(0, kept.indexOf(round.turn)),
    shot: shot && kept.includes(shot.p) ? { ...shot, p: kept.indexOf(shot.p) } : null,
  };
}

/** Before the first putt, seats follow the roster: new ones are added, a device's changed players replace its old ones. */
function withNewSeats(round: Round, roster: Roster): Round {
  const silent = round.ro.filter(({ d }) => d !== '' && !roster.devices.some(({ name }) => name === d));
  const listed = entriesOf(roster, PLAYERS_MAX - silent.length);
  const seats = [...listed.map(({ player, d }) => ({ n: player.n, d, h: player.h })), ...silent];
  const ro = seats.map(({ n, d, h }, c): Seat => ({ n, d, c, h }));
  if (JSON.stringify(ro) === JSON.stringify(round.ro)) return round;
  return {
    ...round,
    n: ro.length,
    ro,
    sc: ro.map(() => round.ho.map(() => 0)),
    rem: ro.map(() => length_ft(round, 1)),
    hd: ro.map(() => 0),
    td: ro.map(() => 0),
    ord: ro.map((_, seat) => seat),
    turn: 0,
  };
}

/** R69: the seats of detached and of silent devices are sat out, and only those. */
const withSatOut = (round: Round, { devices }: Roster): Round => ({
  ...round,
  td: round.ro.map(({ d }) => {
    const device = devices.find(({ name, host }) => !host && name === d);
    return d === '' || device?.fol === true ? 0 : 1;
  }),
});

function withNote(state: CourseState, round: Round, text: string): CourseState {
  const notes = state.notes + 1;
  const t = Array.from(text).slice(0, NOTE_CHARS_MAX).join('');
  return { ...state, notes, round: { ...round, note: { seq: notes, t } } };
}
