// Cost of a frame while a ball rolls on a 480 × 320 display: sampling the page, painting it, finding the changed pixels
// and converting them.

import { createPainter } from '../hal/display/painter.ts';
import { deviceFixture, type DeviceFixture } from '../test/support/device/device-fixture.ts';
import { perfectStroke } from '../sims/putter/golfer.ts';
import { choose, flashWith } from '../test/support/device/play.ts';
import { ms, percentile, type BenchFigure, type BenchSize } from './figures.ts';

const PUTTS = { whole: 10, tiny: 1 } as const;
const DESIGNED_NINE = 6;
const GAMES = [
  ['Lag putting', 'Lag putting', {}],
  ['Lag putting on a slope', 'Lag putting', { lag: { slope: 2 } }],
  ['Stroke play on contours', 'Stroke play', { course: { course: DESIGNED_NINE, holes: 18 } }],
  ['Mini golf', 'Mini golf', {}],
] as const;
const FRAME_MS = 1000 / 30;
/** CoreMark of a core of the machine in docs/performance.md, 43,600, over that of a Raspberry Pi 3, about 3,700. */
const SLOWER = 12;

export async function benchRolling(size: BenchSize): Promise<readonly BenchFigure[]> {
  const figures: BenchFigure[] = [];
  for (const [what, game, cfg] of GAMES) {
    const samples = await frameTimes(game, cfg, PUTTS[size]);
    const p95 = percentile(samples, 0.95);
    figures.push({
      what: `frame while a ball rolls, ${what}, p95`,
      value: ms(p95),
      beside: `aim ${ms(FRAME_MS / SLOWER)}: 30 frames a second on a core 12 times slower; median ${ms(percentile(samples, 0.5))}`,
    });
  }
  return figures;
}

/** Returns the processor time of each frame of these putts. */
async function frameTimes(game: string, cfg: unknown, putts: number): Promise<readonly number[]> {
  const fixture = await deviceFixture({ seed: 1, flash: await flashWith({ cfg }) });
  await choose(fixture, game);
  await choose(fixture, 'Start');
  const painter = painterOf(fixture);
  await painter.draw(() => {});
  const samples: number[] = [];
  for (let putt = 0; putt < putts; putt++) {
    fixture.keys.tap('ok');
    fixture.rig?.strike(perfectStroke(1.2));
    while (!fixture.screen.animates()) await fixture.clock.advance(FRAME_MS);
    while (fixture.screen.animates()) {
      const start = performance.now();
      await painter.draw(() => {});
      samples.push(performance.now() - start);
      await fixture.clock.advance(FRAME_MS);
    }
  }
  await fixture.device.stop();
  return samples;
}

const painterOf = ({ screen }: DeviceFixture) =>
  createPainter({
    display: {
      name: 'none',
      width: 480,
      height: 320,
      format: 'RGB565',
      show: async () => {},
      setPower: () => {},
      close: () => {},
    },
    rotation: 0,
    scale: 'fit',
    picture: screen.picture,
  });
