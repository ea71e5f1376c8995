// The schematic, drawn from the netlist: every pin carries the name of its net.

import { GATES, LM339_PINS, MCU_PINS, PARTS, type Part } from './netlist.ts';
import { box, line, NET, path, svg, text } from './svg.ts';

const partOf = (ref: string): Part => {
  const part = PARTS.find((each) => each.ref === ref);
  if (!part) throw new Error(`the netlist has no ${ref}`);
  return part;
};
const netOf = (ref: string, pin: string): string => partOf(ref).pins[pin] ?? '';

const label = (x: number, y: number, net: string, anchor = 'start'): string =>
  text(x, y + 4, net, { size: 10, anchor, fill: NET });
const named = (x: number, y: number, { ref, value }: Part): string => text(x, y, `${ref}  ${value}`, { size: 10 });

/** A part with two pins, upright, its first pin at the top. */
function upright(ref: string, x: number, y: number, symbol: (x: number, y: number) => string): string {
  const part = partOf(ref);
  return [
    line(x, y, x, y + 14),
    symbol(x, y + 14),
    line(x, y + 44, x, y + 58),
    text(x + 12, y + 27, part.ref, { size: 10 }),
    text(x + 12, y + 39, part.value, { size: 10 }),
    label(x, y - 8, netOf(ref, '1'), 'middle'),
    label(x, y + 66, netOf(ref, '2'), 'middle'),
  ].join('');
}
const resistor = (x: number, y: number): string => box(x - 6, y, 12, 30, '#fff');
const capacitor = (x: number, y: number): string =>
  line(x, y, x, y + 12) +
  line(x - 10, y + 12, x + 10, y + 12, 2) +
  line(x - 10, y + 18, x + 10, y + 18, 2) +
  line(x, y + 18, x, y + 30);
const crystal = (x: number, y: number): string =>
  line(x, y, x, y + 6) +
  line(x - 9, y + 6, x + 9, y + 6, 2) +
  box(x - 9, y + 10, 18, 10) +
  line(x - 9, y + 24, x + 9, y + 24, 2) +
  line(x, y + 24, x, y + 30);

function chip(x: number, y: number): string {
  const [width, pitch] = [150, 20];
  const half = MCU_PINS.length / 2;
  const rows = MCU_PINS.map((pin, i) => {
    const left = i < half;
    const row = left ? i : MCU_PINS.length - 1 - i;
    const py = y + 20 + row * pitch;
    const px = left ? x : x + width;
    const out = left ? -18 : 18;
    const net = netOf('U1', pin);
    return [
      line(px, py, px + out, py),
      text(left ? px + 6 : px - 6, py + 4, pin.replace('GND2', 'GND'), { size: 10, anchor: left ? 'start' : 'end' }),
      text(px + out / 2, py - 3, String(i + 1), { size: 8, anchor: 'middle' }),
      net === ''
        ? text(px + out, py + 4, '×', { size: 10, anchor: left ? 'end' : 'start' })
        : label(px + out * 1.3, py, net, left ? 'end' : 'start'),
    ].join('');
  });
  return [box(x, y, width, half * pitch + 20, '#f6f8f9'), named(x, y - 8, partOf('U1')), ...rows].join('');
}

/** A reflective sensor: the emitter on the left, the phototransistor on the right. */
function sensor(ref: string, x: number, y: number): string {
  return [
    box(x, y, 110, 70),
    path(`M${x + 20} ${y + 22} h24 l-12 20 z`),
    line(x + 20, y + 42, x + 44, y + 42, 2),
    line(x + 32, y - 12, x + 32, y + 22),
    line(x + 32, y + 42, x + 32, y + 82),
    path(`M${x + 52} ${y + 30} l10 0 m-4 -3 l4 3 l-4 3 M${x + 52} ${y + 38} l10 0 m-4 -3 l4 3 l-4 3`),
    line(x + 76, y + 22, x + 76, y + 46, 2),
    path(
      `M${x + 76} ${y + 28} L${x + 90} ${y + 18} V${y - 12} M${x + 76} ${y + 40} L${x + 90} ${y + 50} V${y + 82} m-8 -36 l8 4 l-2 -9`,
    ),
    label(x + 32, y - 20, netOf(ref, 'A'), 'middle'),
    label(x + 32, y + 90, netOf(ref, 'K'), 'middle'),
    label(x + 90, y - 20, netOf(ref, 'C'), 'middle'),
    label(x + 92, y + 90, netOf(ref, 'E'), 'middle'),
    text(x + 118, y + 40, `${ref}  ${partOf(ref).value}`, { size: 10 }),
  ].join('');
}

