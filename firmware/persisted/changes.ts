// Changes of the persisted state: each is a value, applied by one pure function that also returns the affected records.

import { inRange, NAME_CHARS_MAX, PLAYERS_MAX } from '../../wire/limits.ts';
import { isCountry, type SetUpForm } from '../../wire/set-up.ts';
import { readPrivateAddress } from '../../wire/shot/private-address.ts';
import type { Experience } from '../../wire/relay/shapes.ts';
import { resumed } from '../experiences/course/round.ts';
import { publishedCfg } from '../experiences/published-cfg.ts';
import {
  cfgsStepped,
  experienceOfMode,
  STORED_SETS,
  type CfgGroup,
  type StoredSetId,
} from '../experiences/registry.ts';
import { setRecord, type Persisted, type RecordName } from './persisted.ts';
import { lineOf, stepped, wholeStep } from './fields.ts';
import { withoutCode, withRole, type OnlineRecord } from './online.ts';
import { HANDICAP_FIELD, PLAYER_ID, RATIO_FIELD, newPlayer, type Player } from './players.ts';
import { withCalibration, type Calibration } from './calibrations.ts';
import { steppedSetting } from './extension-settings.ts';
import {
  codeInMode,
  experienceFollowing,
  NO_EXTENSION_DATA,
  withExtensionData,
  withDefault,
  withInstalled,
  withoutInstalled,
  type ExtensionData,
  type Installed,
} from './extensions.ts';
import { withMode, withTry, type FirmwarePersisted, type FirmwareMode } from './firmware.ts';
import { SHOT_PORT, type Forwarding } from './forwarding.ts';
import { settingsChanged, type SettingsChange } from './settings.ts';
import { TAP_GAP, withNextPreset, withReserved, type SimulatorSettings } from './simulator.ts';
import { keepPlay, unchanged, type Changed, type PlayChange } from './play-changes.ts';

type Direction = 1 | -1;

export type PersistedChange =
  | SettingsChange
  /** Names of the device and of the first players, and the country. Without a network, the first start is finished. */
  | { readonly kind: 'set_up'; readonly form: SetUpForm }
  /** `text`: the name. Default: a generated name. */
  | { readonly kind: 'add_player'; readonly text?: string }
  | { readonly kind: 'remove_player'; readonly player_id: number }
  | { readonly kind: 'name_player'; readonly player_id: number; readonly text: string }
  | { readonly kind: 'turn_hand'; readonly player_id: number }
  | {
      readonly kind: 'step_player';
      readonly player_id: number;
      readonly key: keyof typeof PLAYER_FIELDS;
      readonly direction: Direction;
    }
  /** Steps a setting of an experience; an unknown key changes nothing. */
  | { readonly kind: 'step_cfg'; readonly group: CfgGroup; readonly key: string; readonly direction: Direction }
  | { readonly kind: 'select'; readonly mode: number; readonly cfg: Experience['cfg'] }
  | { readonly kind: 'set_online'; readonly role: OnlineRecord['role']; readonly code: string }
  /** Forgets a code to rejoin whose session no longer exists. */
  | { readonly kind: 'forget_code'; readonly code: string }
  | { readonly kind: 'set_address'; readonly of: 'direct' | 'connector'; readonly text: string }
  | { readonly kind: 'step_preset' | 'step_tap_gap'; readonly direction: Direction }
  /** Installs a new extension or a new version; its script is already in the flash. */
  | { readonly kind: 'install'; readonly entry: Installed }
  /** Uninstalls an extension but keeps its data, in case it is installed again. */
  | { readonly kind: 'uninstall'; readonly code: string }
  | { readonly kind: 'flag_extension'; readonly code: string; readonly default: boolean }
  | { readonly kind: 'step_extension'; readonly code: string; readonly key: string; readonly direction: Direction }
  | { readonly kind: 'add_extension_data'; readonly code: string; readonly added: Partial<ExtensionData> }
  /** An invalid value changes nothing. */
  | { readonly kind: 'set_forwarding'; readonly forwarding: Partial<Forwarding> }
  /** An attempt to install a version is about to start. */
  | { readonly kind: 'count_firmware_try'; readonly version: string }
  | { readonly kind: 'pick_firmware_mode'; readonly mode: FirmwareMode }
  | { readonly kind: 'calibrate'; readonly entry: Calibration }
  | { readonly kind: 'undo_calibration' }
  /** Reserves the shot numbers of one connection. */
  | { readonly kind: 'reserve_shots' }
  | PlayChange;

