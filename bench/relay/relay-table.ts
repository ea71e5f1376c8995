// A host that polls again the instant its poll returns, with the last `st` and `since`, and three guests that hold a heartbeat and
// send inputs beside it. Every input carries its guest's own count, so that one lost, doubled or out of order shows.

import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { readSecret, sign } from '../../wire/signing.ts';
import { openConnection, type Connection } from './connection.ts';
import { forever, Returns, SEATS, type Table } from './table.ts';

const HOLD_MS = 20_000;
const CLUBS = 32;

interface Item {
  readonly seq: number;
  readonly name: string;
  readonly club: number;
}

interface Answer {
  readonly status: string;
  readonly code: string;
  readonly seq: number;
  readonly items: readonly Item[];
  readonly state: { readonly st: string };
}

type Post = (route: string, body: object) => Promise<Answer>;

interface Device {
  /** On the connection for what is held. */
  readonly hold: Post;
  /** On the one for the rest, opened when it is needed. */
  readonly control: Post;
  close(): void;
}

function deviceOn(port: number, { id, secret }: DeviceIdentity): Device {
  const key = readSecret(secret) as Uint8Array;
  const open = new Set<Promise<Connection>>();
  const lane = (): Post => {
    let connection: Promise<Connection> | null = null;
    return async (route, body) => {
      connection ??= openConnection(port);
      open.add(connection);
      const text = JSON.stringify(body);
      const timestamp = `${Math.floor(Date.now() / 1000)}`;
      const signature = sign(key, timestamp, Buffer.from(text));
      const headers = `X-Device-Id: ${id}\r\nX-Timestamp: ${timestamp}\r\nX-Signature: ${signature}\r\n`;
      const answer = JSON.parse(await (await connection).post(`/sim/${route}`, text, headers)) as Answer;
      if (answer.status !== 'ok') throw new Error(`${route} was answered ${answer.status}`);
      return answer;
    };
  };
  const close = (): void => {
    for (const connection of open) void connection.then((opened) => opened.close());
  };
  return { hold: lane(), control: lane(), close };
}

/** Which inputs have come to a host, and when. */
class Inputs {
  since = 0;
  count = 0;
  wrong = 0;
  readonly #next = new Map<string, number>();
  readonly #came = new Map<number, number>();
  readonly #waiting = new Map<number, (at: number) => void>();

  take({ seq, name, club }: Item): void {
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

/** Opens a table with a host and three guests of these identities. */
export async function openRelayTable(port: number, identities: readonly DeviceIdentity[]): Promise<Table> {
  const [host, ...guests] = identities.map((identity) => deviceOn(port, identity)) as [Device, ...Device[]];
  const inputs = new Inputs();
  const returns = new Returns();
  const sent = guests.map(() => 0);
  const players = [{ n: 'Player', h: 0 }];
  const { code } = await host.control('host', { action: 'start', sim: 'none', name: 'Bench' });
  await host.hold('poll', { code, since: 0, wait_ms: 0, players });
  for (const guest of guests) await guest.hold('join', { action: 'join', code, wait_ms: 0, players });

  const tags = ['', '', '', ''];
  const poll = async (): Promise<void> => {
    const { since } = inputs;
    const { items, state } = await host.hold('poll', { code, since, wait_ms: HOLD_MS, st: tags[0], players });
    tags[0] = state.st;
    for (const item of items) inputs.take(item);
  };
  const beat = async (guest: Device, seat: number): Promise<void> => {
    const body = { action: 'heartbeat', code, wait_ms: HOLD_MS, st: tags[seat], players, fol: true };
    tags[seat] = (await guest.hold('join', body)).state.st;
    returns.came(seat);
  };
  const stops = [forever(poll), ...guests.map((guest, index) => forever(() => beat(guest, index + 1)))];

  const send = (guest: number): Promise<Answer> => {
    const count = sent[guest] ?? 0;
    sent[guest] = count + 1;
    return (guests[guest] as Device).control('input', { kind: 'club', code, club: count % CLUBS });
  };
  let round_id = 0;
  return {
    input: async (guest) => inputs.at((await send(guest)).seq),
    async publish() {
      const all = returns.all([1, 2, 3]);
      await host.control('host', { action: 'round', round: roundOf(++round_id) });
      return all;
    },
    async stream(guest, count) {
      for (let done = 0; done < count; done++) await send(guest);
    },
    received: () => ({ inputs: inputs.count, wrong: inputs.wrong }),
    close() {
      for (const stop of stops) stop();
      for (const device of [host, ...guests]) device.close();
    },
  };
}

/** A round of four seats and nine holes, about 600 characters. */
const roundOf = (id: number) => ({
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
