// The calibration page: how far the last putt is said to have rolled, and the corrections that one measurement allows; and its history.

import { calibrated, predictedFeet } from '../../calibration/calibration.ts';
import { focusOf, type NavigationContext } from '../../machines/navigation.ts';
import { rowsOf } from '../../machines/rows.ts';
import { distanceText, speedUnit, speedValue } from '../../units.ts';
import { createPage, footer, header, HEADER_HEIGHT, type PageView } from '../page.ts';
import { listRows } from '../rows.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';

const LIST_TOP = 86;

export function calibrationPage(navigation: NavigationContext): PageView {
  const page = createPage();
  const { calibration: view, facts } = navigation;
  const { units, stimp } = facts.settings;
  header(page, 'Distance calibration', { right: `stimp ${stimp.toFixed(1)}` });
  const feet = predictedFeet(view, facts);
  const said = feet === null ? 'Hit a putt on a flat green' : `Predicted ${distanceText(feet, units)}`;
  page.text(MARGIN + 4, HEADER_HEIGHT + 30, said, { size: SIZE.large });
  page.say(said);
  if (view.club_speed_mps !== null) {
    const club = `club ${speedValue(view.club_speed_mps, units)} ${speedUnit(units)}, ratio ${calibrated(view, facts).impact_ratio.toFixed(2)}`;
    page.text(WIDTH - MARGIN - 4, HEADER_HEIGHT + 28, club, { size: SIZE.small, color: COLOR.muted, align: 'right' });
    page.say(club);
  }
  listRows(page, rowsOf(navigation), focusOf(navigation), LIST_TOP);
  footer(page, '↑ ↓ move · OK: choose · Back');
  return page.view();
}

export function calibrationsPage(navigation: NavigationContext): PageView {
  const page = createPage();
  header(page, 'Calibrations');
  const rows = rowsOf(navigation);
  if (rows.length === 0) {
    const none = 'Nothing has been calibrated yet.';
    page.text(WIDTH / 2, 150, none, { size: SIZE.body, color: COLOR.muted, align: 'center' });
    page.say(none);
  }
  listRows(page, rows, focusOf(navigation));
  footer(page, rows.length === 0 ? 'Back' : '↑ ↓ move · OK: undo the newest · Back');
  return page.view();
}
