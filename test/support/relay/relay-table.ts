// A session to play in: a host that has started and polled, guests that have joined, and their most common requests.

import test, { type ExecutionContext } from 'ava';
import type { RequestBody } from '../../../wire/relay/requests.ts';
import type { StateBlock } from '../../../wire/relay/state.ts';
import { chosenEngine } from './relay-engines.ts';
import { servedRelay, virtualRelay, type Held, type RelayDevice, type RelayWorld, type Reply } from './relay-world.ts';

type Players = NonNullable<RequestBody['poll']['players']>;
/** Round in the format that a host sends. */
export type SentRound = Extract<RequestBody['host'], { action: 'round' }>['round'];
type Experience = NonNullable<Extract<RequestBody['host'], { action: 'start' }>['exp']>;
type Poll = Partial<RequestBody['poll']>;
type Beat = Partial<Extract<RequestBody['join'], { action: 'heartbeat' }>>;
type WithoutCode<T> = T extends unknown ? Omit<T, 'code'> & { readonly code?: string } : never;
type Input = WithoutCode<RequestBody['input']>;

export interface Host {
  readonly device: RelayDevice;
  readonly code: string;
  /** Label that the cloud assigned to the host. */
  readonly label: string;
  /** Polls and receives an answer immediately. Default of `since`: 0. */
  poll(more?: Poll): Promise<Reply>;
  /** Sends a poll that is held for 20 s. `st`: tag of the state that the host has seen last. */
  hold(st: string, more?: Poll): Held;
  /**
   * Returns the state that all devices see. Sends a `start`, which does not count as a sign of life and changes
   * nothing.
   */
  state(): Promise<StateBlock>;
}

export interface Guest {
  readonly device: RelayDevice;
  readonly code: string;
  readonly label: string;
  /** Answer to the guest's join. */
  readonly joined: Reply;
  /** Sends a heartbeat that is answered immediately. */
  beat(more?: Beat): Promise<Reply>;
  /** Sends a heartbeat that is held for 20 s. `st`: tag of the state that the guest has seen last. */
  hold(st: string, more?: Beat): Held;
  input(body: Input): Promise<Reply>;
  leave(): Promise<Reply>;
}

/** Returns this many different players: `playersOf(2, 'A')` are A1 and A2. */
export const playersOf = (count: number, name = 'P'): Players =>
  Array.from({ length: count }, (_, index) => ({ n: `${name}${index + 1}`, h: index }));

/** Opens a host that has started and polled, so it is online. Default: one player. */
export async function openHost(
  world: RelayWorld,
  { players = playersOf(1, 'H'), exp }: { readonly players?: Players; readonly exp?: Experience } = {},
): Promise<Host> {
  const device = world.device();
  const started = await device.ask('host', { action: 'start', name: 'Studio', ...(exp ? { exp } : {}) });
  const { code } = started;
  const poll = (more: Poll = {}): Promise<Reply> => device.ask('poll', { code, since: 0, ...more });
  const { state } = await poll({ players });
  return {
    device,
    code,
    label: state.players[0]?.name ?? '',
    poll,
    hold: (st, more = {}) => device.send('poll', { code, since: 0, wait_ms: 20_000, st, ...more }),
    state: async () => (await device.ask('host', { action: 'start' })).state,
  };
}

/** Sends a guest's join; `joined` is its answer. Default: one player, following the host. */
export async function joinGuest(
  world: RelayWorld,
  code: string,
  { players = playersOf(1, 'G'), fol = true }: { readonly players?: Players; readonly fol?: boolean } = {},
): Promise<Guest> {
  const device = world.device();
  const joined = await device.ask('join', { action: 'join', code, name: 'Laptop', players, fol });
  const beat = (more: Beat): RequestBody['join'] => ({ action: 'heartbeat', code, fol, ...more });
  return {
    device,
    code,
    label: joined.state.players.at(-1)?.name ?? '',
    joined,
    beat: (more = {}) => device.ask('join', beat(more)),
    hold: (st, more = {}) => device.send('join', beat({ wait_ms: 20_000, st, ...more })),
    input: (body) => device.ask('input', { code, ...body }),
    leave: () => device.ask('join', { action: 'leave', code }),
  };
}

/** Transports of a test that does not advance the time, by engine of the run. */
const TRANSPORTS = {
  sqlite: ['virtual clock', 'HTTP'],
  virtual: ['virtual clock'],
  redis: ['HTTP'],
} as const;

/** Declares a test that does not advance the time: runs it on the virtual clock, and again over HTTP. */
export function everywhere(title: string, run: (t: ExecutionContext, world: RelayWorld) => Promise<void>): void {
  for (const place of TRANSPORTS[chosenEngine().kind])
    test(`${title} (${place})`, async (t) => run(t, place === 'HTTP' ? await servedRelay(t) : virtualRelay(t)));
}

/**
 * Declares a test for a single relay with an engine of its own: the order of simultaneous requests, rates, its
 * database.
 */
export const testOfOneRelay: (title: string, run: (t: ExecutionContext) => Promise<void> | void) => void =
  chosenEngine().kind === 'sqlite' ? test : () => {};
