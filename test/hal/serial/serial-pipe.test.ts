// Tests of the virtual serial cable: the contract of every serial port, exact baud pacing, and the plug.

import test, { type ExecutionContext } from 'ava';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createSerialPipe, type SerialPipe } from '../../../hal/serial/serial-pipe.ts';
import type { SerialLine, SerialPort } from '../../../hal/serial/serial.ts';
import { createRecorder, openFor, serialConformance, type LineFactory } from './serial-conformance.ts';
import { failsWith } from '../../support/results.ts';

function newPipe(baud?: number): { clock: VirtualClock; pipe: SerialPipe } {
  const clock = createVirtualClock();
  const pipe = createSerialPipe({ clock, random: createSeededRandom(1), path: '/dev/virtual', ...(baud && { baud }) });
  return { clock, pipe };
}

const echoedEnd =
  (end: 'host' | 'board'): LineFactory =>
  async (t) => {
    const { clock, pipe } = newPipe();
    const echo: SerialLine = await openFor(t, end === 'host' ? pipe.board : pipe.host, {
      bytes: (chunk) => echo.write(chunk),
      closed: () => {},
    });
    const until = async <T>(done: Promise<T>): Promise<T> => {
      await clock.advance(1000);
      return done;
    };
    return { port: pipe[end], until, hangUp: () => pipe.unplug() };
  };

serialConformance(test, echoedEnd('host'));

test('[serial] gives the board’s end the same interface as the host’s port', async (t) => {
  const { port, until } = await echoedEnd('board')(t);
  const recorder = createRecorder();
  const line = await openFor(t, port, recorder);
  failsWith(t, await port.open(createRecorder()), 'serial_busy', /\/dev\/virtual is in use/);
  line.write(Uint8Array.of(1, 2));
  await until(recorder.bytesReceived(2));
  t.deepEqual(recorder.received, [1, 2]);
});

/** Records the time and length of each chunk. */
async function arrivals(t: ExecutionContext, clock: VirtualClock, port: SerialPort): Promise<[number, number][]> {
  const noted: [number, number][] = [];
  await openFor(t, port, { bytes: (chunk) => noted.push([clock.now_ms(), chunk.length]), closed: () => {} });
  return noted;
}

/** Compares times to the nanosecond, as they are sums of fractions. */
function arrivedAt(
  t: ExecutionContext,
  noted: readonly [number, number][],
  expected: readonly [number, number][],
): void {
  t.deepEqual(
    noted.map(([at_ms, length]) => [Math.round(at_ms * 1e6) / 1e6, length]),
    expected.map(([at_ms, length]) => [Math.round(at_ms * 1e6) / 1e6, length]),
  );
}

test('[serial] delivers each write when its last bit arrives, at ten bits per byte', async (t) => {
  for (const [baud, bytes, ms] of [
    [1000, 1, 10],
    [9600, 96, 100],
    [115_200, 1152, 100],
    [115_200, 54, 4.6875],
    [undefined, 1152, 100],
  ] as const) {
    const { clock, pipe } = newPipe(baud);
    const noted = await arrivals(t, clock, pipe.host);
    const board = await openFor(t, pipe.board, createRecorder());
    await clock.advance(7);
    board.write(new Uint8Array(bytes));
    await clock.advance(1000);
    arrivedAt(t, noted, [[7 + ms, bytes]]);
  }
});

test('[serial] queues writes in one direction, independent of the other', async (t) => {
  const { clock, pipe } = newPipe(1000);
  const atHost = await arrivals(t, clock, pipe.host);
  const atBoard: [number, number][] = [];
  const board = await openFor(t, pipe.board, {
    bytes: (chunk) => atBoard.push([clock.now_ms(), chunk.length]),
    closed: () => {},
  });
  board.write(new Uint8Array(3));
  board.write(new Uint8Array(2));
  await clock.advance(100);
  board.write(new Uint8Array(1));
  await clock.advance(4);
  board.write(new Uint8Array(1));
  await clock.advance(100);
  arrivedAt(t, atHost, [
    [30, 3],
    [50, 2],
    [110, 1],
    [120, 1],
  ]);
  t.deepEqual(atBoard, []);
});

test('[serial] carries both directions at the same time', async (t) => {
  const { clock, pipe } = newPipe(1000);
  const [host, board] = [createRecorder(), createRecorder()];
  const [ours, theirs] = [await openFor(t, pipe.host, host), await openFor(t, pipe.board, board)];
  ours.write(Uint8Array.of(1, 2));
  theirs.write(Uint8Array.of(3, 4));
  await clock.advance(20);
  t.deepEqual(
    [host.received, board.received],
    [
      [3, 4],
      [1, 2],
    ],
  );
});

test('[serial] loses bytes written while the other end is closed', async (t) => {
  const { clock, pipe } = newPipe(1000);
  const board = await openFor(t, pipe.board, createRecorder());
  board.write(Uint8Array.of(1));
  await clock.advance(5);
  const recorder = createRecorder();
  await openFor(t, pipe.host, recorder);
  await clock.advance(100);
  t.deepEqual(recorder.received, []);
});

test('[serial] unplugging closes both ends once, loses pending bytes and blocks reopening', async (t) => {
  const { clock, pipe } = newPipe(1000);
  const [host, board] = [createRecorder(), createRecorder()];
  const [ours, theirs] = [await openFor(t, pipe.host, host), await openFor(t, pipe.board, board)];
  t.true(pipe.plugged());
  ours.write(Uint8Array.of(1, 2, 3));
  theirs.write(Uint8Array.of(4, 5, 6));
  await clock.advance(15);
  pipe.unplug();
  pipe.unplug();
  t.false(pipe.plugged());
  ours.write(Uint8Array.of(7));
  for (const end of [pipe.host, pipe.board])
    failsWith(t, await end.open(createRecorder()), 'serial_not_found', /\/dev\/virtual/);
  pipe.plug();
  await clock.advance(100);
  for (const { received, closings } of [host, board]) {
    t.deepEqual(received, []);
    t.deepEqual(closings, ['/dev/virtual was unplugged.']);
  }
});

test('[serial] carries bytes again once replugged; the old lines stay dead', async (t) => {
  const { clock, pipe } = newPipe();
  const old = createRecorder();
  const [dead] = [await openFor(t, pipe.host, old), await openFor(t, pipe.board, createRecorder())];
  pipe.unplug();
  pipe.plug();
  t.true(pipe.plugged());
  const [host, board] = [createRecorder(), createRecorder()];
  await openFor(t, pipe.host, host);
  const theirs = await openFor(t, pipe.board, board);
  dead.write(Uint8Array.of(9));
  await dead.close();
  theirs.write(Uint8Array.of(1));
  await clock.advance(10);
  t.deepEqual([old.received, host.received, board.received], [[], [1], []]);
});
