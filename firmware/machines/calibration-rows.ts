// The rows of the calibration page and of its history.

import { beyond, calibrated, NAME_OF, neededOf, type Corrected } from '../calibration/calibration.ts';
import type { Calibration } from '../facts/calibrations.ts';
import { valueNow } from '../facts/changes.ts';
import { playerOf, type Facts } from '../facts/facts.ts';
import { distanceText } from '../units.ts';
import { nameEntry } from './naming.ts';
import type { NavigationContext, RowEvent } from './navigation.ts';
import type { Row } from './rows.ts';

export function calibrationRows({ calibration: view, facts }: NavigationContext): readonly Row[] {
  const { settings, calibrations } = facts;
  const player = calibrated(view, facts);
  const { club_speed_mps, measured_ft } = view;
  const turn = (by: 1 | -1): RowEvent => ({ type: 'calibration.player', by });
  const whose: Row =
    facts.players.length > 1
      ? { label: 'Player', value: player.name, ok: turn(1), left: turn(-1), right: turn(1) }
      : { label: 'Player', value: player.name };
  const naming = nameEntry('measured', measured_ft === null ? '' : String(measured_ft), null);
  const measured: Row = {
    label: 'Measured distance',
    value: measured_ft === null ? 'not yet' : distanceText(measured_ft, settings.units),
    ok:
      club_speed_mps === null
        ? { type: 'device.note', text: 'Hit a putt first, then measure how far it rolled.' }
        : { type: 'open.naming', naming },
  };
  const adjust = (of: Corrected, now: number): Row => {
    const needed = neededOf(of, view, facts);
    return {
      label: `Adjust ${NAME_OF[of]}`,
      value:
        needed === null
          ? `${now.toFixed(2)}, measure first`
          : `${now.toFixed(2)} → ${needed.toFixed(2)}${beyond(of, needed)}`,
      ok: { type: 'calibration.adjust', of },
    };
  };
  return [
    whose,
    measured,
    adjust('x_factor', settings.x_factor),
    adjust('impact_ratio', player.impact_ratio),
    { label: 'History', value: `${calibrations.length}`, ok: { type: 'open.calibrations' } },
  ];
}

/** Newest first; only the newest can be undone, as what follows builds on it, and what was set by hand since is only forgotten. */
export const historyRows = (facts: Facts): readonly Row[] =>
  facts.calibrations.toReversed().map((entry, i): Row => ({
    label: `${i > 0 ? '' : valueNow(facts, entry) === entry.after ? 'Undo: ' : 'Forget: '}${whatOf(entry, facts)}`,
    value: `${entry.before.toFixed(2)} → ${entry.after.toFixed(2)}`,
    ...(i === 0 ? { ok: { type: 'device.change', change: { kind: 'undo_calibration' } } } : {}),
  }));

const whatOf = ({ of, player_id }: Calibration, facts: Facts): string =>
  of === 'x_factor' ? 'X factor' : `ratio of ${playerOf(facts, player_id)?.name ?? 'somebody'}`;
