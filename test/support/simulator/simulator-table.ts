// A host at a golf simulator with its guests on the virtual clock, with a log of the input that reached the simulator;
// and a simulator scripted by the test.

import * as v from 'valibot';
import type { TcpConnection } from '../../../hal/tcp/tcp.ts';
import { createObjectSplitter } from '../../../wire/json-objects.ts';
import { joinAll, sessionFixture, type SeatedDevice, type SessionFixture } from '../device/session-fixture.ts';
import { plugGspconnect, type WatchedSimulator } from './simulator-fixture.ts';
import { itemAt } from '../items.ts';
import { readJson } from '../read-json.ts';

export interface SimulatorTable<S> {
  readonly fixture: SessionFixture;
  readonly host: SeatedDevice;
  readonly guests: readonly SeatedDevice[];
  readonly gsp: S;
  /**
   * Taps by the names of their keys, shots by their ball speed (`aim_left`, `5.4 mph`), since the last boot of the
   * host.
   */
  readonly received: readonly string[];
}

type SessionRecords = NonNullable<Parameters<typeof sessionFixture>[0]['records']>;

interface TableOptions {
  /** Number of guests. */
  readonly guests?: number;
  readonly records?: SessionRecords;
  /** Menu row of the experience. */
  readonly row?: 'Simulator' | 'Simulator connector';
}

const GUESTS = ['Bo', 'Cy', 'Di'];

/** Joins all guests and connects the host to GSPconnect. */
export const simulatorTable = (
  options: TableOptions = {},
): Promise<SimulatorTable<ReturnType<typeof plugGspconnect>>> =>
  tableWith((fixture) => plugGspconnect(fixture), options);

/** Does the same with the simulator that `plug` starts. */
export async function tableWith<S extends WatchedSimulator>(
  plug: (fixture: SessionFixture) => S,
  { guests = 0, records = {}, row = 'Simulator' }: TableOptions = {},
): Promise<SimulatorTable<S>> {
  const players = [['Ann'], ...GUESTS.slice(0, guests).map((name) => [name])];
  const fixture = await sessionFixture({ players, records });
  const gsp = plug(fixture);
  const host = itemAt(fixture.devices, 0);
  const others = fixture.devices.slice(1);
  if (guests > 0) {
    await joinAll(fixture);
    await host.press('back');
  }
  const received = receivedBy(host, gsp);
  await play(fixture, row);
  return { fixture, host, guests: others, gsp, received };
}

/** Takes the host from its menu to a simulator page. */
export async function play({ clock, devices: [host] }: SessionFixture, row = 'Simulator'): Promise<void> {
  for (let backs = 0; backs < 5 && host?.page() !== 'menu'; backs++) await host?.press('back');
  // One row's name is a prefix of the other's.
  const focused = (): boolean => host?.lines().includes(`> ${row}`) ?? false;
  for (let moves = 0; moves < 64 && !focused(); moves++) await host?.press('down');
  await host?.press('ok');
  await host?.choose('Play');
  await clock.advance(1500);
}

/** Starts a single device at its menu, with no simulator listening yet. */
export async function alone(records: SessionRecords = {}): Promise<{ fixture: SessionFixture; host: SeatedDevice }> {
  const fixture = await sessionFixture({ players: [['Ann']], records });
  return { fixture, host: itemAt(fixture.devices, 0) };
}

export async function toMenu(device: SeatedDevice): Promise<void> {
  for (let backs = 0; backs < 9 && device.page() !== 'menu'; backs++) await device.press('back');
}

function receivedBy(host: SeatedDevice, { simulator }: WatchedSimulator): readonly string[] {
  const received: string[] = [];
  host.components().keyboard?.onTap(({ name, usage }) => received.push(name ?? `key ${usage}`));
  simulator.onEvent((event) => {
    if (event.kind === 'shot') received.push(`${event.shot.speed_mph.toFixed(1)} mph`);
  });
  return received;
}

interface Write {
  /** Number of the connection, from 1. */
  readonly connection: number;
  readonly at_ms: number;
  readonly text: string;
}

interface SpokenSimulator {
  /** Received data, one entry per write. */
  readonly writes: readonly Write[];
  /** Returns the number of connections made so far. */
  count(): number;
  /** Connections that the device has closed. */
  readonly left: readonly number[];
  /** Sends this text as one write on the newest connection. */
  send(text: string): void;
  close(): void;
}

interface Manners {
  readonly port?: number;
  /** Called on each new connection; `answer` is called for each write received. */
  readonly greet?: (peer: TcpConnection) => void;
  readonly answer?: (peer: TcpConnection, text: string) => void;
}

/** Starts a simulator scripted by the test. Default: accepts everything and never answers. */
export function plugSpoken(
  { tcp, clock }: SessionFixture,
  { port = 921, greet, answer }: Manners = {},
): SpokenSimulator & { readonly listening: { close(): void } } {
  const writes: Write[] = [];
  const left: number[] = [];
  let count = 0;
  let newest: TcpConnection | null = null;
  const listening = tcp.listen('127.0.0.1', port, (peer) => {
    const connection = ++count;
    newest = peer;
    greet?.(peer);
    return {
      data(bytes) {
        const text = new TextDecoder().decode(bytes);
        writes.push({ connection, at_ms: clock.now_ms(), text });
        answer?.(peer, text);
      },
      closed: () => void left.push(connection),
    };
  });
  if (!listening.ok) throw new Error(listening.error.message);
  return {
    writes,
    left,
    count: () => count,
    send: (text) => newest?.write(bytesOf(text)),
    close: () => newest?.close(),
    listening: listening.value,
  };
}

/** Acknowledgement of a shot. */
export const ACK = '{"Code":200,"Message":"Ball Data received","Player":null}';

/** Player information, which a simulator may send at any time. */
export const PLAYER =
  '{"Code":201,"Message":"GSPro Player Information","Player":{"Handed":"LH","Club":"PT","DistanceToTarget":33.25}}';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const isShot = ({ text }: Pick<Write, 'text'>): boolean => text.includes('"BallData"');

export const numberOf = ({ text }: Pick<Write, 'text'>): number =>
  readJson(v.object({ ShotNumber: v.number() }), text).ShotNumber;

/** Whether a write is exactly one JSON object. */
export function isOneObject({ text }: Pick<Write, 'text'>): boolean {
  const pieces = createObjectSplitter().push(bytesOf(text));
  return pieces.length === 1 && pieces[0]?.kind === 'object' && pieces[0].text === text;
}