const PLAYER_FIELDS = { handicap: HANDICAP_FIELD, impact_ratio: RATIO_FIELD };

/** Whether a change is to a setting that the host controls; a guest that makes it stops following the host (R67). */
export const isHostDriven = ({ kind, ...change }: PersistedChange): boolean =>
  kind === 'step_cfg' || (kind === 'step_setting' && 'key' in change && change.key === 'stimp');

/**
 * Returns the persisted state after a change, with updated settings of the chosen experience; its gen stays (R60). A new
 * round may change the greens that are published.
 */
export function changePersisted(persisted: Persisted, change: PersistedChange): Changed {
  const changed = changeOnce(persisted, change);
  const chosen = experienceOfMode(persisted.exp.mode);
  if (!chosen || !(isHostDriven(change) || change.kind === 'keep_round')) return changed;
  const cfg = publishedCfg(changed.persisted, chosen.id, persisted.exp.cfg['resume'] === 1);
  if (JSON.stringify(cfg) === JSON.stringify(persisted.exp.cfg)) return changed;
  return {
    persisted: { ...changed.persisted, exp: { ...persisted.exp, cfg } },
    records: [...changed.records, 'experience'],
  };
}

/** Returns the persisted state after a change. An impossible one (a fifth player, an empty name) has no effect. */
function changeOnce(persisted: Persisted, change: PersistedChange): Changed {
  switch (change.kind) {
    case 'step_setting':
    case 'toggle_units':
    case 'turn_face':
    case 'name_device':
    case 'set_country':
    case 'toggle_own_network':
    case 'finish_set_up': {
      const settings = { ...persisted.settings, ...settingsChanged(persisted.settings, change) };
      return { persisted: { ...persisted, settings }, records: ['settings'] };
    }
    case 'set_up':
      return setUp(persisted, change.form);
    case 'add_player':
    case 'remove_player':
    case 'name_player':
    case 'turn_hand':
    case 'step_player':
      return changePlayers(persisted, change);
    case 'step_cfg': {
      const cfgs = cfgsStepped(persisted.cfgs, change.group, change.key, change.direction);
      return { persisted: { ...persisted, cfgs }, records: ['cfg'] };
    }
    case 'select':
      return {
        persisted: { ...persisted, exp: { mode: change.mode, gen: persisted.exp.gen + 1, cfg: change.cfg } },
        records: ['experience'],
      };
    case 'set_online':
      return setOnline(persisted, change);
    case 'forget_code': {
      const online = withoutCode(persisted.online, change.code);
      return online.recent.length === persisted.online.recent.length
        ? unchanged(persisted)
        : { persisted: { ...persisted, online }, records: ['online'] };
    }
    case 'set_address':
      return withSimulator(persisted, { [change.of]: change.text });
    case 'step_preset':
      return withSimulator(persisted, withNextPreset(persisted.simulator, change.direction));
    case 'step_tap_gap':
      return withSimulator(persisted, {
        tap_gap_ms: stepped(persisted.simulator.tap_gap_ms, change.direction, TAP_GAP),
      });
    case 'reserve_shots':
      return withSimulator(persisted, withReserved(persisted.simulator));
    case 'install':
    case 'uninstall':
    case 'flag_extension':
      return changeSlots(persisted, change);
    case 'step_extension':
      return stepExtension(persisted, change);
    case 'add_extension_data':
      return addExtensionData(persisted, change.code, change.added);
    case 'count_firmware_try':
      return withFirmware(persisted, withTry(persisted.firmware, change.version));
    case 'pick_firmware_mode':
      return withFirmware(persisted, withMode(change.mode));
    case 'set_forwarding':
      return withForwarding(persisted, change.forwarding);
    case 'calibrate':
    case 'undo_calibration':
      return changeCalibrations(persisted, change);
    default:
      return keepPlay(persisted, change);
  }
}

