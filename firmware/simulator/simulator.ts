// Playing on a golf simulator, as rules without xstate: which of the two ways is chosen, whose inputs count, what waits, what the
// host says of it to its session (R147, R148).

import { simOf } from '../../wire/relay/state.ts';
import { INPUT_LIFETIME_MS } from '../../wire/limits.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import type { HostEvent, Sim } from '../../wire/relay/shapes.ts';
import type { SimulatorSettings } from '../persisted/simulator.ts';
import { rollOf } from '../roll/roll.ts';
import { addressOf, addressText } from './address.ts';
import { NO_LINK, type LinkView } from './link.ts';
import {
  isReplay,
  NOTHING_PLAYED,
  orderFor,
  refusalOf,
  type Act,
  type Order,
  type Played,
  type SimInput,
} from './orders.ts';

export type SimWay = Exclude<Sim, 'none'>;

/** The way to a simulator that a game mode means; null for another experience. */
export function wayOf(mode: number): SimWay | null {
  const sim = simOf({ mode });
  return sim === 'none' ? null : sim;
}

/** What of the device's facts a simulator needs. */
export interface SimulatorPersisted {
  /** The chosen way; null while another experience is chosen. */
  readonly way: SimWay | null;
  readonly settings: SimulatorSettings;
  readonly name: string;
  /** Guests may send inputs. */
  readonly hosting: boolean;
}

/** What a page shows of it. */
export interface SimulatorView {
  readonly way: SimWay | null;
  /** Where the simulator is looked for. */
  readonly address: string;
  readonly link: LinkView;
  /** Inputs that wait for their turn. */
  readonly waiting: number;
  readonly replaying: boolean;
}

export const NO_SIMULATOR: SimulatorView = { way: null, address: '', link: NO_LINK, waiting: 0, replaying: false };

export interface SimulatorContext extends SimulatorPersisted {
  /** Somebody has opened the page, and not disconnected since. */
  readonly opened: boolean;
  /** Somebody has disconnected, and does not want the connection back because guests are there. */
  readonly turned_off: boolean;
  readonly link: LinkView;
  readonly waiting: readonly Act[];
  /** Guests' inputs that are not stored as handled yet, so that a restart repeats none of them (R32). */
  readonly unsaved: readonly Act[];
  /** The order that is carried out, or was last. */
  readonly order: Order | null;
  readonly played: Played;
  readonly replaying: boolean;
  /** What the host did last, for the others. */
  readonly ev: HostEvent;
}

export const simulatorContext = (persisted: SimulatorPersisted): SimulatorContext => ({
  ...persisted,
  opened: false,
  turned_off: false,
  link: NO_LINK,
  waiting: [],
  unsaved: [],
  order: null,
  played: NOTHING_PLAYED,
  replaying: false,
  ev: { seq: persisted.settings.next_shot, kind: '', name: '', steps: 0 },
});

/** A simulator is in use: by a person here, or by the guests of this host. */
export const isInUse = ({ way, opened, hosting, turned_off }: SimulatorContext): boolean =>
  way !== null && (opened || (hosting && !turned_off));

export function simulatorView({ way, settings, link, waiting, order, replaying }: SimulatorContext): SimulatorView {
  const carried = order ? 1 : 0;
  return { way, address: addressText(wayAddress(way, settings)), link, waiting: waiting.length + carried, replaying };
}

/** Where the chosen way leads. */
export const wayAddress = (way: SimWay | null, settings: SimulatorSettings) =>
  way === 'simport' ? addressOf.connector(settings) : addressOf.direct(settings);

/** Inputs that wait; whoever sends more must wait too. */
const ACTS_WAITING_MAX = 100;

const roomFor = ({ waiting, unsaved }: SimulatorContext): number =>
  Math.max(0, ACTS_WAITING_MAX - waiting.length - unsaved.length);

export const withAct = (context: SimulatorContext, act: Act): Partial<SimulatorContext> =>
  roomFor(context) > 0 ? { waiting: [...context.waiting, act] } : {};

