// Seats of a round: the host's players and the players of the guests that its relay lists (R69, R80, R81, R87; C43,
// C76).

import { NAME_CHARS_MAX, PLAYERS_MAX } from '../../../wire/limits.ts';
import type { PlayerEntry } from '../../../wire/relay/shapes.ts';
import type { Round } from '../../../wire/relay/round.ts';
import type { ListedDevice } from '../../../wire/relay/state.ts';
import { lineOf } from '../../persisted/fields.ts';
import { settled, withRound, type CourseState, type Seat } from './round.ts';
import { length_ft } from './score.ts';

/** C4: maximum length of a note, characters. */
const NOTE_CHARS_MAX = 60;

export interface Roster {
  /** Players of the host. */
  readonly own: readonly PlayerEntry[];
  /** Devices in the session. */
  readonly devices: readonly ListedDevice[];
  /**
   * Labels of joined guests that are silent; null if the relay does not report them, in which case no guest counts as
   * gone.
   */
  readonly away: readonly string[] | null;
}

/** Returns the seats of a new round: the host's players first, then the guests' in session order, as many as fit. */
export const seatsFor = (roster: Roster): readonly Seat[] =>
  entriesOf(roster).map(({ player, d }, c) => ({ n: player.n, d, c, h: player.h }));

interface Entry {
  readonly player: PlayerEntry;
  /** Label of the player's device; `''` for the host. */
  readonly d: string;
}

/**
 * Returns the players of as many devices as fit, each device with all its players. Other devices wrote the names, so
 * each is reduced to one line.
 */
function entriesOf({ own, devices }: Roster, room = PLAYERS_MAX): readonly Entry[] {
  const entries: Entry[] = own.map((player) => ({ player, d: '' }));
  for (const { host, name, players } of devices) {
    if (host || entries.length + players.length > room) continue;
    entries.push(...players.map(({ n, h }) => ({ player: { n: lineOf(n, NAME_CHARS_MAX), h }, d: name })));
  }
  return entries.slice(0, PLAYERS_MAX);
}

/** Returns the state with the seats that this roster removes or adds; the same object if nothing changes. */
export function withRoster(state: CourseState, roster: Roster): CourseState {
  if (state.round.ph === 'done') return state;
  const left = leftDevices(state.round, roster);
  let round = withoutDevices(state.round, left);
  if (state.shots === 0) round = withNewSeats(round, roster);
  round = settled(withSatOut(round, roster), state.game);
  const updated =
    left.length > 0
      ? withNote(state, round, `${left.join(', ')} ${left.length > 1 ? 'have' : 'has'} left.`)
      : withRound(state, round);
  return JSON.stringify(updated.round) === JSON.stringify(state.round) ? state : updated;
}

/** Returns the devices that have seats but are neither listed nor merely silent. */
function leftDevices({ ro }: Round, { devices, away }: Roster): readonly string[] {
  if (!away) return [];
  const here = new Set([...devices.map(({ name }) => name), ...away, '']);
  return [...new Set(ro.map(({ d }) => d))].filter((d) => !here.has(d));
}

/** R81: removes only these devices' seats; the remaining seats are renumbered. */
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

/** Syncs the seats with the roster before the first putt: adds new ones and replaces a device's changed players. */
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

/** R69: marks only the seats of detached and silent devices as sitting out. */
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
