// Hand-made views of the pages of course play and of sessions.

import type { Persisted } from '../../../firmware/persisted/persisted.ts';
import { FLAT } from '../../../firmware/experiences/course/balls.ts';
import { FLAT_GREENS } from '../../../firmware/greens/greens.ts';
import { rollOfShot, type RoundView } from '../../../firmware/play/round.ts';
import type { SessionView } from '../../../firmware/online/online.ts';
import { NO_SESSION } from '../../../firmware/online/online.ts';
import type { CourseId } from '../../../firmware/experiences/registry.ts';
import type { Round } from '../../../wire/relay/round.ts';
import type { ListedDevice } from '../../../wire/relay/state.ts';

type Shot = NonNullable<Round['shot']>;

export interface RoundOnScreen {
  readonly seats: number;
  readonly holes: number;
  /** Name of every player; '' for short individual ones. */
  readonly name: string;
  /** Label of every guest; '' for individual ones. */
  readonly label: string;
  /** Finished holes. */
  readonly played?: number;
  /** Strokes of each player on each finished hole. */
  readonly strokes?: number;
  readonly more?: Partial<Round>;
}

const NAMES = ['Ana', 'Bo', 'Cy', 'Dee'];
const LABELS = ['', 'Brisk Otter', 'Calm Tiger', 'Dear Newt'];

/** Returns a round in play: the first seat belongs to the host, the remaining seats to guests. */
export function roundOnScreen({ seats, holes, name, label, played = 0, strokes = 2, more = {} }: RoundOnScreen): Round {
  const all = Array.from({ length: seats }, (_, seat) => seat);
  return {
    id: 7,
    ph: 'play',
    hole: Math.min(holes, played + 1),
    turn: 0,
    n: seats,
    nh: holes,
    ro: all.map((c) => ({ n: name || (NAMES[c] ?? ''), d: c === 0 ? '' : label || (LABELS[c] ?? ''), c, h: 54 })),
    ho: Array.from({ length: holes }, () => 100),
    sc: all.map(() => Array.from({ length: holes }, (_, hole) => (hole < played ? strokes : 0))),
    rem: all.map((seat) => 100 - seat),
    hd: all.map(() => 0),
    td: all.map(() => 0),
    ord: all,
    shot: null,
    note: null,
    ...more,
  };
}

export const shotWith = (more: Partial<Shot> = {}): Shot => ({
  seq: 1,
  p: 0,
  hole: 1,
  mps: 2.2,
  face: -1.2,
  aoa: 0.5,
  ratio: 1.6,
  v: '',
  holed: false,
  x: 21.3,
  y: -0.4,
  rem: 0,
  ...more,
});

export function courseOnScreen(
  persisted: Persisted,
  round: Round,
  { game = 'stroke', card = false, label = '' }: { game?: CourseId; card?: boolean; label?: string } = {},
): RoundView {
  const roll = round.shot ? rollOfShot(round.shot, round, persisted, 0) : null;
  const flat = { greens: FLAT_GREENS, green: FLAT, aim_in: 0 };
  return { game, persisted, round, struck: null, label, players: [], roll, card, ...flat };
}

export const deviceIn = (name: string, players: readonly string[], more: Partial<ListedDevice> = {}): ListedDevice => ({
  name,
  host: false,
  fol: true,
  players: players.map((n) => ({ n, h: 9 })),
  ...more,
});

export const hostIn = (name: string, players: readonly string[]): ListedDevice => ({
  name,
  host: true,
  players: players.map((n) => ({ n, h: 9 })),
});

export const sessionWith = (more: Partial<SessionView> = {}): SessionView => ({
  ...NO_SESSION,
  ready: 'ready',
  ...more,
});

/** Returns the session view of the host `Kind Hawk`. */
export const hosting = (more: Partial<SessionView> = {}): SessionView =>
  sessionWith({ role: 'host', code: '7K3M9Q', label: 'Kind Hawk', host_online: true, ...more });

/** Returns the session view of its guest `Brisk Otter`. */
export const visiting = (more: Partial<SessionView> = {}): SessionView =>
  sessionWith({
    role: 'guest',
    code: '7K3M9Q',
    label: 'Brisk Otter',
    host_name: 'Kitchen',
    host_online: true,
    ...more,
  });