function setOnline(persisted: Persisted, { role, code }: Extract<PersistedChange, { kind: 'set_online' }>): Changed {
  const online = withRole(persisted.online, role, code);
  if (JSON.stringify(online) === JSON.stringify(persisted.online)) return unchanged(persisted);
  if (role !== 'host' || !persisted.round) return { persisted: { ...persisted, online }, records: ['online'] };
  // A new session has not seen this round, or has seen it end differently.
  const round = resumed(persisted.round, persisted.round.round.id + 1);
  return { persisted: { ...persisted, online, round }, records: ['online', 'round'] };
}

/** Applies a form: an empty field leaves its value. */
function setUp(persisted: Persisted, { network, name, country, players }: SetUpForm): Changed {
  const settings = {
    ...persisted.settings,
    name: lineOf(name, NAME_CHARS_MAX) || persisted.settings.name,
    country: isCountry(country) ? country : persisted.settings.country,
    set_up: persisted.settings.set_up || network === null,
  };
  const named = players.reduce((before, text, place) => {
    if (lineOf(text, NAME_CHARS_MAX) === '') return before;
    const player = before.players[place];
    return changePlayers(
      before,
      player ? { kind: 'name_player', player_id: player.id, text } : { kind: 'add_player', text },
    ).persisted;
  }, persisted);
  return { persisted: { ...named, settings }, records: ['settings', 'players'] };
}

const addExtensionData = (persisted: Persisted, code: string, added: Partial<ExtensionData>): Changed => ({
  persisted: {
    ...persisted,
    extension_data: withExtensionData(persisted.extension_data, persisted.installed, code, added),
  },
  records: ['extension-data'],
});

function stepExtension(
  persisted: Persisted,
  { code, key, direction }: Extract<PersistedChange, { kind: 'step_extension' }>,
): Changed {
  const setting = persisted.installed.find((each) => each.code === code)?.settings.find((each) => each.key === key);
  if (!setting) return unchanged(persisted);
  const { settings } = persisted.extension_data[code] ?? NO_EXTENSION_DATA;
  const value = steppedSetting(setting, settings[key], direction);
  return addExtensionData(persisted, code, { settings: { ...settings, [key]: value } });
}

type SlotChange = Extract<PersistedChange, { kind: 'install' | 'uninstall' | 'flag_extension' }>;

function changeSlots(persisted: Persisted, change: SlotChange): Changed {
  const { installed } = persisted;
  if (change.kind === 'install') return withSlots(persisted, withInstalled(installed, change.entry));
  if (change.kind === 'uninstall') return withSlots(persisted, withoutInstalled(installed, change.code));
  return withSlots(persisted, withDefault(installed, change.code, change.default));
}

const withFirmware = (persisted: Persisted, firmware: FirmwarePersisted): Changed => ({
  persisted: { ...persisted, firmware },
  records: ['firmware'],
});

const withForwarding = (persisted: Persisted, change: Partial<Forwarding>): Changed => {
  const { address, port } = { ...persisted.forwarding, ...change };
  const known = (address === '' || readPrivateAddress(address)) && inRange(port, SHOT_PORT);
  return known
    ? { persisted: { ...persisted, forwarding: { address, port } }, records: ['forwarding'] }
    : unchanged(persisted);
};

/**
 * Returns the current value of the setting that a calibration corrected; if its player was removed, the value that the
 * calibration set.
 */
export const valueNow = (persisted: Persisted, { of, player_id, after }: Calibration): number =>
  of === 'x_factor'
    ? persisted.settings.x_factor
    : (persisted.players.find(({ id }) => id === player_id)?.impact_ratio ?? after);

type CalibrationChange = Extract<PersistedChange, { kind: 'calibrate' | 'undo_calibration' }>;

function changeCalibrations(persisted: Persisted, change: CalibrationChange): Changed {
  const { calibrations } = persisted;
  if (change.kind === 'calibrate')
    return withCorrection(persisted, change.entry, change.entry.after, withCalibration(calibrations, change.entry));
  const last = calibrations.at(-1);
  if (!last) return unchanged(persisted);
  // A value changed by hand since then stays.
  const value = valueNow(persisted, last);
  return withCorrection(persisted, last, value === last.after ? last.before : value, calibrations.slice(0, -1));
}

