// Rules of playing on a golf simulator, independent of XState: the chosen transport, whose inputs count, the queue, and
// the events published to the session (R147, R148).

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
  type SimulatorOrder,
  type LastPlayed,
  type SimInput,
} from './orders.ts';

export type SimTransport = Exclude<Sim, 'none'>;

/** Returns the transport of a game mode; null for any other experience. */
export function transportOf(mode: number): SimTransport | null {
  const sim = simOf({ mode });
  return sim === 'none' ? null : sim;
}

/** Persisted state that the simulator service uses. */
export interface SimulatorPersisted {
  /** Chosen transport; null while another experience is chosen. */
  readonly transport: SimTransport | null;
  readonly settings: SimulatorSettings;
  readonly name: string;
  /** Whether guests may send inputs. */
  readonly hosting: boolean;
}

/** View of the simulator for pages. */
export interface SimulatorView {
  readonly transport: SimTransport | null;
  /** Address of the simulator. */
  readonly address: string;
  readonly link: LinkView;
  /** Number of inputs in the queue, including the one being carried out. */
  readonly waiting: number;
  readonly replaying: boolean;
}

export const NO_SIMULATOR: SimulatorView = {
  transport: null,
  address: '',
  link: NO_LINK,
  waiting: 0,
  replaying: false,
};

export interface SimulatorContext extends SimulatorPersisted {
  /** Whether the player has opened the page and not disconnected since. */
  readonly opened: boolean;
  /** Whether the player has disconnected: the presence of guests then does not reconnect. */
  readonly turned_off: boolean;
  readonly link: LinkView;
  readonly waiting: readonly Act[];
  /** Guests' inputs not yet stored as handled; held back so that a restart repeats none of them (R32). */
  readonly unsaved: readonly Act[];
  /** Current or last order. */
  readonly order: SimulatorOrder | null;
  readonly played: LastPlayed;
  readonly replaying: boolean;
  /** Last action of the host, for the guests. */
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

/** Whether a simulator is in use, by a player here or by the guests of this host. */
export const isInUse = ({ transport, opened, hosting, turned_off }: SimulatorContext): boolean =>
  transport !== null && (opened || (hosting && !turned_off));

export function simulatorView({
  transport,
  settings,
  link,
  waiting,
  order,
  replaying,
}: SimulatorContext): SimulatorView {
  const carried = order ? 1 : 0;
  return {
    transport,
    address: addressText(transportAddress(transport, settings)),
    link,
    waiting: waiting.length + carried,
    replaying,
  };
}

/** Returns the address of the chosen transport. */
export const transportAddress = (transport: SimTransport | null, settings: SimulatorSettings) =>
  transport === 'simport' ? addressOf.connector(settings) : addressOf.direct(settings);

/** Limit of the queue; further inputs are dropped. */
const ACTS_WAITING_MAX = 100;

const roomFor = ({ waiting, unsaved }: SimulatorContext): number =>
  Math.max(0, ACTS_WAITING_MAX - waiting.length - unsaved.length);

export const withAct = (context: SimulatorContext, act: Act): Partial<SimulatorContext> =>
  roomFor(context) > 0 ? { waiting: [...context.waiting, act] } : {};

/** Adds as many inputs as there is room for. */
export const withUnsaved = (context: SimulatorContext, acts: readonly Act[]): Pick<SimulatorContext, 'unsaved'> => ({
  unsaved: [...context.unsaved, ...acts.slice(0, roomFor(context))],
});

export const withSaved = ({ waiting, unsaved }: SimulatorContext): Partial<SimulatorContext> => ({
  waiting: [...waiting, ...unsaved],
  unsaved: [],
});

/** Returns the action for a local player's input, which never expires. */
export const ownAct = (input: SimInput): Act => ({ input, by: 'host', expires_ms: Number.POSITIVE_INFINITY });

/** Guest inputs from one response of the relay. */
export interface GuestInputs {
  readonly items: readonly InputItem[];
  /** When the response arrived, on the device's clock. */
  readonly at_ms: number;
  /** Inputs up to this seq were accepted before this host started polling. */
  readonly backlog_seq: number;
}

/** Returns the seq of the newest input in `items` that is meant for a simulator; null if none. */
export const newestActSeq = (items: readonly InputItem[]): number | null => {
  const seqs = items.filter((item) => inputOf(item) !== null).map(({ seq }) => seq);
  return seqs.length > 0 ? Math.max(...seqs) : null;
};

/** Returns the guests' inputs in order of `seq`, without putts meant for a round. */
export function guestActs({ items, at_ms, backlog_seq }: GuestInputs): readonly Act[] {
  // Only putts carry their age. The queue is ordered, so any other input of the backlog is no older than the putt before
  // it.
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

/** C15: a restarted host drops simulator inputs older than this; the players have continued without them. */
const BACKLOG_LIFETIME_MS = 10_000;

function inputOf({ kind, steps, club, putt }: InputItem): SimInput | null {
  if (kind === 'aim') return { kind, steps };
  if (kind === 'club') return { kind, club };
  if (kind !== 'putt') return { kind };
  return putt && putt.p === undefined ? { kind, putt } : null;
}

export const refusal = ({ waiting, played, transport }: SimulatorContext): string =>
  waiting[0] ? refusalOf(waiting[0].input, played, transport === 'simport') : '';

/** Moves the first waiting input from the queue to the current order. */
export function withOrder({ waiting, played }: SimulatorContext): Partial<SimulatorContext> {
  const [act, ...rest] = waiting;
  return act ? { waiting: rest, order: orderFor(act, played) } : {};
}

const EVENT_KINDS = ['aim', 'putt', 'club', 'repeat'] as const;

/** Returns the event that guests get for the host's own input; null if the spec defines none. */
export function eventOf({ ev, name }: SimulatorContext, input: SimInput): HostEvent | null {
  const kind = EVENT_KINDS.find((each) => each === input.kind);
  const steps = input.kind === 'aim' ? input.steps : 0;
  return kind ? { seq: ev.seq + 1, kind, name, steps } : null;
}

/** Approximate flight and roll time of a full swing. */
const SWING_LASTS_MS = 8000;

/** Returns how long the simulator shows a repeated shot: for that time all players see a replay (R35). */
export function replayRestMs({ order }: SimulatorContext): number {
  if (!order || !isReplay(order.act.input) || !order.shot) return 0;
  if (order.shot.of === 'club') return SWING_LASTS_MS;
  return 1000 * rollOf(order.shot.ball_speed_mps, ROLL_STIMP_FT).time_s;
}
const ROLL_STIMP_FT = 10;
