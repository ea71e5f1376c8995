// The rows of every page that is a list: what each shows, and what each key does on it.

import { PLAYERS_MAX } from '../../wire/limits.ts';
import type { Change } from '../facts/changes.ts';
import { nameOf, playerOf, storedSet, type Facts } from '../facts/facts.ts';
import { cfgRows, type Cfg, type CfgSpec } from '../experiences/cfg.ts';
import { isUnfinished } from '../experiences/course/stored.ts';
import {
  experience,
  MENU,
  rulesOf,
  type AnyCourse,
  type AnySet,
  type CfgGroup,
  type ExperienceId,
} from '../experiences/registry.ts';
import type { IconName, IconPath } from '../ui/icons.ts';
import { nameEntry } from './naming.ts';
import type { NavigationContext, RowEvent } from './navigation.ts';
import { calibrationRows, historyRows } from './calibration-rows.ts';
import { simSetupRows, simulatorRows } from './sim-rows.ts';
import { firmwareRows, firmwareValue } from './firmware-rows.ts';
import { extensionRow, extensionsRows, optionsRows, removingRows } from './extension-rows.ts';
import { togetherRows } from './together.ts';

export interface Row {
  readonly label: string;
  readonly value?: string;
  readonly icon?: IconName | IconPath;
  readonly ok?: RowEvent;
  readonly left?: RowEvent;
  readonly right?: RowEvent;
}

const change = (what: Change): RowEvent => ({ type: 'device.change', change: what });

/** A row whose value steps with left and right, and with OK upwards. */
const stepRow = (label: string, value: string, step: (direction: 1 | -1) => Change): Row => ({
  label,
  value,
  ok: change(step(1)),
  left: change(step(-1)),
  right: change(step(1)),
});

const toggleRow = (label: string, value: string, toggle: Change): Row => ({
  label,
  value,
  ok: change(toggle),
  left: change(toggle),
  right: change(toggle),
});

/** The rows of a page; none where the page has no list. */
export function rowsOf(navigation: NavigationContext): readonly Row[] {
  const { page, facts, game, player_id, session } = navigation;
  switch (page) {
    case 'menu':
      return menuRows(facts);
    case 'setup':
      return setupRows(facts, game);
    case 'players':
      return playersRows(facts);
    case 'player':
      return playerRows(facts, player_id);
    case 'settings':
      return settingsRows(navigation);
    case 'options':
      return optionsRows(facts, navigation.code);
    case 'forwarding':
      return forwardingRows(facts);
    case 'firmware':
      return firmwareRows(navigation);
    case 'calibration':
      return calibrationRows(navigation);
    case 'calibrations':
      return historyRows(facts);
    case 'extensions':
      return extensionsRows(navigation);
    case 'removing':
      return removingRows(facts, navigation.code);
    case 'simulator':
    case 'sharing':
      return simulatorRows(navigation);
    case 'together':
      return togetherRows(session, facts.online.recent);
    default:
      return [];
  }
}

const menuRows = ({ installed }: Facts): readonly Row[] => [
  ...MENU.map(({ id, name, icon }): Row => ({ label: name, icon, ok: { type: 'open.setup', game: id } })),
  ...installed.map((each) => extensionRow(each)),
  { label: 'Play together', icon: 'together', ok: { type: 'open.together' } },
  { label: 'Players', icon: 'players', ok: { type: 'open.players' } },
  { label: 'Settings', icon: 'settings', ok: { type: 'open.settings' } },
  { label: 'Status', icon: 'status', ok: { type: 'open.status' } },
];

function setupRows(facts: Facts, game: ExperienceId): readonly Row[] {
  const chosen = experience(game);
  switch (chosen.kind) {
    case 'set':
      return setRows(facts, chosen);
    case 'course':
      return courseRows(facts, chosen);
    case 'simulator':
      return simSetupRows(facts, chosen.way);
    default:
      return [];
  }
}

function setRows(facts: Facts, { id, cfg }: AnySet): readonly Row[] {
  const set = storedSet(facts, id);
  const go_on: Row[] = set
    ? [{ label: 'Go on', value: rulesOf(id).progress(set), ok: { type: 'open.play', resume: true } }]
    : [];
  const start: Row = { label: set ? 'Start anew' : 'Start', ok: { type: 'open.play', resume: false } };
  const trend: Row = { label: 'Trend', ok: { type: 'open.trend' } };
  return [...go_on, start, ...stepRows(facts, cfg), trend];
}

