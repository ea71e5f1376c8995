// Set-up page of an experience: resume, start, settings, and trend.

import { cfgRows, type Cfg } from '../../experiences/cfg.ts';
import { isUnfinished } from '../../experiences/course/stored.ts';
import { experience, rulesOf, type AnyCourse, type AnyExperience, type AnySet } from '../../experiences/registry.ts';
import { storedSet, type Persisted } from '../../persisted/persisted.ts';
import { addressOf, addressText, presetOf } from '../../simulator/address.ts';
import type { SimTransport } from '../../simulator/simulator.ts';
import { askToEnd } from './ending-page.ts';
import { startPlay } from './start-play.ts';
import { drawList } from '../list-page.ts';
import { nameEntry } from '../settings/naming.ts';
import type { Row, Rows } from '../navigation.ts';
import { listOf, type PageEntry } from '../page-entry.ts';
import { stepRow } from '../rows.ts';

const setupRows: Rows = ({ persisted, navigation }) => {
  const chosen = experience(navigation.id);
  switch (chosen.kind) {
    case 'set':
      return setRows(persisted, chosen);
    case 'course':
      return courseRows(persisted, chosen);
    case 'simulator':
      return simulatorSetupRows(persisted, chosen.id, chosen.transport);
    default:
      return [];
  }
};

function setRows(persisted: Persisted, { id, cfg }: AnySet): readonly Row[] {
  const set = storedSet(persisted, id);
  const go_on: Row[] = set
    ? [{ label: 'Go on', value: rulesOf(id).progress(set), ok: { type: 'open.play', id, resume: true } }]
    : [];
  const start: Row = { label: set ? 'Start over' : 'Start', ok: { type: 'open.play', id, resume: false } };
  return [...go_on, start, ...stepRows(persisted, cfg), { label: 'Trend', ok: { type: 'open.trend' } }];
}

function courseRows(persisted: Persisted, { id, cfg }: AnyCourse): readonly Row[] {
  const { round: kept } = persisted;
  const unfinished = isUnfinished(kept) && kept.game === id ? kept.round : null;
  const go_on: Row[] = unfinished
    ? [
        {
          label: 'Go on',
          value: `hole ${unfinished.hole} of ${unfinished.nh}`,
          ok: { type: 'open.play', id, resume: true },
        },
        { label: 'End the round', ok: { type: 'open.ending' } },
      ]
    : [];
  const start: Row = { label: unfinished ? 'Start over' : 'Start', ok: { type: 'open.play', id, resume: false } };
  return [...go_on, start, ...stepRows(persisted, cfg)];
}

/** Returns the settings rows of an experience. */
function stepRows({ cfgs, settings }: Persisted, spec: AnyExperience['cfg']): readonly Row[] {
  if (!spec) return [];
  const cfg: Cfg = cfgs[spec.key];
  return cfgRows(spec, cfg, settings.units).map(({ key, label, text }) =>
    stepRow(label, text, (direction) => ({ kind: 'step_cfg', group: spec.key, key, direction })),
  );
}

function simulatorSetupRows(
  { simulator }: Persisted,
  id: AnyExperience['id'],
  transport: SimTransport,
): readonly Row[] {
  const address = (of: 'direct' | 'connector'): Row => ({
    label: 'Address',
    value: addressText(addressOf[of](simulator)),
    ok: { type: 'open.naming', naming: nameEntry(of, simulator[of], null) },
  });
  const start: Row = { label: 'Play', ok: { type: 'open.play', id, resume: false } };
  const gap = stepRow('Time between key taps', `${simulator.tap_gap_ms} ms`, (direction) => ({
    kind: 'step_tap_gap',
    direction,
  }));
  if (transport === 'simport') return [start, address('connector'), gap];
  const { name } = presetOf(simulator);
  const preset = stepRow('Program', name, (direction) => ({ kind: 'step_preset', direction }));
  return [start, preset, address('direct'), gap];
}

export const setupPage: PageEntry = {
  name: 'setup',
  rows: setupRows,
  state: {
    on: {
      'open.play': startPlay,
      'open.trend': 'trend',
      'open.ending': [...askToEnd],
      'key.back': 'menu',
    },
  },
  draw(view) {
    const chosen = experience(view.navigation.id);
    const about = 'about' in chosen ? chosen.about : '';
    return drawList({ title: chosen.name, about, ...listOf(view, 'setup', setupRows) });
  },
};
