// Conformance suite for every serial port: the contract in hal/serial/serial.ts, tested from one end of a line whose
// far end echoes all bytes: a virtual board, another process, or a wire from TX to RX.

import type { ExecutionContext } from 'ava';
import type { SerialLine, SerialListener, SerialPort } from '../../../hal/serial/serial.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import type { Declare } from '../../support/titled.ts';

interface EchoingLine {
  readonly port: SerialPort;
  /** Awaits the promise, advancing a virtual clock as needed. */
  until<T>(done: Promise<T>): Promise<T>;
  /** Hangs up at the far end permanently; absent if only a person can pull the plug. */
  readonly hangUp?: () => void;
}

export type LineFactory = (t: ExecutionContext) => Promise<EchoingLine>;

export interface Recorder extends SerialListener {
  readonly received: number[];
  readonly closings: string[];
  /** Resolves when that many bytes have arrived. */
  bytesReceived(count: number): Promise<void>;
  closing(): Promise<void>;
}

/** Creates a listener that copies the bytes it receives and overwrites the chunks. */
export function createRecorder(): Recorder {
  const received: number[] = [];
  const closings: string[] = [];
  const waiting = new Set<() => void>();
  const when = (met: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!met()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const checkAll = (): void => waiting.forEach((one) => one());
  return {
    received,
    closings,
    bytes(chunk) {
      received.push(...chunk);
      chunk.fill(0xee); // chunks belong to the listener
      checkAll();
    },
    closed(reason) {
      closings.push(reason);
      checkAll();
    },
    bytesReceived: (count) => when(() => received.length >= count),
    closing: () => when(() => closings.length > 0),
  };
}

export async function openFor(t: ExecutionContext, port: SerialPort, listener: SerialListener): Promise<SerialLine> {
  const line = valueOf(t, await port.open(listener));
  t.teardown(() => line.close());
  return line;
}

/** Asserts that the line echoes exactly these bytes. */
async function echoes(
  t: ExecutionContext,
  { until }: EchoingLine,
  line: SerialLine,
  recorder: Recorder,
  bytes: readonly number[],
): Promise<void> {
  const from = recorder.received.length;
  line.write(Uint8Array.from(bytes));
  await until(recorder.bytesReceived(from + bytes.length));
  t.deepEqual(recorder.received.slice(from), [...bytes]);
}

export function serialConformance(test: Declare, factory: LineFactory): void {
  carrying(test, factory);
  owning(test, factory);
  hangingUp(test, factory);
}

function carrying(test: Declare, factory: LineFactory): void {
  test('[serial] passes every byte value unchanged, as on a raw line', async (t) => {
    const line = await factory(t);
    const recorder = createRecorder();
    const open = await openFor(t, line.port, recorder);
    const all = Array.from({ length: 256 }, (_, byte) => byte);
    await echoes(t, line, open, recorder, [...all, ...all.toReversed()]);
    await echoes(t, line, open, recorder, [0x0d, 0x0a, 0x0d, 0x03, 0x04, 0x11, 0x13, 0x1a, 0x7f, 0xff, 0xff, 0x00]);
  });

  test('[serial] keeps bytes in order over many small writes', async (t) => {
    const { port, until } = await factory(t);
    const recorder = createRecorder();
    const open = await openFor(t, port, recorder);
    const sent = Array.from({ length: 600 }, (_, n) => (n * 7) & 0xff);
    for (let at = 0; at < sent.length; at += 3) open.write(Uint8Array.from(sent.slice(at, at + 3)));
    await until(recorder.bytesReceived(sent.length));
    t.deepEqual(recorder.received, sent);
  });

  test('[serial] writes the content of the buffer at call time', async (t) => {
    const { port, until } = await factory(t);
    const recorder = createRecorder();
    const open = await openFor(t, port, recorder);
    const buffer = Uint8Array.of(1, 2, 3);
    open.write(buffer);
    buffer.fill(9);
    open.write(new Uint8Array(0));
    open.write(Uint8Array.of(4));
    await until(recorder.bytesReceived(4));
    t.deepEqual(recorder.received, [1, 2, 3, 4]);
  });
}

function owning(test: Declare, factory: LineFactory): void {
  test('[serial] refuses a second owner with serial_busy without affecting the first', async (t) => {
    const line = await factory(t);
    const { port } = line;
    const [first, second] = [createRecorder(), createRecorder()];
    const open = await openFor(t, port, first);
    failsWith(t, await port.open(second), 'serial_busy', /in use/);
    const refused = await port.open(second);
    t.true(!refused.ok && refused.error.message.includes(port.path));
    await echoes(t, line, open, first, [1, 2, 3]);
    t.deepEqual([second.received, second.closings, first.closings], [[], [], []]);
  });

  test('[serial] can be reopened any number of times once close is done', async (t) => {
    const line = await factory(t);
    for (let n = 0; n < 5; n++) {
      const recorder = createRecorder();
      const open = valueOf(t, await line.port.open(recorder));
      await echoes(t, line, open, recorder, [n, 10 + n]);
      await open.close();
      t.deepEqual(recorder.closings, []);
    }
  });

  test('[serial] completes each of two closes only once the port is free', async (t) => {
    const { port } = await factory(t);
    const open = valueOf(t, await port.open(createRecorder()));
    const first = open.close();
    await open.close();
    const again = valueOf(t, await port.open(createRecorder()));
    await first;
    await open.close();
    failsWith(t, await port.open(createRecorder()), 'serial_busy', /in use/);
    await again.close();
  });

  test('[serial] receives nothing after close and ignores writes', async (t) => {
    const line = await factory(t);
    const [first, second] = [createRecorder(), createRecorder()];
    const old = valueOf(t, await line.port.open(first));
    await echoes(t, line, old, first, [1]);
    await old.close();
    old.write(Uint8Array.of(7, 7, 7));
    const open = await openFor(t, line.port, second);
    old.write(Uint8Array.of(8, 8, 8));
    await echoes(t, line, open, second, [2, 3]);
    t.deepEqual(first.received, [1]);
    t.deepEqual(first.closings, []);
  });
}

function hangingUp(test: Declare, factory: LineFactory): void {
  const hangUpOf = ({ hangUp }: EchoingLine): (() => void) | null => hangUp ?? null;

  test('[serial] reports a hang-up once, then receives nothing and ignores writes and closes', async (t) => {
    const line = await factory(t);
    const hangUp = hangUpOf(line);
    if (!hangUp) return void t.pass('this cable can only be pulled by hand');
    const recorder = createRecorder();
    const open = await openFor(t, line.port, recorder);
    await echoes(t, line, open, recorder, [1, 2]);
    hangUp();
    await line.until(recorder.closing());
    open.write(Uint8Array.of(5));
    await open.close();
    open.write(Uint8Array.of(6));
    failsWith(t, await line.port.open(createRecorder()), 'serial_not_found', /\S/);
    t.deepEqual(recorder.received, [1, 2]);
    t.is(recorder.closings.length, 1);
    t.true(recorder.closings[0]?.startsWith(line.port.path));
    t.regex(recorder.closings[0] ?? '', /\.$/);
  });

  test('[serial] does not report a hang-up after close', async (t) => {
    const line = await factory(t);
    const hangUp = hangUpOf(line);
    if (!hangUp) return void t.pass('this cable can only be pulled by hand');
    const recorder = createRecorder();
    const open = valueOf(t, await line.port.open(recorder));
    await echoes(t, line, open, recorder, [1]);
    const closing = open.close();
    hangUp();
    await closing;
    failsWith(t, await line.port.open(createRecorder()), 'serial_not_found', /\S/);
    t.deepEqual(recorder.closings, []);
  });
}