function courseRows(facts: Facts, { id, cfg }: AnyCourse): readonly Row[] {
  const { round: kept } = facts;
  const going = isUnfinished(kept) && kept.game === id ? kept.round : null;
  const go_on: Row[] = going
    ? [
        { label: 'Go on', value: `hole ${going.hole} of ${going.nh}`, ok: { type: 'open.play', resume: true } },
        { label: 'End the round', ok: { type: 'course.end' } },
      ]
    : [];
  const start: Row = { label: going ? 'Start anew' : 'Start', ok: { type: 'open.play', resume: false } };
  return [...go_on, start, ...stepRows(facts, cfg)];
}

/** The settings of an experience. */
function stepRows({ cfgs, settings }: Facts, spec: CfgSpec<CfgGroup> | null): readonly Row[] {
  if (!spec) return [];
  const cfg: Cfg = cfgs[spec.key];
  return cfgRows(spec, cfg, settings.units).map(({ key, label, text }) =>
    stepRow(label, text, (direction) => ({ kind: 'step_cfg', group: spec.key, key, direction })),
  );
}

/** To a server of the user's own (store §3.5). */
function forwardingRows({ forwarding: { address, port } }: Facts): readonly Row[] {
  const naming = (of: 'server' | 'server_port', text: string): RowEvent => ({
    type: 'open.naming',
    naming: nameEntry(of, text, null),
  });
  const off: Row[] = [
    { label: 'Address', value: address || 'none', ok: naming('server', address) },
    { label: 'Port', value: String(port), ok: naming('server_port', String(port)) },
  ];
  if (address === '') return off;
  return [
    ...off,
    { label: 'Connection test', ok: { type: 'forwarder.test' } },
    { label: 'Clear the address', ok: change({ kind: 'set_forwarding', forwarding: { address: '' } }) },
  ];
}

function playersRows(facts: Facts): readonly Row[] {
  const rows = facts.players.map((player): Row => ({
    label: player.name,
    value: `hcp ${player.handicap} · ratio ${player.impact_ratio.toFixed(2)}`,
    ok: { type: 'open.player', player_id: player.id },
  }));
  const add: Row = { label: 'Add a player', ok: change({ kind: 'add_player' }) };
  return facts.players.length < PLAYERS_MAX ? [...rows, add] : rows;
}

function playerRows(facts: Facts, player_id: number | null): readonly Row[] {
  const player = playerOf(facts, player_id);
  if (!player) return [];
  const step = (label: string, value: string, key: 'handicap' | 'impact_ratio'): Row =>
    stepRow(label, value, (direction) => ({ kind: 'step_player', player_id: player.id, key, direction }));
  const naming = nameEntry('player', player.name, player.id);
  const rows: Row[] = [
    { label: 'Name', value: player.name, ok: { type: 'open.naming', naming } },
    step('Handicap', String(player.handicap), 'handicap'),
    step('Impact ratio', player.impact_ratio.toFixed(2), 'impact_ratio'),
  ];
  const remove: Row = { label: 'Remove this player', ok: { type: 'player.removed' } };
  return facts.players.length > 1 ? [...rows, remove] : rows;
}

function settingsRows({ facts, firmware }: NavigationContext): readonly Row[] {
  const { settings } = facts;
  const step = (label: string, value: string, key: 'stimp' | 'sound_percent' | 'brightness_percent'): Row =>
    stepRow(label, value, (direction) => ({ kind: 'step_setting', key, direction }));
  return [
    step('Green speed (stimp)', settings.stimp.toFixed(1), 'stimp'),
    toggleRow('Units', settings.units === 'imperial' ? 'feet, mph' : 'metres, m/s', { kind: 'toggle_units' }),
    step('Sound', settings.sound_percent === 0 ? 'off' : `${settings.sound_percent} %`, 'sound_percent'),
    step('Brightness', `${settings.brightness_percent} %`, 'brightness_percent'),
    {
      label: 'Name of the device',
      value: nameOf(facts),
      ok: { type: 'open.naming', naming: nameEntry('device', settings.name, null) },
    },
    {
      label: 'Distance calibration',
      value: `X ${settings.x_factor.toFixed(2)}`,
      ok: { type: 'open.calibration' },
    },
    {
      label: 'Shot forwarding',
      value: facts.forwarding.address || 'off',
      ok: { type: 'open.forwarding' },
    },
    { label: 'Firmware', value: firmwareValue(firmware), ok: { type: 'open.firmware' } },
    { label: 'Manage extensions', value: `${facts.installed.length} installed`, ok: { type: 'open.extensions' } },
  ];
}
