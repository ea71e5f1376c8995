// Derives news from a new session state: reports each event, experience, round and note once, and never an older
// version of a round after a newer one (R63–R66, R70, R74, R75, R86, R90).

import type { InputItem } from '../../wire/relay/answers.ts';
import type { Experience, RelayEvent } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import { experienceOfMode } from '../experiences/registry.ts';
import type { ListedDevice, StateBlock } from '../../wire/relay/state.ts';
import { isOlder } from './older-round.ts';

/** State of the session that the device has already processed. */
export interface SeenState {
  /** Highest event shown; null before the first state, since events before joining are not news. */
  readonly ev_seq: number | null;
  readonly exp: Experience | null;
  readonly round: Round | null;
  readonly note: { readonly id: number; readonly seq: number } | null;
  /**
   * Id of the round found on joining while the host was playing something else: not news until the round changes
   * (C105).
   */
  readonly left_over: number | null;
}

export const NOTHING_SEEN: SeenState = { ev_seq: null, exp: null, round: null, note: null, left_over: null };

export type News =
  /** Enter the host's experience: it is new, or the device follows again. */
  | { readonly kind: 'pull'; readonly exp: Experience }
  /** The settings of the host's experience have changed. */
  | { readonly kind: 'settings'; readonly exp: Experience }
  /** `fresh`: a different round, shown whatever is on the screen (R75, C105). */
  | {
      readonly kind: 'round';
      readonly round: Round;
      readonly fresh: boolean;
      readonly exp: Experience;
      readonly at_ms: number;
      readonly label: string;
    }
  /** Status line with the index of the sender among the devices, for the LED; null if no device has that name. */
  | { readonly kind: 'event'; readonly text: string; readonly place: number | null }
  | { readonly kind: 'note'; readonly text: string }
  /** Host only: the listed devices and the guests that are away. */
  | { readonly kind: 'roster'; readonly devices: readonly ListedDevice[]; readonly away: readonly string[] | null }
  /** `backlog_seq`: inputs up to it were accepted before this host started listening (C15). `at_ms`: device clock. */
  | {
      readonly kind: 'inputs';
      readonly items: readonly InputItem[];
      readonly at_ms: number;
      readonly backlog_seq: number;
    }
  /** An input that did not count. */
  | { readonly kind: 'unsent'; readonly text: string }
  /** The relay has accepted an input of this guest and keeps it for INPUT_LIFETIME_MS. */
  | { readonly kind: 'accepted' };

