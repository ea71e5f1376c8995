// The wiring, drawn from the netlist: the chips seen from above, and at each pin where its wire goes.

import { LM339_PINS, MCU_PINS, nets, PARTS } from './netlist.ts';
import { box, line, NET, path, svg, text } from './svg.ts';

/** Nets with so many ends that a strip of the board carries each; their ends are not listed. */
const RAILS = ['+5V', 'GND', 'VREF', 'E_GND'] as const;

interface Package {
  readonly ref: string;
  readonly value: string;
  /** Net of each pin, from pin 1; '' if it is not connected. */
  readonly nets: readonly string[];
  /** Names of the pins. */
  readonly names: readonly string[];
}

const isRail = (net: string): boolean => RAILS.some((each) => each === net);
const netOf = (ref: string, pin: string): string => PARTS.find((part) => part.ref === ref)?.pins[pin] ?? '';

const microcontroller: Package = {
  ref: 'U1',
  value: 'ATmega328P-PU',
  nets: MCU_PINS.map((pin) => netOf('U1', pin)),
  names: MCU_PINS.map((pin) => pin.replace('GND2', 'GND')),
};

/** Returns the package of four comparators and their supply. */
function comparators(ref: string): Package {
  const pins = new Map([
    [3, { name: 'VCC', net: netOf(`${ref}P`, 'VCC') }],
    [12, { name: 'GND', net: netOf(`${ref}P`, 'GND') }],
  ]);
  for (const [unit, places] of Object.entries(LM339_PINS))
    for (const [pin, place] of Object.entries(places))
      pins.set(place, { name: `${unit} ${pin.replace('-', '−').toLowerCase()}`, net: netOf(`${ref}${unit}`, pin) });
  const inOrder = Array.from({ length: 14 }, (_, i) => pins.get(i + 1));
  return {
    ref,
    value: 'LM339N',
    nets: inOrder.map((pin) => pin?.net ?? ''),
    names: inOrder.map((pin) => pin?.name ?? ''),
  };
}

/** Returns a pin as it is called on its package: U2.2 for the output of U2A. */
export function physicalPin(pin: string): string {
  const [ref = '', name = ''] = pin.split('.');
  const [, chip = '', unit = ''] = /^(U[23])([A-DP])$/.exec(ref) ?? [];
  if (unit === 'P') return `${chip}.${name === 'VCC' ? 3 : 12}`;
  const places = Object.entries(LM339_PINS).find(([each]) => each === unit)?.[1];
  const place = Object.entries(places ?? {}).find(([each]) => each === name)?.[1];
  if (place !== undefined) return `${chip}.${place}`;
  if (ref === 'U1') return `U1.${MCU_PINS.findIndex((each) => each === name) + 1}`;
  return /^[RCY]\d/.test(ref) ? ref : `${ref}.${name}`;
}

/** Other ends of a pin's wire: `U2.2, R11, R21`. */
export function endsOf(net: string, own: string): string {
  const ends = (nets().get(net) ?? []).map(physicalPin).filter((end) => end !== own);
  const sensors = ends.filter((end) => end.startsWith('S'));
  const others = ends.filter((end) => !end.startsWith('S'));
  const range = sensors.length > 2 ? [`${sensors[0]} to ${sensors.at(-1)}`] : sensors;
  return [...others, ...range].join(', ');
}

const PITCH = 22;

/** Draws a chip in its DIP package. */
function dip({ ref, value, nets: wires, names }: Package, x: number, y: number, width: number): string {
  const half = wires.length / 2;
  const pins = wires.map((net, i) => {
    const left = i < half;
    const py = y + 18 + (left ? i : wires.length - 1 - i) * PITCH;
    const [px, out, anchor] = left ? [x, -16, 'end'] : [x + width, 16, 'start'];
    const end = net === '' ? '×' : isRail(net) ? net : `${net}: ${endsOf(net, `${ref}.${i + 1}`)}`;
    return [
      line(px, py, px + out, py),
      text(px - Math.sign(out) * 6, py + 4, names[i] ?? '', { size: 10, anchor: left ? 'start' : 'end' }),
      text(px + out / 2, py - 3, String(i + 1), { size: 8, anchor: 'middle' }),
      text(px + out * 1.3, py + 4, end, { size: 10, anchor, fill: NET }),
    ].join('');
  });
  const height = (half - 1) * PITCH + 36;
  return [
    box(x, y, width, height, '#f6f8f9'),
    path(`M${x + width / 2 - 10} ${y} a10 10 0 0 0 20 0`),
    text(x, y - 8, `${ref}  ${value}, seen from above`, { size: 11 }),
    ...pins,
  ].join('');
}

/** Lists where the pins of parts with more than two go. */
function table(x: number, y: number): string {
  const listed = PARTS.filter(({ ref }) => ['J1', 'J2', 'RV1', 'Q1', 'Q2', 'S1', 'S2'].includes(ref));
  return listed
    .map(({ ref, value, pins }, i) => {
      const column = x + Math.floor(i / 4) * 330;
      const top = y + (i % 4) * 78;
      const wires = Object.entries(pins).map(([pin, net]) => {
        return `${pin}: ${net}${isRail(net) ? '' : ` (${endsOf(net, physicalPin(`${ref}.${pin}`))})`}`;
      });
      const rows = wires.reduce<string[]>((all, wire, n) => {
        if (n % 2 === 0) return [...all, wire];
        return [...all.slice(0, -1), `${all.at(-1)}  ·  ${wire}`];
      }, []);
      return [
        text(column, top, `${ref}  ${value}`, { size: 11 }),
        ...rows.map((row, n) => text(column, top + 16 + n * 15, row, { size: 10, fill: NET })),
      ].join('');
    })
    .join('');
}

export function wiringDrawing(): string {
  return svg(1060, 830, 'Wiring of the sensor board', [
    text(30, 34, 'tapin sensor board: wiring', { size: 18 }),
    text(
      30,
      54,
      'At each pin: its net, and the other ends of the wire. U2.5 is pin 5 of U2; R1 is a leg of R1. +5V, GND, VREF and E_GND are strips.',
      {
        size: 11,
      },
    ),
    dip(microcontroller, 300, 100, 110),
    dip(comparators('U2'), 740, 100, 90),
    dip(comparators('U3'), 740, 310, 90),
    table(30, 530),
    text(700, 530, 'S3 with S4, S5 with S6, … as S1 with S2: the table', { size: 10 }),
    text(700, 546, 'of the schematic names the gate of each sensor.', { size: 10 }),
  ]);
}
