// The rows of every page that is a list: what each shows, and what each key does on it.

import { PLAYERS_MAX } from '../../wire/limits.ts';
import type { CourseId, DrillId, GameId } from '../../wire/choices.ts';
import type { Change } from '../facts/changes.ts';
import { nameOf, playerOf, storedSet, type Facts } from '../facts/facts.ts';
import { courseName, type COURSE_FIELDS } from '../games/course/cfg.ts';
import { isUnfinished } from '../games/course/stored.ts';
import {
  COURSE_IDS,
  isCourse,
  isSimPage,
  isUnsensed,
  nameOfExperience,
  type ExperienceId,
} from '../games/experiences.ts';
import type { DrillField } from '../games/drills/drill.ts';
import { DRILLS } from '../games/drills/drills.ts';
import { GAME_IDS, isDrill, rulesOf } from '../games/games.ts';
import { stationText } from '../units.ts';
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
  readonly icon?: string;
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

const SIM_WAYS = ['simdirect', 'simport'] as const;

const menuRows = ({ installed }: Facts): readonly Row[] => [
  ...GAME_IDS.map((game): Row => ({ label: rulesOf(game).name, icon: game, ok: { type: 'open.setup', game } })),
  ...['path' as const, ...COURSE_IDS, ...SIM_WAYS].map((game): Row => ({
    label: nameOfExperience(game),
    icon: game,
    ok: { type: 'open.setup', game },
  })),
  ...installed.map((each) => extensionRow(each)),
  { label: 'Play together', icon: 'together', ok: { type: 'open.together' } },
  { label: 'Players', icon: 'players', ok: { type: 'open.players' } },
  { label: 'Settings', icon: 'settings', ok: { type: 'open.settings' } },
  { label: 'Status', icon: 'status', ok: { type: 'open.status' } },
];

function setupRows(facts: Facts, game: ExperienceId): readonly Row[] {
  if (isCourse(game)) return courseRows(facts, game);
  if (isSimPage(game)) return simSetupRows(facts, game);
  if (isUnsensed(game)) return [];
  const set = storedSet(facts, game);
  const go_on: Row[] = set
    ? [{ label: 'Go on', value: rulesOf(game).progress(set), ok: { type: 'open.play', resume: true } }]
    : [];
  const start: Row = { label: set ? 'Start anew' : 'Start', ok: { type: 'open.play', resume: false } };
  const trend: Row = { label: 'Trend', ok: { type: 'open.trend' } };
  return [...go_on, start, ...cfgRows(facts, game), trend];
}

function courseRows({ round: kept, cfgs: { course }, settings }: Facts, game: CourseId): readonly Row[] {
  const going = isUnfinished(kept) && kept.game === game ? kept.round : null;
  const step = (label: string, value: string, key: keyof typeof COURSE_FIELDS): Row =>
    stepRow(label, value, (direction) => ({ kind: 'step_course', key, direction }));
  const drawn: Row[] = [
    step('Shortest hole', stationText(course.csMin, settings.units), 'csMin'),
    step('Longest hole', stationText(course.csMax, settings.units), 'csMax'),
  ];
  const go_on: Row[] = going
    ? [
        { label: 'Go on', value: `hole ${going.hole} of ${going.nh}`, ok: { type: 'open.play', resume: true } },
        { label: 'End the round', ok: { type: 'course.end' } },
      ]
    : [];
  return [
    ...go_on,
    { label: going ? 'Start anew' : 'Start', ok: { type: 'open.play', resume: false } },
    step('Course', courseName(course) || 'at random', 'course'),
    step('Holes', String(course.holes), 'holes'),
    ...(course.course > 0 ? [] : drawn),
  ];
}

function cfgRows(facts: Facts, game: GameId): readonly Row[] {
  const { lag, close } = facts.cfgs;
  const { units } = facts.settings;
  if (game === 'close')
    return [
      stepRow('Putts at most', String(close.shots), (direction) => ({ kind: 'step_close', key: 'shots', direction })),
    ];
  if (isDrill(game)) return drillRows(facts, game);
  if (game === 'golf')
    return [stepRow('Holes', String(facts.cfgs.golf.holes), (direction) => ({ kind: 'step_golf', direction }))];
  if (game !== 'lag') return [];
  const shots = stepRow('Putts', String(lag.shots), (direction) => ({ kind: 'step_lag', key: 'shots', direction }));
  const mode = toggleRow('Stations', lag.manual ? 'all at one distance' : 'at random', { kind: 'toggle_lag_manual' });
  const feet = (label: string, key: 'csMin' | 'csMax' | 'target'): Row =>
    stepRow(label, stationText(lag[key], units), (direction) => ({ kind: 'step_lag', key, direction }));
  const stations = lag.manual ? [feet('Distance', 'target')] : [feet('Shortest', 'csMin'), feet('Longest', 'csMax')];
  return [shots, mode, ...stations];
}

function drillRows({ cfgs, settings }: Facts, game: DrillId): readonly Row[] {
  const spec = DRILLS[game];
  const cfg = cfgs[game];
  const fields: Readonly<Record<string, DrillField>> = spec.fields;
  return spec.shown(cfg).flatMap((key) => {
    const field = fields[key];
    if (!field) return [];
    const value = cfg[key] ?? field.default;
    const text = field.unit === 'ft' ? stationText(value, settings.units) : (field.words?.[value] ?? String(value));
    return [stepRow(field.label, text, (direction) => ({ kind: 'step_drill', game, key, direction }))];
  });
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
