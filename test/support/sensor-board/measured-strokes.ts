// Errors of the whole chain: putter, gates, firmware, cable and driver, on boards that are out of true as real ones are.

import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { Random } from '../../../hal/random/random.ts';
import { CHANNELS } from '../../../hal/sensor/messages.ts';
import type { Strike } from '../../../hal/sensor/sensor.ts';
import { strokeLasts_s } from '../../../sims/putter/putter.ts';
import type { StrokeCall } from '../../../sims/putter/stroke-call.ts';
import { createAvrBoard } from '../../../sims/sensor-board/avr/avr-board.ts';
import { boardProgram } from '../../../simulation/device/board-program.ts';
import { sensorChain } from './sensor-chain.ts';

/** Nominal noise of an edge (facts of the budget: phototransistor and comparator). */
const JITTER_US = 10;
const CRYSTAL_PPM = 40;
/** Placement of an aperture, which the calibration knows. */
const APERTURE_UM = 100;
/** Ambient light moves the threshold of all gates, and of each gate a little differently. */
const AMBIENT_COMMON_UM = 50;
const AMBIENT_OWN_UM = 15;
const STROKES_PER_BOARD = 100;

interface StrokeErrors {
  readonly strokes: number;
  /** Strokes that did not become a strike. */
  readonly lost: number;
  /** Absolute errors: share of the speed, degrees, degrees. */
  readonly speed_share: readonly number[];
  readonly face_deg: readonly number[];
  readonly attack_deg: readonly number[];
  /** Virtual time over processor time of the chain. */
  readonly times_real: number;
}

const around = (random: Random, most: number): number => (2 * random.float() - 1) * most;

/** Plays strokes of 0.3 to 3 m/s on new boards, 100 on each. */
export async function measureStrokes(strokes: number, seed: number): Promise<StrokeErrors> {
  const random = createSeededRandom(seed);
  const found = { speed_share: [] as number[], face_deg: [] as number[], attack_deg: [] as number[] };
  let [lost, virtual_ms, real_ms] = [0, 0, 0];
  for (let done = 0; done < strokes; done += STROKES_PER_BOARD) {
    const board = await someBoard(random);
    const start = performance.now();
    for (let n = 0; n < Math.min(STROKES_PER_BOARD, strokes - done); n++) {
      const call = someStroke(random);
      const strike = await board.play(call);
      if (!strike) lost++;
      else {
        found.speed_share.push(Math.abs(strike.club_speed_mps / call.club_speed_mps - 1));
        found.face_deg.push(Math.abs(strike.face_angle_deg - call.face_angle_deg));
        found.attack_deg.push(Math.abs((strike.attack_angle_deg ?? Number.NaN) - call.attack_angle_deg));
      }
    }
    real_ms += performance.now() - start;
    virtual_ms += board.played_ms();
    await board.stop();
  }
  return { strokes, lost, ...found, times_real: virtual_ms / real_ms };
}

const someStroke = (random: Random): StrokeCall => ({
  club_speed_mps: 0.3 + 2.7 * random.float(),
  face_angle_deg: around(random, 6),
  face_rotation_deg_per_in: around(random, 1.5),
  attack_angle_deg: 1.5 + around(random, 3.5),
  left_inner_proportion: 0.5 + around(random, 0.3),
  right_inner_proportion: 0.5 + around(random, 0.3),
});

async function someBoard(random: Random) {
  const common_um = around(random, AMBIENT_COMMON_UM);
  const { clock, board, strikes, stop } = await sensorChain((deps) =>
    createAvrBoard({
      ...deps,
      random: random.fork('board'),
      program: boardProgram(),
      jitter_us: JITTER_US,
      clock_error_ppm: around(random, CRYSTAL_PPM),
      aperture_error_um: CHANNELS.map(() => Math.round(around(random, APERTURE_UM))),
      hidden_error_um: CHANNELS.map(() => common_um + around(random, AMBIENT_OWN_UM)),
    }),
  );
  const start_ms = clock.now_ms();
  return {
    stop,
    played_ms: () => clock.now_ms() - start_ms,
    async play(call: StrokeCall): Promise<Strike | null> {
      strikes.length = 0;
      board.stroke(call);
      // A swing every 2 s, unless the stroke itself takes longer.
      await clock.advance(Math.max(2000, strokeLasts_s(call.club_speed_mps) * 1000 + 900));
      return strikes[0] ?? null;
    },
  };
}
