// Table of the benchmark: a host that polls again the instant its poll returns, with the last `st` and `since`, and
// three guests that hold a heartbeat while sending inputs. Every input carries a per-guest count, so lost, duplicate or
// reordered inputs show.

import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { deviceOn, type BenchAnswer, type BenchDevice, type BenchItem } from './device.ts';
import type { Transport } from './way.ts';
import { assert, assertDefined } from '../../wire/errors.ts';

const HOLD_MS = 20_000;
const CLUBS = 32;
const [QUIET_MS, CHECK_MS] = [1000, 20];
export const SEATS = 4;

export interface BenchTable {
  /** Sends an input from a guest (0..2); resolves with the time at which the host's poll returned it. */
  input(guest: number): Promise<number>;
  /** Publishes as the host; resolves with the time at which the last guest's heartbeat returned. */
  publish(): Promise<number>;
  /**
   * Sends a guest's inputs one after the other while `more` returns true, without waiting for the host; returns how
   * many.
   */
  stream(guest: number, more: (sent: number) => boolean): Promise<number>;
  /** Resolves when the host has received this many inputs, or after a second without a new one. */
  drained(inputs: number): Promise<void>;
  /** Returns how many inputs the host has received, and how many of them were duplicate or out of order. */
  received(): { readonly inputs: number; readonly wrong: number };
  /** Returns how often a held request returned and was repeated. */
  renewed(): number;
  close(): void;
}

/** Inputs that a host has received, and when. */
class Inputs {
  since = 0;
  count = 0;
  wrong = 0;
  readonly #next = new Map<string, number>();
  readonly #came = new Map<number, number>();
  readonly #waiting = new Map<number, (at: number) => void>();

  take({ seq, name, club }: BenchItem): void {
    const wanted = this.#next.get(name) ?? 0;
    if (seq <= this.since || club !== wanted % CLUBS) this.wrong++;
    this.#next.set(name, wanted + 1);
    this.since = seq;
    this.count++;
    const waiting = this.#waiting.get(seq);
    if (waiting) waiting(performance.now());
    else if (this.#came.size < 1000) this.#came.set(seq, performance.now());
  }

  async at(seq: number): Promise<number> {
    return this.#came.get(seq) ?? new Promise((resolve) => this.#waiting.set(seq, resolve));
  }
}

/** Repeats `round` until `stop` is called; rethrows any failure before that. */
function forever(round: () => Promise<void>): () => void {
  const running = { on: true };
  const run = async (): Promise<void> => {
    while (running.on) await round();
  };
  void run().catch((error: unknown) => {
    if (running.on) throw error;
  });
  return () => (running.on = false);
}

/** Resolves with the time once each of these seats' requests has returned. */
class Returns {
  readonly #waiting = new Set<{ readonly missing: Set<number>; readonly done: (at: number) => void }>();

  all(seats: readonly number[]): Promise<number> {
    return new Promise((done) => this.#waiting.add({ missing: new Set(seats), done }));
  }

  came(seat: number): void {
    for (const waiter of this.#waiting) {
      waiter.missing.delete(seat);
      if (waiter.missing.size > 0) continue;
      this.#waiting.delete(waiter);
      waiter.done(performance.now());
    }
  }
}

interface Seated {
  readonly host: BenchDevice;
  readonly guests: readonly BenchDevice[];
  readonly code: string;
}

const players = [{ n: 'Player', h: 0 }];

/** Seats a host and three guests with these identities in one session, without holding any request yet. */
async function seat(transport: Transport, identities: readonly DeviceIdentity[]): Promise<Seated> {
  const [host, ...guests] = identities.map((identity) => deviceOn(transport, identity));
  assert(host, 'a table has a host');
  const { code } = await host.hold('host', { action: 'start', sim: 'none', name: 'Bench' });
  await host.hold('poll', { code, since: 0, wait_ms: 0, players });
  for (const guest of guests) await guest.hold('join', { action: 'join', code, wait_ms: 0, players });
  return { host, guests, code };
}

/** Opens a table with a host and three guests with these identities, each holding a request. */
export async function openTable(transport: Transport, identities: readonly DeviceIdentity[]): Promise<BenchTable> {
  const { host, guests, code } = await seat(transport, identities);
  const inputs = new Inputs();
  const returns = new Returns();
  const sent = guests.map(() => 0);

  const tags = ['', '', '', ''];
  let renewed = 0;
  const poll = async (): Promise<void> => {
    const { since } = inputs;
    const { items, state } = await host.hold('poll', { code, since, wait_ms: HOLD_MS, st: tags[0], players });
    tags[0] = state.st;
    renewed++;
    for (const item of items) inputs.take(item);
  };
  const beat = async (guest: BenchDevice, seat: number): Promise<void> => {
    const body = { action: 'heartbeat', code, wait_ms: HOLD_MS, st: tags[seat], players, fol: true };
    tags[seat] = (await guest.hold('join', body)).state.st;
    returns.came(seat);
    renewed++;
  };
  const stops = [forever(poll), ...guests.map((guest, index) => forever(() => beat(guest, index + 1)))];

  const send = (guest: number): Promise<BenchAnswer> => {
    const count = sent[guest] ?? 0;
    sent[guest] = count + 1;
    return assertDefined(guests[guest], 'guest').control('input', { kind: 'club', code, club: count % CLUBS });
  };
  let round_id = 0;
  return {
    input: async (guest) => inputs.at((await send(guest)).seq),
    async publish() {
      const all = returns.all([1, 2, 3]);
      await host.control('host', { action: 'round', round: roundOf(++round_id) });
      return all;
    },
    async stream(guest, more) {
      let done = 0;
      for (; more(done); done++) await send(guest);
      return done;
    },
    async drained(wanted) {
      for (let [quiet_ms, before] = [0, -1]; inputs.count < wanted && quiet_ms < QUIET_MS; quiet_ms += CHECK_MS) {
        if (inputs.count !== before) quiet_ms = 0;
        before = inputs.count;
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      }
    },
    received: () => ({ inputs: inputs.count, wrong: inputs.wrong }),
    renewed: () => renewed,
    close() {
      for (const stop of stops) stop();
      for (const device of [host, ...guests]) device.close();
    },
  };
}

/** Returns a round of four seats and nine holes, about 600 characters. */
export const roundOf = (id: number) => ({
  id,
  ph: 'play',
  hole: 1,
  turn: 0,
  n: SEATS,
  nh: 9,
  ro: [0, 1, 2, 3].map((seat) => ({ n: `Player ${seat}`, d: seat === 0 ? '' : 'Some Guest', c: seat, h: 0 })),
  ho: Array.from({ length: 9 }, (_, hole) => 5 + hole),
  sc: Array.from({ length: SEATS }, () => Array.from({ length: 9 }, () => 0)),
  rem: [5, 5, 5, 5],
  hd: [0, 0, 0, 0],
  td: [0, 0, 0, 0],
  ord: [0, 1, 2, 3],
  shot: null,
  note: null,
});
