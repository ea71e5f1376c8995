// Sensor calibration page: the error of each gate that a feeler gauge can measure, and whether something covers it now.

import type { SensorStatus } from '../../../hal/sensor/sensor.ts';
import { changesFor, ERROR_STEP_UM, POINT_GATES } from '../../gates/gates.ts';
import { drawQuestion } from '../question-page.ts';
import { drawList } from '../list-page.ts';
import type { Row, RowEvent, Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';

const NAME: Readonly<Record<(typeof POINT_GATES)[number], string>> = {
  LA: 'LA: left, row A',
  RA: 'RA: right, row A',
  LB: 'LB: left, row B',
  RB: 'RB: right, row B',
};

const ABOUT = 'If you built it: blade that covers − 0.50 mm';

/** Returns an error in millimetres with its sign: −0.05 mm. */
export const errorText = (error_um: number): string =>
  `${error_um === 0 ? '' : error_um < 0 ? '−' : '+'}${Math.abs(error_um / 1000).toFixed(2)} mm`;

const gatesRows: Rows = ({ gates, sensor }) => {
  const { board, covered } = sensor;
  if (!board?.stores_settings) return [];
  const { serial, aperture_error_um } = board;
  const changes = changesFor(gates, serial);
  const count = Object.keys(changes).length;
  const gateRow = (gate: (typeof POINT_GATES)[number]): Row => {
    const error_um = changes[gate] ?? aperture_error_um[gate];
    const step = (by_um: number): RowEvent => ({ type: 'gates.change', serial, gate, error_um: error_um + by_um });
    const value = `${covered.includes(gate) ? 'covered · ' : ''}${errorText(error_um)}`;
    return {
      label: NAME[gate],
      value,
      ok: step(ERROR_STEP_UM),
      left: step(-ERROR_STEP_UM),
      right: step(ERROR_STEP_UM),
    };
  };
  return [
    ...POINT_GATES.map(gateRow),
    {
      label: 'Store on the board',
      value: gates.storing ? 'storing…' : `${count} ${count === 1 ? 'change' : 'changes'}`,
      disabled: count === 0,
      ok:
        count === 0
          ? { type: 'device.note', text: 'Nothing has changed.' }
          : { type: 'gates.store', errors_um: changes },
    },
    {
      label: 'Check by a pendulum',
      disabled: count > 0,
      ok: count > 0 ? { type: 'device.note', text: 'Store the changes first.' } : { type: 'open.pendulum' },
    },
  ];
};

export const gatesPage: PageEntry = {
  name: 'gates',
  tags: ['busy'],
  rows: gatesRows,
  state: { on: { 'open.pendulum': 'pendulum', 'key.back': 'settings' } },
  draw(device: DeviceView) {
    if (!device.sensor.board?.stores_settings) return drawNoBoard(device.sensor);
    return drawList({
      title: 'Sensor calibration',
      right: device.sensor.board.serial,
      about: ABOUT,
      ...listOf(device, 'gates', gatesRows),
    });
  },
};

/** Says why there is nothing to calibrate. */
export const drawNoBoard = ({ board, detail }: SensorStatus) =>
  drawQuestion({
    header: 'Sensor calibration',
    title: board ? 'This board stores nothing.' : 'No sensor board is connected.',
    paragraphs: [board ? `It speaks protocol ${board.protocol}; 1.1 is needed.` : detail],
    hints: 'Back',
  });