/**
 * Applies a correction to the shared X factor, or to one player's ratio; if the player was removed, only the history
 * changes (R138).
 */
function withCorrection(
  persisted: Persisted,
  { of, player_id }: Calibration,
  value: number,
  calibrations: readonly Calibration[],
): Changed {
  if (of === 'x_factor')
    return {
      persisted: { ...persisted, calibrations, settings: { ...persisted.settings, x_factor: value } },
      records: ['calibrations', 'settings'],
    };
  const players = persisted.players.map((player) =>
    player.id === player_id ? { ...player, impact_ratio: value } : player,
  );
  return { persisted: { ...persisted, calibrations, players }, records: ['calibrations', 'players'] };
}

/** Updates the slots; the chosen experience follows its extension to a new slot (R109). */
function withSlots(persisted: Persisted, installed: readonly Installed[]): Changed {
  const exp = experienceFollowing(persisted.exp, codeInMode(persisted.installed, persisted.exp.mode), installed);
  const moved: readonly RecordName[] = exp.mode === persisted.exp.mode ? [] : ['experience'];
  return { persisted: { ...persisted, installed, exp }, records: ['extensions', ...moved] };
}

const withSimulator = (persisted: Persisted, simulator: Partial<SimulatorSettings>): Changed => ({
  persisted: { ...persisted, simulator: { ...persisted.simulator, ...simulator } },
  records: ['simulator'],
});

type PlayerChange = Extract<
  PersistedChange,
  { kind: 'add_player' | 'remove_player' | 'name_player' | 'turn_hand' | 'step_player' }
>;

function changePlayers(persisted: Persisted, change: PlayerChange): Changed {
  const { players, next_player_id } = persisted;
  if (change.kind === 'add_player') {
    if (players.length >= PLAYERS_MAX || next_player_id > PLAYER_ID.max) return unchanged(persisted);
    const player = newPlayer(next_player_id);
    const name = lineOf(change.text ?? '', NAME_CHARS_MAX) || player.name;
    return withPlayers(persisted, [...players, { ...player, name }], next_player_id + 1);
  }
  const edit = (by: (player: Player) => Player): Changed =>
    withPlayers(
      persisted,
      players.map((player) => (player.id === change.player_id ? by(player) : player)),
    );
  if (change.kind === 'name_player') {
    const name = lineOf(change.text, NAME_CHARS_MAX);
    return name ? edit((player) => ({ ...player, name })) : unchanged(persisted);
  }
  if (change.kind === 'turn_hand')
    return edit((player) => ({ ...player, hand: player.hand === 'left' ? 'right' : 'left' }));
  if (change.kind === 'step_player') {
    const { key, direction } = change;
    return edit((player) => ({
      ...player,
      [key]: wholeStep(player[key], direction, PLAYER_FIELDS[key]) ?? player[key],
    }));
  }
  if (players.length <= 1) return unchanged(persisted);
  return forgetPlayer(persisted, change.player_id);
}

const withPlayers = (
  persisted: Persisted,
  players: readonly Player[],
  next_player_id = persisted.next_player_id,
): Changed => ({
  persisted: { ...persisted, players, next_player_id },
  records: ['players'],
});

/** Removes a player and the sets that cannot continue without them; trends stay in the record. */
function forgetPlayer(persisted: Persisted, player_id: number): Changed {
  const { persisted: without } = withPlayers(
    persisted,
    persisted.players.filter((player) => player.id !== player_id),
  );
  const plays = (game: StoredSetId): boolean =>
    persisted.sets[game]?.seats.some((seat) => seat.player_id === player_id) ?? false;
  const ended = STORED_SETS.filter((game) => plays(game));
  const sets = { ...persisted.sets, ...Object.fromEntries(ended.map((game) => [game, null])) };
  return { persisted: { ...without, sets }, records: ['players', ...ended.map((game) => setRecord(game))] };
}