export interface NewsUpdate {
  readonly seen: SeenState;
  readonly news: readonly News[];
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

interface GuestUpdate {
  readonly state: StateBlock;
  readonly fol: boolean;
  /** True if the guest follows again, so that the experience counts as new (R66). */
  readonly again: boolean;
  readonly label: string;
  /** Names reported by this device and by the host. */
  readonly own_name: string;
  readonly host_name: string;
  readonly at_ms: number;
}

const isCourseMode = ({ mode }: Experience): boolean => experienceOfMode(mode)?.kind === 'course';

/** Returns the news of a state for a guest. */
export function guestNews(seen: SeenState, update: GuestUpdate): NewsUpdate {
  const { state, fol, again, label, own_name, host_name, at_ms } = update;
  const { exp } = state;
  const is_course = isCourseMode(exp);
  const left_over = leftOver(seen, state);
  const round = state.round?.id === left_over ? null : newestRound(seen, state);
  const news: News[] = eventNews(seen, state, host_name, { name: own_name, label });
  const pulled = exp.mode !== 0 && (again || exp.gen > (seen.exp?.gen ?? -1));
  if (pulled) news.push({ kind: 'pull', exp });
  else if (fol && seen.exp?.gen === exp.gen && !same(seen.exp, exp)) news.push({ kind: 'settings', exp });
  if (round && ((again && is_course) || !same(seen.round, round)))
    news.push({ kind: 'round', round, fresh: round.id !== seen.round?.id, exp, at_ms, label });
  const note = noteOf(round);
  if (note && seen.ev_seq !== null && isNewer(note, seen.note)) news.push({ kind: 'note', text: round?.note?.t ?? '' });
  const taken = pulled || !seen.exp || (fol && exp.gen === seen.exp.gen) ? exp : seen.exp;
  return {
    news,
    seen: { ev_seq: Math.max(seen.ev_seq ?? 0, state.ev.seq), exp: taken, round, note: note ?? seen.note, left_over },
  };
}

const newestRound = ({ round: seen }: SeenState, { round }: StateBlock): Round | null =>
  round && seen && isOlder(round, seen) ? seen : round;

function leftOver({ exp: seen, left_over }: SeenState, { exp, round }: StateBlock): number | null {
  if (isCourseMode(exp)) return null;
  return seen === null ? (round?.id ?? null) : left_over;
}

interface HostUpdate {
  readonly state: StateBlock;
  readonly host_name: string;
  readonly away: readonly string[] | null;
  readonly items: readonly InputItem[];
  readonly at_ms: number;
  readonly backlog_seq: number;
}

/** Returns the news of a state for the host, which already knows everything else because it is the source. */
export function hostNews(
  seen: SeenState,
  { state, host_name, away, items, at_ms, backlog_seq }: HostUpdate,
): NewsUpdate {
  // The newest input caused the event, unless the host's own event came after it.
  const label = state.ev.name === host_name ? '' : (items.at(-1)?.name ?? '');
  const news: News[] = eventNews(seen, state, host_name, { name: state.ev.name, label });
  news.push({ kind: 'roster', devices: state.players, away });
  if (items.length > 0) news.push({ kind: 'inputs', items, at_ms, backlog_seq });
  return { news, seen: { ...seen, ev_seq: Math.max(seen.ev_seq ?? 0, state.ev.seq) } };
}

/** Guest by reported name, with its label; `label` is '' if unknown. */
interface KnownGuest {
  readonly name: string;
  readonly label: string;
}

function eventNews({ ev_seq }: SeenState, { ev, players }: StateBlock, host_name: string, known: KnownGuest): News[] {
  if (ev_seq === null || ev.seq <= ev_seq || ev.kind === '') return [];
  return [{ kind: 'event', text: eventText(ev), place: placeOf(ev.name, players, host_name, known) }];
}

/**
 * C23: returns the sender's index. Events carry the reported name, the list has labels. null if several guests match.
 */
function placeOf(name: string, devices: readonly ListedDevice[], host_name: string, known: KnownGuest): number | null {
  const label = name === known.name ? known.label : '';
  const listed = devices.findIndex((device) => device.name === (label || name));
  if (listed >= 0) return listed;
  if (name === host_name) return devices.findIndex(({ host }) => host);
  const others = devices.flatMap((device, place) => (device.host || device.name === known.label ? [] : [place]));
  return others.length === 1 ? (others[0] ?? null) : null;
}

const noteOf = (round: Round | null): SeenState['note'] => (round?.note ? { id: round.id, seq: round.note.seq } : null);

const isNewer = (note: NonNullable<SeenState['note']>, seen: SeenState['note']): boolean =>
  seen === null || note.id !== seen.id || note.seq > seen.seq;

const ACTION: Readonly<Record<Exclude<RelayEvent['kind'], '' | 'aim'>, string>> = {
  club: 'makes a full swing',
  putt: 'putts',
  repeat: 'repeats the last shot',
  repeat_aim: 'repeats the last aim',
  reset: 'resets the aim',
  mulligan: 'takes a mulligan',
};

/** Returns the status line, such as `Brisk Otter aims 3 to the left` or `Brisk Otter putts`. */
export function eventText({ kind, name, steps }: RelayEvent): string {
  if (kind === '') return '';
  if (kind !== 'aim') return `${name} ${ACTION[kind]}`;
  return `${name} aims ${Math.abs(steps)} to the ${steps < 0 ? 'left' : 'right'}`;
}
