// Connection to a sensor board for diagnosis: each message with its time of arrival. Reports what the device driver
// (hal/sensor/sensor-serial.ts) hides: beats, each swing as the gates saw it, and a lost board.

import type { Clock } from '../../hal/clock/clock.ts';
import { createFrameReader, encodeFrame } from '../../hal/sensor/frame.ts';
import { decodeBody, encodeBody, MESSAGE_TYPE, type Message } from '../../hal/sensor/messages.ts';
import { GREETING_WAIT_MS, HELLO_EVERY_MS, HELLO_TRIES } from '../../hal/sensor/protocol-limits.ts';
import { findingRate } from '../../hal/sensor/rate-finder.ts';
import type { HelloAck } from '../../hal/sensor/sensor-link.ts';
import type { SwingMessage } from '../../hal/sensor/swing.ts';
import type { SerialLine, SerialPort } from '../../hal/serial/serial.ts';
import { PROTOCOL_MAJOR, PROTOCOL_MINOR } from '../../wire/limits.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';

interface ReceivedMessage {
  readonly at_ms: number;
  readonly message: Message;
}

export interface BoardLine {
  /** Messages received, oldest first. A repeated swing appears once. */
  readonly received: readonly ReceivedMessage[];
  /** Returns the number of damaged frames. */
  dropped(): number;
  /** Returns why the connection was lost; null while it is open. */
  gone(): string | null;
  /** Resolves with the next message that satisfies `is`; with null after `limit_ms` or when the connection is lost. */
  next(is: (message: Message) => boolean, limit_ms: number): Promise<ReceivedMessage | null>;
  pass(ms: number): Promise<void>;
  send(message: Message): void;
  /** Closes the connection; resolves once the port is free. */
  close(): Promise<void>;
}

/** Opens a connection. Errors: as for the serial port. */
export async function openBoardLine(port: SerialPort, clock: Clock): Promise<Result<BoardLine>> {
  const received: ReceivedMessage[] = [];
  const swings = new Set<string>();
  const waiting = new Set<(received: ReceivedMessage | null) => void>();
  const notify = (what: ReceivedMessage | null): void => [...waiting].forEach((each) => each(what));
  let gone: string | null = null;
  let line: SerialLine | null = null;
  let seq = 0;
  const send = (message: Message): void =>
    line?.write(encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: seq++, body: encodeBody(message) }));
  const onMessage = (message: Message): void => {
    if (message.kind === 'swing' && isRepeat(message, swings, send)) return;
    const what = { at_ms: clock.now_ms(), message };
    received.push(what);
    notify(what);
  };
  const reader = createFrameReader(({ type, body }) => {
    const message = decodeBody(type, body);
    if (message) onMessage(message);
  });
  const opened = await findingRate(port, clock).open({
    bytes: (chunk) => reader.push(chunk),
    closed(reason) {
      gone = reason;
      notify(null);
    },
  });
  if (!opened.ok) return opened;
  line = opened.value;
  line.write(Uint8Array.of(0));
  return ok({
    received,
    dropped: reader.dropped,
    gone: () => gone,
    next: (is, limit_ms) =>
      new Promise((resolve) => {
        const over = (what: ReceivedMessage | null): void => {
          if (what && !is(what.message)) return;
          waiting.delete(over);
          clock.clearTimeout(alarm);
          resolve(what);
        };
        const alarm = clock.setTimeout(() => over(null), limit_ms);
        waiting.add(over);
        if (gone !== null) over(null);
      }),
    pass: (ms) => new Promise((resolve) => void clock.setTimeout(() => resolve(), ms)),
    send,
    close: () => opened.value.close(),
  });
}

/** Acknowledges each swing, since the board would otherwise resend it; returns whether it is a repeat. */
function isRepeat(swing: SwingMessage, seen: Set<string>, send: (message: Message) => void): boolean {
  send({ kind: 'ack', swing_id: swing.swing_id });
  const key = `${swing.swing_id}/${swing.base_ticks}`;
  const repeated = seen.has(key);
  seen.add(key);
  return repeated;
}

const isHelloAck = (message: Message): message is HelloAck => message.kind === 'hello_ack';

/**
 * Sends HELLO as the protocol specifies: after a BEAT or 2 s, every 500 ms, ten times. Errors: `serial_failed` if no
 * board answers.
 */
export async function greetBoard(line: BoardLine, path: string): Promise<Result<HelloAck>> {
  await line.next(({ kind }) => kind === 'beat', GREETING_WAIT_MS);
  for (let tries = 0; tries < HELLO_TRIES && line.gone() === null; tries++) {
    line.send({ kind: 'hello', major: PROTOCOL_MAJOR, minor: PROTOCOL_MINOR, name: 'tapin' });
    const answered = await line.next(isHelloAck, HELLO_EVERY_MS);
    if (answered && isHelloAck(answered.message)) return ok(answered.message);
  }
  return fail('serial_failed', line.gone() ?? `Nothing at ${path} answers as a sensor board.`);
}

/** Describes how the versions differ from those expected; '' if they match. */
export function versionProblem(
  { major, minor, fw }: HelloAck,
  expect: { readonly firmware?: string | undefined; readonly protocol?: string | undefined },
): string {
  const protocol = `${major}.${minor}`;
  const firmware = fw.join('.');
  if (major !== PROTOCOL_MAJOR)
    return `it speaks protocol ${protocol}, but tapin speaks ${PROTOCOL_MAJOR}.${PROTOCOL_MINOR}`;
  if (expect.protocol !== undefined && expect.protocol !== protocol)
    return `it speaks protocol ${protocol}; expected is ${expect.protocol}`;
  if (expect.firmware !== undefined && expect.firmware !== firmware)
    return `it runs firmware ${firmware}; expected is ${expect.firmware}`;
  return '';
}
