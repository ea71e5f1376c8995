// Signals of the gates during one swing, right and wrong, each with what the driver says about it.

import { forward } from '../../hal/sensor/geometry.ts';
import { judgeSwing } from '../../hal/sensor/swing.ts';
import { GATES } from './netlist.ts';
import { box, INK, line, NET, path, svg, text } from './svg.ts';

type Gate = (typeof GATES)[number];

interface Panel {
  readonly title: string;
  readonly cause: string;
  /** Gate whose signal arrives at each input. Default: its own. */
  readonly wired?: Partial<Record<Gate, Gate>>;
  readonly dead?: readonly Gate[];
  /** Gates that are covered all the time. */
  readonly covered?: readonly Gate[];
}

const PANELS: readonly Panel[] = [
  { title: 'Right', cause: 'Row A, then row B; the slits in between.' },
  {
    title: 'One gate without a signal',
    cause: 'Its phototransistor, or RV1 too high.',
    dead: ['RB'],
  },
  {
    title: 'Two gates without a signal',
    cause: 'Their emitters are in series: S1 and S2 with R31.',
    dead: ['LA', 'RA'],
  },
  {
    title: 'Both height gates without a signal',
    cause: 'A dull sole: tape along its front edge.',
    dead: ['HA', 'HB'],
  },
  {
    title: 'Two wires swapped',
    cause: 'PD2 and PD4, here.',
    wired: { LA: 'LB', LB: 'LA' },
  },
  {
    title: 'Covered all the time',
    cause: 'Stray light, or RV1 too low.',
    covered: ['LD'],
  },
];

const STROKE = {
  speed_mps: 1.5,
  face_rad: Math.PI / 180,
  rotation_rad_per_in: 0,
  attack_rad: 0.02,
  height_m: 0.008,
  left_end_m: 0.0575,
  right_end_m: 0.0575,
} as const;
const HEAD_DEPTH_M = 0.02;
const TICK_NS = 125;
const NS = 1e9;

/** Times of contact by gate, s. */
function contacts(): ReadonlyMap<Gate, number> {
  const times = forward(STROKE);
  if (!times.ok) throw new Error(times.error.message);
  return new Map(GATES.map((gate, i) => [gate, times.value[i] ?? 0]));
}

/** Returns what the driver says about the swing that a panel shows. */
function verdictOf({ wired = {}, dead = [], covered = [] }: Panel, at: ReadonlyMap<Gate, number>): string {
  if (covered.length > 0) return `doctor: ${covered.join(', ')} is covered`;
  const first = Math.min(...at.values());
  const delta_ticks = GATES.map((gate) => Math.round((((at.get(wired[gate] ?? gate) ?? 0) - first) * NS) / TICK_NS));
  const present = GATES.reduce((bits, gate, i) => (dead.includes(gate) ? bits : bits | (1 << i)), 0);
  const swing = {
    kind: 'swing',
    swing_id: 1,
    base_ticks: 0n,
    present,
    flags: 0,
    temperature_dc: 0,
    delta_ticks,
  } as const;
  const verdict = judgeSwing(swing, TICK_NS, []);
  if (verdict.kind !== 'strike') return verdict.kind === 'implausible' ? verdict.reason : 'Backstroke.';
  const { club_speed_mps, face_angle_deg, attack_angle_deg } = verdict.values;
  const attack = attack_angle_deg === null ? 'no attack angle' : `attack ${attack_angle_deg.toFixed(1)}°`;
  return `${club_speed_mps.toFixed(2)} m/s, face ${face_angle_deg.toFixed(1)}°, ${attack}`;
}

const [WIDTH, HEIGHT, GAP] = [300, 236, 24];
const [LEFT, TOP, ROW, HIGH] = [34, 30, 20, 11];
const [FROM_S, TO_S] = [-0.06, 0.012];

function panel(given: Panel, x: number, y: number, at: ReadonlyMap<Gate, number>): string {
  const scale = (WIDTH - LEFT - 8) / (TO_S - FROM_S);
  const place = (time_s: number): number => Math.round((x + LEFT + (time_s - FROM_S) * scale) * 10) / 10;
  const { title, cause, wired = {}, dead = [], covered = [] } = given;
  const rows = GATES.map((gate, i) => {
    const base = y + TOP + i * ROW + HIGH;
    const [start, end] = [place(FROM_S), place(TO_S)];
    const met_s = at.get(wired[gate] ?? gate) ?? 0;
    const pulse = `H${place(met_s)} V${base - HIGH} H${Math.min(end, place(met_s + HEAD_DEPTH_M / STROKE.speed_mps))} V${base} H${end}`;
    const odd = dead.includes(gate) || covered.includes(gate) || wired[gate] !== undefined;
    const signal = covered.includes(gate)
      ? `M${start} ${base - HIGH} H${end}`
      : `M${start} ${base} ${dead.includes(gate) ? `H${end}` : pulse}`;
    return (
      text(x + 6, base, gate, { size: 10, fill: odd ? NET : INK }) +
      path(signal) +
      (odd ? text(x + LEFT - 10, base, '!', { size: 11, fill: NET }) : '')
    );
  });
  const bottom = y + TOP + GATES.length * ROW;
  return [
    box(x, y, WIDTH, HEIGHT, '#f6f8f9'),
    text(x + 8, y + 18, title, { size: 13 }),
    ...rows,
    line(place(0), y + TOP - 4, place(0), bottom, 0.5),
    text(x + 8, bottom + 20, verdictOf(given, at), { size: 11, fill: NET }),
    text(x + 8, bottom + 36, cause, { size: 10 }),
  ].join('');
}

/** The eight signals, high while the head covers the gate; the thin line is the moment at the ball. */
export function signalsDrawing(): string {
  const at = contacts();
  const panels = PANELS.map((each, i) =>
    panel(each, GAP + (i % 3) * (WIDTH + GAP), GAP + Math.floor(i / 3) * (HEIGHT + GAP), at),
  );
  return svg(GAP + 3 * (WIDTH + GAP), GAP + 2 * (HEIGHT + GAP), 'Signals of the gates, right and wrong', panels);
}
