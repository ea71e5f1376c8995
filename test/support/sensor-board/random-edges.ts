// Random strokes as a gate board sees them, in whole cycles: clean, bouncing, noisy, and with gates that see nothing.

import type { Random } from '../../../hal/random/random.ts';
import { CHANNELS } from '../../../hal/sensor/messages.ts';
import { PLAUSIBLE } from '../../../wire/limits.ts';
import { gateEdges, strokeLasts_s } from '../../../sims/putter/putter.ts';
import { strokeOf } from '../../../sims/putter/stroke-call.ts';
import type { PinEdge } from '../../../sims/sensor-board/avr/pins.ts';
import { CYCLES_PER_MS } from './chip-bench.ts';

/** Pulses shorter than a phototransistor and its comparator can follow (some µs) do not exist. */
const PULSE_US_MIN = 8;
const BOUNCES_MAX = 4;
const BOUNCE_US_MAX = 300;
const NOISE_MS_MAX = 40;
/** Silence after the last edge: a swing is collected, sent up to five times, and the board arms. */
const AFTER_MS = 1300;

interface RandomStroke {
  /** Cycles from the start of the stroke, in order. */
  readonly edges: readonly PinEdge[];
  readonly lasts_cycles: number;
}

const between = (random: Random, min: number, max: number): number => min + random.float() * (max - min);

export function randomStroke(random: Random): RandomStroke {
  const club_speed_mps = between(random, PLAUSIBLE.club_speed_mps.min, PLAUSIBLE.club_speed_mps.max);
  const stroke = strokeOf({
    club_speed_mps,
    face_angle_deg: between(random, -8, 8),
    face_rotation_deg_per_in: between(random, -2, 2),
    attack_angle_deg: between(random, -5, 7),
    left_inner_proportion: random.float(),
    right_inner_proportion: random.float(),
  });
  const blind = random.int(5) === 0 ? 1 << random.int(CHANNELS.length) : 0;
  const bounces = random.int(3) === 0;
  const edges = gateEdges(stroke)
    .filter(({ channel }) => !(blind & (1 << channel)))
    .flatMap(({ at_s, channel, covered }) => {
      const edge = { cycle: Math.round(at_s * 1000 * CYCLES_PER_MS), channel, covered };
      return bounces ? bounced(edge, random) : [edge];
    });
  const stroke_cycles = Math.round(strokeLasts_s(club_speed_mps) * 1000 * CYCLES_PER_MS);
  if (random.int(4) === 0) edges.push(...noise(stroke_cycles, random));
  return { edges: consistent(edges), lasts_cycles: stroke_cycles + AFTER_MS * CYCLES_PER_MS };
}

const pulse = (random: Random, max_us: number): number =>
  Math.round((between(random, PULSE_US_MIN, max_us) / 1000) * CYCLES_PER_MS);

/** An edge that goes back and forth before it settles. */
function bounced(edge: PinEdge, random: Random): PinEdge[] {
  const edges = [edge];
  let { cycle } = edge;
  for (let left = 2 * random.int(BOUNCES_MAX); left > 0; left--) {
    cycle += pulse(random, BOUNCE_US_MAX);
    edges.push({ cycle, channel: edge.channel, covered: left % 2 === 0 ? !edge.covered : edge.covered });
  }
  return edges;
}

/** A pulse on one gate at any time of the stroke. */
function noise(stroke_cycles: number, random: Random): PinEdge[] {
  const channel = random.int(CHANNELS.length);
  const cycle = random.int(stroke_cycles);
  const end = cycle + pulse(random, NOISE_MS_MAX * 1000);
  return [
    { cycle, channel, covered: true },
    { cycle: end, channel, covered: false },
  ];
}

/** Sorts the edges and drops those that do not change their gate, and pulses that are too short. */
function consistent(edges: readonly PinEdge[]): readonly PinEdge[] {
  const kept: PinEdge[] = [];
  for (let channel = 0; channel < CHANNELS.length; channel++) {
    const own: PinEdge[] = [];
    const sorted = edges.filter((edge) => edge.channel === channel).toSorted((a, b) => a.cycle - b.cycle);
    for (const edge of sorted) {
      const last = own.at(-1);
      if ((last?.covered ?? false) === edge.covered) continue;
      if (last && edge.cycle - last.cycle < (PULSE_US_MIN / 1000) * CYCLES_PER_MS) own.pop();
      else own.push(edge);
    }
    kept.push(...own);
  }
  return kept.toSorted((a, b) => a.cycle - b.cycle || a.channel - b.channel);
}
