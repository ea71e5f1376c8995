// Explains how the figures of a strike follow from its gates by the formula of docs/sensor-protocol.md: in closed form,
// which the driver uses as the start of an iteration until all gate times match.

import { LENGTH_M, ROW_WIDTH_M, GATE } from '../../../../hal/sensor/geometry.ts';
import { signedText } from '../common/number-text.ts';
import type { Gate } from './swings.ts';

export const GATE_WORDS: Readonly<Record<Gate['name'], string>> = {
  LA: 'left, first row',
  RA: 'right, first row',
  LB: 'left, second row',
  RB: 'right, second row',
  LD: 'left diagonal slit',
  RD: 'right diagonal slit',
  HA: 'first height beam',
  HB: 'second height beam',
};

/** Returns the explanations; empty if a gate of the rows saw nothing. */
export function swingReasons(gates: readonly Gate[]): readonly string[] {
  const at_s = (name: Gate['name']): number => (gates.find((gate) => gate.name === name)?.at_us ?? NaN) / 1e6;
  const rows_s = (at_s('LB') + at_s('RB')) / 2 - (at_s('LA') + at_s('RA')) / 2;
  const speed_mps = LENGTH_M / rows_s;
  if (!Number.isFinite(speed_mps)) return [];
  const faceAt = (left: Gate['name'], right: Gate['name']): number =>
    degrees(Math.atan((speed_mps * (at_s(right) - at_s(left))) / ROW_WIDTH_M));
  const [face_a, face_b] = [faceAt('LA', 'RA'), faceAt('LB', 'RB')];
  const rotation = (face_b - face_a) / (LENGTH_M / INCH_M);
  const to_ball_in = -GATE.row_b_m / INCH_M;
  const attack = attackOf(at_s, speed_mps, face_b + rotation * to_ball_in, rotation);
  const millimetres = (m: number): string => `${(m * 1000).toFixed(1)} mm`;
  return [
    `Club speed: ${millimetres(LENGTH_M)} from row A to row B, whose middles were reached ${(rows_s * 1000).toFixed(3)} ms apart: ${speed_mps.toFixed(3)} m/s.`,
    `Face at row A: the left gate triggered ${apart(at_s('RA') - at_s('LA'))} the right one, ${millimetres(ROW_WIDTH_M)} beside it: ${angle(face_a)}.`,
    `Face at row B: the left gate triggered ${apart(at_s('RB') - at_s('LB'))} the right one: ${angle(face_b)}.`,
    `Rotation: from ${angle(face_a)} to ${angle(face_b)} over ${(LENGTH_M / INCH_M).toFixed(0)} in: ${angle(rotation)}/in.`,
    `Face at the ball, ${to_ball_in.toFixed(1)} in past row B: ${angle(face_b + rotation * to_ball_in)}.`,
    ...(attack
      ? [
          `Attack: from beam HA to beam HB the edge moves ${millimetres(attack.way_m)} forward and ${millimetres(Math.abs(attack.rise_m))} ${attack.rise_m < 0 ? 'down' : 'up'}: ${angle(attack.deg)}.`,
        ]
      : []),
    'The driver then refines these figures, since the head turns between the gates of a row.',
  ];
}

/** Returns the attack angle; null if a beam saw nothing. */
function attackOf(at_s: (name: Gate['name']) => number, speed_mps: number, face_deg: number, rotation: number) {
  const middle_s = (at_s('LA') + at_s('RA')) / 2;
  const placeOf = (name: Gate['name']): number => GATE.row_a_m + speed_mps * (at_s(name) - middle_s);
  const heightAt = (x_m: number, beam_m: number): number =>
    x_m - GATE.height_y_m * Math.tan(((face_deg + (rotation * x_m) / INCH_M) * Math.PI) / 180) - beam_m;
  const [from_m, to_m] = [placeOf('HA'), placeOf('HB')];
  const rise_m = heightAt(to_m, GATE.height_b_m) - heightAt(from_m, GATE.height_a_m);
  const way_m = to_m - from_m;
  return Number.isFinite(rise_m) && way_m > 0 ? { way_m, rise_m, deg: degrees(Math.atan(rise_m / way_m)) } : null;
}

const INCH_M = 0.0254;
const degrees = (rad: number): number => (rad * 180) / Math.PI;
const angle = (deg: number): string => `${signedText(deg, 2)}°`;
const apart = (s: number): string =>
  s === 0 ? 'together with' : `${Math.abs(s * 1000).toFixed(3)} ms ${s > 0 ? 'before' : 'after'}`;
