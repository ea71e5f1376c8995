// Time from the last serial byte of a swing, written to a real pseudo-terminal, to the frame that shows its verdict,
// compared with the time that only the terminal and the serial library take for the same bytes.

import { createFrameReader } from '../hal/sensor/frame.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createMemoryFlash } from '../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { createTtyPort } from '../hal/serial/serial-tty.ts';
import { startDevice, type AssembledDevice } from '../simulation/device/assemble-device.ts';
import { ms, percentile, type BenchFigure, type BenchSize } from './figures.ts';
import { openPty, openPtyBoard, swingBytes } from './pty-board.ts';
import { wait } from './waits.ts';

const STRIKES = { whole: 300, tiny: 3 } as const;

export async function benchStrikeToFrame(size: BenchSize): Promise<readonly BenchFigure[]> {
  const { whole, judged } = await measureDevice(STRIKES[size]);
  const bare = await measureBareLine(STRIKES[size]);
  const row = (name: string, share: number, aim: string): BenchFigure => ({
    what: `last byte of a swing to its verdict’s frame, ${name}`,
    value: ms(percentile(whole, share)),
    beside: `${aim}the bare line ${ms(percentile(bare, share))}`,
  });
  const undrawn = {
    what: 'of it until the verdict stands, before drawing, p99',
    value: ms(percentile(judged, 0.99)),
    beside: '',
  };
  return [row('p50', 0.5, ''), row('p99', 0.99, 'aim 8 ms; '), undrawn];
}

async function measureDevice(strikes: number): Promise<{ whole: readonly number[]; judged: readonly number[] }> {
  const clock = createSystemClock();
  const board = await openPtyBoard();
  const device = startDevice({
    clock,
    random: createSeededRandom(1),
    flash: createMemoryFlash(),
    sensor_port: createTtyPort(board.path),
  });
  await until(
    device,
    'its sensor and its menu',
    () => device.device.states()['sensor'] === 'ready' && device.device.states()['navigation'] === 'menu',
  );
  device.keys.tap('ok');
  device.keys.tap('ok');
  const [whole, judged]: [number[], number[]] = [[], []];
  for (let strike = 1; strike <= strikes; strike++) {
    const bytes = swingBytes(strike);
    const shown = until(device, `strike ${strike}`, () => device.sensorStatus().counters.strikes === strike);
    const start = performance.now();
    board.send(bytes);
    await shown;
    judged.push(performance.now() - start);
    device.screen.pixels();
    whole.push(performance.now() - start);
  }
  await device.stop();
  board.close();
  return { whole, judged };
}

/** Resolves on the first device change after which `holds` returns true. */
const until = (device: AssembledDevice, what: string, holds: () => boolean): Promise<void> =>
  wait(
    what,
    new Promise((resolve) => {
      if (holds()) return resolve();
      const end = device.screen.onChange(() => {
        if (!holds()) return;
        end();
        resolve();
      });
    }),
  );

async function measureBareLine(strikes: number): Promise<readonly number[]> {
  const pty = openPty();
  const board = await pty.open({ bytes: () => {}, closed: () => {} });
  let arrived = (): void => {};
  const reader = createFrameReader(() => arrived());
  const host = await createTtyPort(pty.path).open({ bytes: (chunk) => reader.push(chunk), closed: () => {} });
  if (!board.ok || !host.ok) throw new Error('the pseudo-terminal did not open');
  const samples: number[] = [];
  for (let strike = 1; strike <= strikes; strike++) {
    const frame = new Promise<void>((resolve) => (arrived = resolve));
    const start = performance.now();
    board.value.write(swingBytes(strike));
    await wait(`frame ${strike} on the bare line`, frame);
    samples.push(performance.now() - start);
  }
  await host.value.close();
  pty.close();
  return samples;
}