/** As many as there is room for. */
export const withUnsaved = (context: SimulatorContext, acts: readonly Act[]): Pick<SimulatorContext, 'unsaved'> => ({
  unsaved: [...context.unsaved, ...acts.slice(0, roomFor(context))],
});

export const withSaved = ({ waiting, unsaved }: SimulatorContext): Partial<SimulatorContext> => ({
  waiting: [...waiting, ...unsaved],
  unsaved: [],
});

/** A person here: their input does not expire. */
export const ownAct = (input: SimInput): Act => ({ input, by: 'host', expires_ms: Number.POSITIVE_INFINITY });

/** Inputs of guests out of one answer of the relay. */
export interface GuestInputs {
  readonly items: readonly InputItem[];
  /** When the answer came, on the device's clock. */
  readonly at_ms: number;
  /** Inputs up to this seq were accepted before this host began to listen. */
  readonly backlog_seq: number;
}

/** Seq of the newest input in `items` that is meant for a simulator; null for none. */
export const newestActSeq = (items: readonly InputItem[]): number | null => {
  const seqs = items.filter((item) => inputOf(item) !== null).map(({ seq }) => seq);
  return seqs.length > 0 ? Math.max(...seqs) : null;
};

/** The inputs of guests in the order of `seq`, without putts that were meant for a round. */
export function guestActs({ items, at_ms, backlog_seq }: GuestInputs): readonly Act[] {
  // Only putts carry their age. The queue is in order, so another input of the backlog is no older than the putt before it.
  let oldest_ms = INPUT_LIFETIME_MS;
  return items
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap((item): readonly Act[] => {
      oldest_ms = item.ms ?? oldest_ms;
      const input = inputOf(item);
      const life_ms = item.seq <= backlog_seq ? BACKLOG_LIFETIME_MS - oldest_ms : INPUT_LIFETIME_MS - (item.ms ?? 0);
      return input ? [{ input, by: 'guest', expires_ms: at_ms + life_ms }] : [];
    });
}

/** C15: a host that restarts drops inputs for its simulator that are older than this; the golfers have gone on without them. */
const BACKLOG_LIFETIME_MS = 10_000;

function inputOf({ kind, steps, club, putt }: InputItem): SimInput | null {
  if (kind === 'aim') return { kind, steps };
  if (kind === 'club') return { kind, club };
  if (kind !== 'putt') return { kind };
  return putt && putt.p === undefined ? { kind, putt } : null;
}

export const refusal = ({ waiting, played, way }: SimulatorContext): string =>
  waiting[0] ? refusalOf(waiting[0].input, played, way === 'simport') : '';

/** The first input that waits becomes the order to carry out. */
export function withOrder({ waiting, played }: SimulatorContext): Partial<SimulatorContext> {
  const [act, ...rest] = waiting;
  return act ? { waiting: rest, order: orderFor(act, played) } : {};
}

const EVENT_KINDS = ['aim', 'putt', 'club', 'repeat'] as const;

/** What the host's own input is to the others; null for what the documents give no event. */
export function eventOf({ ev, name }: SimulatorContext, input: SimInput): HostEvent | null {
  const kind = EVENT_KINDS.find((each) => each === input.kind);
  const steps = input.kind === 'aim' ? input.steps : 0;
  return kind ? { seq: ev.seq + 1, kind, name, steps } : null;
}

/** Full swings fly and roll this long, about. */
const SWING_LASTS_MS = 8000;

/** How long the simulator shows a shot that was repeated: so long it is a replay for everybody (R35). */
export function replayRestMs({ order }: SimulatorContext): number {
  if (!order || !isReplay(order.act.input) || !order.shot) return 0;
  if (order.shot.of === 'club') return SWING_LASTS_MS;
  return 1000 * rollOf(order.shot.ball_speed_mps, ROLL_STIMP_FT).time_s;
}
const ROLL_STIMP_FT = 10;
