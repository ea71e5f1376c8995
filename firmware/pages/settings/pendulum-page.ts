// Pendulum page: compares the measured speed and attack with those of a pendulum, and corrects row B and beam HB.

import type { ApertureErrors } from '../../../hal/sensor/sensor.ts';
import {
  beamShift,
  beamShifted,
  figuresOf,
  pendulumSpeed_mps,
  rowShift,
  rowShifted,
  SWINGS_MIN,
  type GatesView,
} from '../../gates/gates.ts';
import { listRows } from '../../ui/list.ts';
import { createPage, footer, header, HEADER_HEIGHT, type PageView } from '../../ui/page.ts';
import { COLOR, MARGIN, SIZE } from '../../ui/theme.ts';
import { speedUnit, speedValue, type Units } from '../../units.ts';
import { ask, askOfStrike } from '../navigation.setup.ts';
import type { Row, RowEvent, Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import { drawNoBoard, errorText } from './gates-page.ts';

const LIST_TOP = 118;

const pendulumRows: Rows = ({ gates, sensor: { board } }) => {
  if (!board?.stores_settings) return [];
  const { aperture_error_um: errors_um } = board;
  const height = (by_mm: number): RowEvent => ({ type: 'gates.height', height_mm: gates.height_mm + by_mm });
  const row_um = rowShift(gates, errors_um);
  const beam_um = beamShift(gates, errors_um);
  return [
    { label: 'Height', value: `${gates.height_mm} mm`, ok: height(1), left: height(-1), right: height(1) },
    storeRow(gates, 'Correct the speed', row_um, row_um === null ? null : rowShifted(errors_um, row_um)),
    storeRow(gates, 'Correct the attack', beam_um, beam_um === null ? null : beamShifted(errors_um, beam_um)),
    { label: 'Start again', value: `${gates.swings.length} swings`, ok: { type: 'gates.restart' } },
  ];
};

const TOO_FAR = 'Correction over 2 mm: measure the height again.';
const TOO_FEW = `Let it swing ${SWINGS_MIN} times, within 1 % of each other.`;

function storeRow(
  { storing }: GatesView,
  label: string,
  shift_um: number | null,
  errors_um: Partial<ApertureErrors> | null,
): Row {
  if (shift_um === null)
    return { label, value: 'swing first', disabled: true, ok: { type: 'device.note', text: TOO_FEW } };
  const value = storing ? 'storing…' : errorText(shift_um);
  return errors_um === null
    ? { label, value, disabled: true, ok: { type: 'device.note', text: TOO_FAR } }
    : { label, value, ok: { type: 'gates.store', errors_um } };
}

export const pendulumPage: PageEntry = {
  name: 'pendulum',
  tags: ['busy', 'wants-strikes'],
  rows: pendulumRows,
  state: {
    entry: ask({ type: 'gates.restart' }),
    on: {
      'sensor.strike': { actions: askOfStrike((strike) => ({ type: 'gates.strike', strike })) },
      'key.back': 'gates',
    },
  },
  draw,
};

function draw(device: DeviceView): PageView {
  const { gates, sensor } = device;
  if (!sensor.board?.stores_settings) return drawNoBoard(sensor);
  const page = createPage();
  const { rows, focus } = listOf(device, 'pendulum', pendulumRows);
  header(page, 'Pendulum', { right: sensor.board.serial });
  const [first, second] = linesOf(gates, device.persisted.settings.units);
  page.text(MARGIN + 4, HEADER_HEIGHT + 32, first, { size: SIZE.large });
  page.text(MARGIN + 4, HEADER_HEIGHT + 60, second, { size: SIZE.small, color: COLOR.muted });
  page.say(first);
  page.say(second);
  listRows(page, rows, focus, LIST_TOP);
  footer(page, rows[focus]?.left === undefined ? '↑ ↓ move · OK: choose · Back' : '↑ ↓ move · ← → change · Back');
  return page.view();
}

/** Returns what is measured, and how it compares with the pendulum. */
function linesOf(gates: GatesView, units: Units): readonly [string, string] {
  const wanted_mps = pendulumSpeed_mps(gates.height_mm);
  const speedText = (speed_mps: number): string => `${speedValue(speed_mps, units)} ${speedUnit(units)}`;
  const figures = figuresOf(gates);
  if (!figures)
    return [
      `Let go from ${gates.height_mm} mm: ${speedText(wanted_mps)}`,
      'Hold it still for 3 s before, and catch it after.',
    ];
  const { mean_mps, spread_share, attack_deg } = figures;
  const off_percent = (mean_mps / wanted_mps - 1) * 100;
  const count = gates.swings.length;
  const attack = attack_deg === null ? 'no attack' : `attack ${attack_deg.toFixed(2)}°`;
  const more = count < SWINGS_MIN ? ` · ${count} of ${SWINGS_MIN} swings` : ` · ${count} swings`;
  return [
    `${speedText(mean_mps)}, ${Math.abs(off_percent).toFixed(1)} % ${off_percent < 0 ? 'slow' : 'fast'}`,
    `Spread ${(spread_share * 100).toFixed(1)} % · ${attack}${more}`,
  ];
}
