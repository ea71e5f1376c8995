// Calibration page: the predicted distance of the last putt, the corrections that one measurement allows, and the
// history.

import {
  beyond,
  calibrated,
  NAME_OF,
  neededOf,
  predictedFeet,
  readMeasured,
  type CalibrationView,
  type Corrected,
} from '../../calibration/calibration.ts';
import type { Calibration } from '../../persisted/calibrations.ts';
import { valueNow } from '../../persisted/changes.ts';
import { playerOf, type Persisted } from '../../persisted/persisted.ts';
import { proposedEntry } from './naming.ts';
import { askOfStrike } from '../navigation.setup.ts';
import type { Row, RowEvent, Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import { distanceText, distanceValue, speedUnit, speedValue } from '../../units.ts';
import { createPage, footer, header, HEADER_HEIGHT, type PageView } from '../../ui/page.ts';
import { listRows } from '../../ui/list.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';

const LIST_TOP = 86;

const calibrationRows: Rows = ({ calibration: view, persisted }) => {
  const { settings, calibrations } = persisted;
  const player = calibrated(view, persisted);
  const { club_speed_mps, measured_ft } = view;
  const turn = (by: 1 | -1): RowEvent => ({ type: 'calibration.player', by });
  const player_row: Row =
    persisted.players.length > 1
      ? { label: 'Player', value: player.name, ok: turn(1), left: turn(-1), right: turn(1) }
      : { label: 'Player', value: player.name };
  const naming = proposedEntry('measured', proposedText(view, persisted));
  const measured: Row = {
    label: 'Measured distance',
    disabled: club_speed_mps === null,
    value: measured_ft === null ? 'not yet' : distanceText(measured_ft, settings.units),
    ok:
      club_speed_mps === null
        ? { type: 'device.note', text: 'Hit a putt first, then measure its roll.' }
        : { type: 'open.naming', naming },
  };
  const adjust = (of: Corrected, now: number): Row => {
    const needed = neededOf(of, view, persisted);
    return {
      label: `Adjust ${NAME_OF[of]}`,
      disabled: needed === null || beyond(of, needed) !== '',
      value:
        needed === null
          ? `${now.toFixed(2)}, measure first`
          : `${now.toFixed(2)} → ${needed.toFixed(2)}${beyond(of, needed)}`,
      ok: { type: 'calibration.adjust', of },
    };
  };
  return [
    player_row,
    measured,
    adjust('x_factor', settings.x_factor),
    adjust('impact_ratio', player.impact_ratio),
    { label: 'History', value: `${calibrations.length}`, ok: { type: 'open.calibrations' } },
  ];
};

/** Returns the measured distance if there is one, else the predicted one; '' if neither is a valid measurement. */
function proposedText(view: CalibrationView, persisted: Persisted): string {
  const feet = view.measured_ft ?? predictedFeet(view, persisted);
  const { units } = persisted.settings;
  const text = feet === null ? '' : String(Number(distanceValue(feet, units)));
  return readMeasured(text, units).ok ? text : '';
}

export const strikeToCalibration = askOfStrike(({ club_speed_mps }) => ({
  type: 'calibration.strike',
  club_speed_mps,
}));

export const calibrationPage: PageEntry = {
  name: 'calibration',
  tags: ['busy', 'wants-strikes'],
  rows: calibrationRows,
  state: {
    on: {
      'sensor.strike': { actions: strikeToCalibration },
      'open.calibrations': 'calibrations',
      'key.back': 'settings',
    },
  },
  draw,
};

/**
 * Lists the history, newest first. Only the newest entry can be undone, since later ones build on earlier ones; if the
 * value was changed by hand since, the entry is only removed.
 */
const historyRows: Rows = ({ persisted }) =>
  persisted.calibrations.toReversed().map((entry, i): Row => ({
    label: `${i > 0 ? '' : valueNow(persisted, entry) === entry.after ? 'Undo: ' : 'Forget: '}${whatOf(entry, persisted)}`,
    value: `${entry.before.toFixed(2)} → ${entry.after.toFixed(2)}`,
    ...(i === 0 ? { ok: { type: 'device.change', change: { kind: 'undo_calibration' } } } : {}),
  }));

const whatOf = ({ of, player_id }: Calibration, persisted: Persisted): string =>
  of === 'x_factor' ? 'X factor' : `ratio of ${playerOf(persisted, player_id)?.name ?? 'a removed player'}`;

export const calibrationsPage: PageEntry = {
  name: 'calibrations',
  rows: historyRows,
  state: { on: { 'key.back': 'calibration' } },
  draw: drawHistory,
};

function draw(device: DeviceView): PageView {
  const page = createPage();
  const { calibration: view, persisted } = device;
  const { rows, focus } = listOf(device, 'calibration', calibrationRows);
  const { units, stimp } = persisted.settings;
  header(page, 'Distance calibration', { right: `stimp ${stimp.toFixed(1)}` });
  const feet = predictedFeet(view, persisted);
  const text = feet === null ? 'Hit a putt on a flat green' : `Predicted ${distanceText(feet, units)}`;
  page.text(MARGIN + 4, HEADER_HEIGHT + 30, text, { size: SIZE.large });
  page.say(text);
  if (view.club_speed_mps !== null) {
    const club = `club ${speedValue(view.club_speed_mps, units)} ${speedUnit(units)}`;
    page.text(WIDTH - MARGIN - 4, HEADER_HEIGHT + 28, club, { size: SIZE.small, color: COLOR.muted, align: 'right' });
    page.say(`${club}, ratio ${calibrated(view, persisted).impact_ratio.toFixed(2)}`);
  }
  listRows(page, rows, focus, LIST_TOP);
  footer(page, '↑ ↓ move · OK: choose · Back');
  return page.view();
}

function drawHistory(device: DeviceView): PageView {
  const page = createPage();
  header(page, 'Calibrations');
  const { rows, focus } = listOf(device, 'calibrations', historyRows);
  if (rows.length === 0) {
    const none = 'No calibrations yet.';
    page.text(WIDTH / 2, 150, none, { size: SIZE.body, color: COLOR.muted, align: 'center' });
    page.say(none);
  }
  listRows(page, rows, focus);
  footer(page, rows.length === 0 ? 'Back' : '↑ ↓ move · OK: undo the latest · Back');
  return page.view();
}
