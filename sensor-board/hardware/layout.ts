// The plate with its gates, to scale: a drawing to read, and a template to drill by at 1:1.

import { GATE } from '../../hal/sensor/geometry.ts';
import { SLIT_SENSORS } from './netlist.ts';
import { INK, line, NET, svg, text } from './svg.ts';

const MM = 1000;
const plate = { left: -95, right: 15, half_height: 90 } as const;
const APERTURE_MM = 1;
/** Width of a point's slot across the target line, where emitter and detector are side by side. */
const SLOT_MM = 6;
/** Share of a slit, from its outer end, that has sensors below: beyond is the sensor of row B. */
const SEEN_SHARE = 0.92;
const SENSOR_MM = [10.2, 5.8] as const; // TCRT5000, seen from above

interface Hole {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

const at = (name: string, x_m: number, y_m: number): Hole => ({ name, x: x_m * MM, y: y_m * MM });
const half = GATE.row_half_width_m;
/** Apertures of the points and beams, mm: x to the target from the back of the ball, y to the right. */
export const HOLES: readonly Hole[] = [
  at('LA', GATE.row_a_m, -half),
  at('RA', GATE.row_a_m, half),
  at('LB', GATE.row_b_m, -half),
  at('RB', GATE.row_b_m, half),
  at('HA', GATE.height_a_m, GATE.height_y_m),
  at('HB', GATE.height_b_m, GATE.height_y_m),
];
/** Ends of the diagonal slits, mm. */
export const SLITS: readonly { readonly name: string; readonly from: Hole; readonly to: Hole }[] = (
  [
    ['LD', -1],
    ['RD', 1],
  ] as const
).map(([name, side]) => ({
  name,
  from: at(name, GATE.row_a_m, side * GATE.slit_outer_m),
  to: at(name, GATE.row_b_m, side * GATE.slit_inner_m),
}));

const MARGIN = 14;
/** The ball, 42.7 mm, reaches beyond the plate. */
const width = 45 - plate.left + 2 * MARGIN;
const height = 2 * plate.half_height + 2 * MARGIN + 12;
/** Drawing place of a point of the plate: the target is to the right, y grows downwards as it does to the right. */
const X = (x: number): number => x - plate.left + MARGIN;
const Y = (y: number): number => y + plate.half_height + MARGIN;

const small = (x: number, y: number, words: string, anchor = 'middle', fill = INK): string =>
  text(x, y, words, { size: 3.2, anchor, fill });
const signed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−');
const thin = (x1: number, y1: number, x2: number, y2: number): string => line(x1, y1, x2, y2, 0.15);

function ruler(): string {
  const y = height - 9;
  const marks = Array.from({ length: 101 }, (_, mm) =>
    thin(X(plate.left) + mm, y, X(plate.left) + mm, y + (mm % 10 === 0 ? 4 : mm % 5 === 0 ? 3 : 2)),
  );
  return [
    ...marks,
    small(X(plate.left), y + 7.5, '0'),
    small(X(plate.left) + 100, y + 7.5, '100 mm'),
    small(X(plate.left) + 50, y + 7.5, 'measure this line: it must be 100 mm long'),
  ].join('');
}

function ball(): string {
  return `<circle cx="${X(21.35)}" cy="${Y(0)}" r="21.35" fill="none" stroke="${INK}" stroke-width="0.2" stroke-dasharray="2 1.5"/>`;
}

const slits = (): string =>
  SLITS.map(
    ({ name, from, to }) =>
      `<line x1="${X(from.x)}" y1="${Y(from.y)}" x2="${X(to.x)}" y2="${Y(to.y)}" stroke="${INK}" stroke-width="${APERTURE_MM}"/>` +
      small(X((from.x + to.x) / 2) + 6, Y((from.y + to.y) / 2), name, 'start'),
  ).join('');

const holes = (labels: boolean): string =>
  HOLES.map(({ name, x, y }) =>
    [
      `<rect x="${X(x) - APERTURE_MM / 2}" y="${Y(y) - SLOT_MM / 2}" width="${APERTURE_MM}" height="${SLOT_MM}" fill="${INK}"/>`,
      thin(X(x) - 5, Y(y), X(x) + 5, Y(y)),
      thin(X(x), Y(y) - 7, X(x), Y(y) + 7),
      small(X(x) + 1.5, Y(y) - 5.6, labels ? `${name}  ${signed(x, 1)}, ${signed(y, 0)}` : name, 'start'),
    ].join(''),
  ).join('');

const outline = (): string =>
  `<rect x="${X(plate.left)}" y="${Y(-plate.half_height)}" width="${plate.right - plate.left}" height="${2 * plate.half_height}" fill="none" stroke="${INK}" stroke-width="0.3"/>`;

const axes = (): string =>
  [
    `<line x1="${X(plate.left)}" y1="${Y(0)}" x2="${X(plate.right)}" y2="${Y(0)}" stroke="${NET}" stroke-width="0.2" stroke-dasharray="4 1 1 1"/>`,
    `<line x1="${X(0)}" y1="${Y(-plate.half_height)}" x2="${X(0)}" y2="${Y(plate.half_height)}" stroke="${NET}" stroke-width="0.2" stroke-dasharray="4 1 1 1"/>`,
    small(X(plate.left) + 1, Y(0) - 1, 'target line →', 'start', NET),
    small(X(0) - 1, Y(-plate.half_height) + 4, 'back of the ball', 'end', NET),
  ].join('');

/** The template, at 1:1 if it is printed without scaling. */
export const template = (): string =>
  svg(
    width,
    height,
    'Drill template of the sensor board, 1:1',
    [outline(), axes(), ball(), slits(), holes(true), ruler()],
    [`${width}mm`, `${height}mm`],
  );

/** Sensors below the plate. The beams of HA and HB lean forward by 45°. */
export function gatesDrawing(): string {
  const body = (x: number, y: number, turn_deg: number): string =>
    `<rect x="${X(x) - SENSOR_MM[0] / 2}" y="${Y(y) - SENSOR_MM[1] / 2}" width="${SENSOR_MM[0]}" height="${SENSOR_MM[1]}" rx="0.6" fill="#dfe7ec" stroke="${INK}" stroke-width="0.2" transform="rotate(${turn_deg} ${X(x)} ${Y(y)})"/>`;
  const along = SLITS.flatMap(({ from, to }) => {
    const turn_deg = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return Array.from({ length: SLIT_SENSORS }, (_, i) => {
      const share = (SEEN_SHARE * (i + 0.5)) / SLIT_SENSORS;
      return body(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y), turn_deg);
    });
  });
  const points = HOLES.map(({ x, y }) => body(x, y, 90));
  const head = [
    `<rect x="${X(-10 - 20)}" y="${Y(-57)}" width="20" height="114" rx="2" fill="none" stroke="${NET}" stroke-width="0.4"/>`,
    small(X(-20), Y(62), 'head at address', 'middle', NET),
  ];
  return svg(
    width,
    height,
    'Gates of the sensor board, seen from above',
    [outline(), axes(), ball(), ...along, ...points, slits(), holes(true), ...head],
    [`${width * 4}`, `${height * 4}`],
  );
}
