// The socket of a panel page without the page: records the messages of the panel's server, and waits for those that a
// test expects.

import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as v from 'valibot';
import { TIMEOUT_MS } from '../process/timeouts.ts';
import { readJson, readAs } from '../read-json.ts';
import type { TapRun } from '../../../sims/panel/page/connection/protocol.ts';

type Received = Readonly<Record<string, unknown>> & { readonly type: string };

const pictureMessage = v.strictObject({
  type: v.literal('picture'),
  head: v.number(),
  items: v.array(v.unknown()),
  tail: v.number(),
});
type ReceivedPicture = v.InferOutput<typeof pictureMessage>;

export interface ViewerSocket {
  /** Messages received so far, without the pictures. */
  readonly messages: readonly Received[];
  /** Messages with pictures received so far. */
  readonly frames: readonly ReceivedPicture[];
  /** Returns the newest message of a type; undefined if none. */
  last(type: string): Received | undefined;
  /** Resolves as soon as `holds` returns true; checks after each message and fails after `wait_ms`. */
  until(what: string, holds: () => boolean, wait_ms?: number): Promise<void>;
  send(message: unknown): void;
  /** Resolves when the server has read everything sent so far. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Returns the text lines of the newest screen. */
export const linesOf = (viewer: ViewerSocket): readonly string[] =>
  readAs(v.array(v.string()), viewer.last('lines')?.['lines'] ?? []);

/** Returns the items of the newest picture, put together as the page does. */
export const pictureOf = ({ frames }: ViewerSocket): readonly unknown[] =>
  frames.reduce<readonly unknown[]>(
    (list, { head, items, tail }) => [...list.slice(0, head), ...items, ...list.slice(list.length - tail)],
    [],
  );

const tapRun = v.object({
  usage: v.number(),
  modifiers: v.number(),
  name: v.nullable(v.string()),
  count: v.number(),
  at_least: v.boolean(),
});

/** Returns the taps on the simulator's computer that the server has reported. */
export const tapsOf = (viewer: ViewerSocket): readonly TapRun[] =>
  readAs(v.array(tapRun), viewer.last('taps')?.['taps'] ?? []);

/** Opens the socket of the panel at `url`, the address that tapin prints. */
export async function openViewer(url: string, device = '0'): Promise<ViewerSocket> {
  const { host, searchParams } = new URL(url);
  const socket = new WebSocket(`ws://${host}/ws?token=${searchParams.get('token')}&device=${device}`);
  const messages: Received[] = [];
  const frames: ReceivedPicture[] = [];
  const checks = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    const message = readJson(v.looseObject({ type: v.string() }), data.toString());
    if (message.type === 'picture') frames.push(v.parse(pictureMessage, message));
    else messages.push(message);
    for (const check of checks) check();
  });
  await once(socket, 'open');
  return {
    messages,
    frames,
    last: (type) => messages.findLast((message) => message.type === type),
    until: (what, holds, wait_ms = TIMEOUT_MS) =>
      untilHolds(holds, wait_ms, checks, () => `never came: ${what}; last: ${JSON.stringify(messages.slice(-3))}`),
    send: (message) =>
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)),
    async settled() {
      const pong = once(socket, 'pong');
      socket.ping();
      await pong;
    },
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

function untilHolds(
  holds: () => boolean,
  wait_ms: number,
  checks: Set<() => void>,
  complaint: () => string,
): Promise<void> {
  if (holds()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const end = (then: () => void): void => {
      checks.delete(check);
      clearTimeout(deadline);
      then();
    };
    const check = (): void => void (holds() && end(resolve));
    const deadline = setTimeout(() => end(() => reject(new Error(complaint()))), wait_ms);
    checks.add(check);
  });
}