function comparator(ref: string, x: number, y: number): string {
  return [
    path(`M${x} ${y} v60 l60 -30 z`, '#f6f8f9'),
    text(x + 6, y + 20, '+'),
    text(x + 6, y + 48, '−'),
    line(x - 18, y + 16, x, y + 16),
    line(x - 18, y + 44, x, y + 44),
    line(x + 60, y + 30, x + 80, y + 30),
    label(x - 22, y + 16, netOf(ref, '+'), 'end'),
    label(x - 22, y + 44, netOf(ref, '-'), 'end'),
    label(x + 84, y + 30, netOf(ref, 'OUT')),
    text(x, y + 74, `${ref}  ${partOf(ref).value}`, { size: 10 }),
  ].join('');
}

/** A part as a box, with its pins on the left. */
function block(ref: string, x: number, y: number, width: number): string {
  const part = partOf(ref);
  const pins = Object.entries(part.pins).map(([pin, net], i) => {
    const py = y + 16 + i * 18;
    return line(x - 14, py, x, py) + text(x + 6, py + 4, pin, { size: 10 }) + label(x - 18, py, net, 'end');
  });
  return [box(x, y, width, pins.length * 18 + 12, '#f6f8f9'), named(x - 40, y - 8, part), ...pins].join('');
}

/** Pins of a comparator, such as U2A: its inputs and its output. */
function pinsOf(ref: string): string {
  const [unit] = (['A', 'B', 'C', 'D'] as const).filter((each) => ref.endsWith(each));
  const pins = unit && LM339_PINS[unit];
  return pins ? `${pins['+']}  ${pins['-']}  ${pins.OUT}` : '';
}

/** Channel, comparator, load, hysteresis, pull-up and sensors of each gate. */
function gateTable(x: number, y: number): string {
  const heads = ['gate', 'pin', 'comparator', '+  −  out', 'load', 'hysteresis', 'pull-up', 'sensors'];
  const widths = [40, 40, 72, 62, 40, 70, 54, 100];
  const at = widths.map((_, i) => x + widths.slice(0, i).reduce((sum, width) => sum + width, 0));
  const row = (cells: readonly string[], py: number, fill?: string): string =>
    cells.map((cell, i) => text(at[i] ?? x, py, cell, { size: 10, ...(fill && { fill }) })).join('');
  const rows = GATES.map((gate, i) => {
    const using = (net: string, kind: string): string[] =>
      PARTS.filter((part) => part.kind === kind && Object.values(part.pins).includes(net)).map(({ ref }) => ref);
    const [load = '', hysteresis = ''] = using(`PT_${gate}`, 'resistor');
    const pull = using(gate, 'resistor').find((ref) => ref !== hysteresis) ?? '';
    const pin = Object.entries(partOf('U1').pins).find(([, net]) => net === gate)?.[0] ?? '';
    const sensors = using(`PT_${gate}`, 'sensor');
    const range = sensors.length === 1 ? (sensors[0] ?? '') : `${sensors[0]} to ${sensors.at(-1)}`;
    const unit = PARTS.find(({ pins }) => pins['OUT'] === gate)?.ref ?? '';
    return row([gate, pin, unit, pinsOf(unit), load, hysteresis, pull, range], y + 18 * (i + 1));
  });
  return row(heads, y, NET) + rows.join('');
}

export function schematic(): string {
  return svg(1000, 860, 'Schematic of the sensor board', [
    text(30, 34, 'tapin sensor board: schematic', { size: 18 }),
    text(30, 54, 'Blue names are nets: pins with the same name are connected. × is not connected.', { size: 11 }),
    chip(110, 100),
    upright('Y1', 410, 110, crystal),
    upright('C1', 585, 110, capacitor),
    upright('C2', 665, 110, capacitor),
    upright('R41', 745, 110, resistor),
    upright('C5', 825, 110, capacitor),
    upright('C6', 905, 110, capacitor),
    upright('C3', 420, 230, capacitor),
    upright('C4', 520, 230, capacitor),
    upright('C7', 610, 230, capacitor),
    upright('C8', 700, 230, capacitor),
    block('J1', 825, 232, 90),
    block('J2', 850, 350, 60),
    block('RV1', 470, 350, 60),
    block('Q1', 640, 350, 60),
    upright('R42', 745, 352, resistor),
    block('Q2', 470, 450, 60),
    upright('R43', 600, 452, resistor),
    text(30, 500, 'One gate: LA. The others are alike, by the table.', { size: 13 }),
    sensor('S1', 60, 560),
    upright('R31', 60, 690, resistor),
    upright('R1', 250, 690, resistor),
    comparator('U2A', 340, 565),
    upright('R11', 340, 690, resistor),
    upright('R21', 440, 690, resistor),
    text(520, 580, 'All gates', { size: 13 }),
    gateTable(520, 606),
    text(520, 780, 'Emitters: two in series with 100 Ω each, S1 with S2, S3 with S4, … ; about 25 mA a pair,', {
      size: 10,
    }),
    text(520, 796, '200 mA in all. U2P and U3P: pin 3 of the comparators at +5V, pin 12 at GND.', { size: 10 }),
  ]);
}
