// Persisted state of the device. Never contains machine snapshots: after a boot, the machines start fresh from this
// state.

import type { Random } from '../../hal/random/random.ts';
import { DEVICE_ID } from '../../wire/choices.ts';
import { assertDefined } from '../../wire/errors.ts';
import { tableOf } from '../../wire/keys-of.ts';
import type { Range } from '../../wire/limits.ts';
import type { Experience } from '../../wire/relay/shapes.ts';
import { readSecret } from '../../wire/signing.ts';
import type { CourseState } from '../experiences/course/round.ts';
import { courseFrom } from '../experiences/course/stored.ts';
import {
  cfgsFrom,
  isStored,
  restoreSet,
  STORED_SETS,
  type AnySetState,
  type Cfgs,
  type SetId,
  type StoredSetId,
} from '../experiences/registry.ts';
import { calibrationsFrom, type Calibration } from './calibrations.ts';
import {
  codeInMode,
  experienceFollowing,
  extensionDataFrom,
  installedFrom,
  type ExtensionData,
  type Installed,
} from './extensions.ts';
import { greenRecordData, greenRecordFrom, type GreenRecord } from '../greens/green-record.ts';
import { isIntegerIn, isRecord } from './fields.ts';
import { FIRMWARE_DEFAULT, firmwareFrom, type FirmwarePersisted } from './firmware.ts';
import { forwardingFrom, type Forwarding } from './forwarding.ts';
import { OFFLINE, experienceFrom, onlineFrom, type OnlineRecord } from './online.ts';
import { PLAYERS_DEFAULT, PLAYER_ID, playersFrom, type Player } from './players.ts';
import {
  isPuttRecord,
  newestPuttRows,
  NO_PUTTS,
  PUTT_RECORDS,
  puttRecordData,
  puttsFrom,
  type PuttRecord,
  type Putts,
} from './putts.ts';
import { settingsFrom, SETTINGS_DEFAULT, type Settings } from './settings.ts';
import { simulatorFrom, type SimulatorSettings } from './simulator.ts';
import { TRENDS_EMPTY, trendsFrom, type Trends } from './trends.ts';

export interface Persisted {
  readonly id: string;
  /** 64 hex characters, shared with the cloud; '' if no cloud knows this device. Never shown or logged. */
  readonly secret: string;
  readonly settings: Settings;
  readonly players: readonly Player[];
  /** Id of the next new player; ids are never reused. */
  readonly next_player_id: number;
  readonly cfgs: Cfgs;
  readonly trends: Trends;
  readonly putts: Putts;
  /** Unfinished sets that can be resumed. */
  readonly sets: Readonly<Record<StoredSetId, AnySetState | null>>;
  /**
   * Number of finished sets. Stored with the trends, and with each set as it was when that set was stored: if power is
   * lost between the two writes at the end of a set, the leftover set is recognised as already counted in the trend.
   */
  readonly ended: Readonly<Record<StoredSetId, number>>;
  readonly online: OnlineRecord;
  /** Last choice in the menu; `gen` counts the choices (R60, R61). */
  readonly exp: Experience;
  /** The current or last round of course play that this device scores. */
  readonly round: CourseState | null;
  /** Seq of the newest guest input that this host has applied or rejected; null before the first session (C15). */
  readonly input_seq: number | null;
  readonly simulator: SimulatorSettings;
  readonly forwarding: Forwarding;
  readonly firmware: FirmwarePersisted;
  /** Newest last. */
  readonly calibrations: readonly Calibration[];
  /** In slot order. */
  readonly installed: readonly Installed[];
  /** Keyed by share code; data of uninstalled extensions is kept. */
  readonly extension_data: Readonly<Record<string, ExtensionData>>;
  /** Green of the sets whose rules give no slope; null if it is flat. */
  readonly green: GreenRecord | null;
}

type SetRecord = `set-${StoredSetId}`;

export const setRecord = (id: StoredSetId): SetRecord => `set-${id}`;

export const SET_RECORDS: readonly SetRecord[] = STORED_SETS.map((id) => setRecord(id));

/** Flash records, one for each group of values that changes independently. */
export const RECORDS = [
  'identity',
  'calibrations',
  'settings',
  'players',
  'cfg',
  'trends',
  ...PUTT_RECORDS,
  ...SET_RECORDS,
  'online',
  'experience',
  'round',
  'simulator',
  'forwarding',
  'firmware',
  'extensions',
  'extension-data',
  'green',
] as const;
export type RecordName = (typeof RECORDS)[number];

const setIdOf = (record: SetRecord): StoredSetId => {
  const id = STORED_SETS.find((each) => setRecord(each) === record);
  return assertDefined(id, record);
};

export const isSetRecord = (record: RecordName): record is SetRecord => record.startsWith('set-');

/**
 * Returns the records that may be written: skips unreadable ones, and the end of a set if its trend record is
 * unreadable. The newest putts are stored without their set then.
 */
export const writableOf = (records: readonly RecordName[], unread: readonly RecordName[]): readonly RecordName[] => {
  const lost_trend = records.includes('trends') && unread.includes('trends');
  const writes = (record: RecordName): boolean => !unread.includes(record) && !(lost_trend && isSetRecord(record));
  const instead = records.some((record) => isSetRecord(record) && !writes(record)) ? (['putts'] as const) : [];
  return [...records, ...instead].filter(writes);
};

/** Returns the part of the persisted state that a record stores. */
export function recordData(persisted: Persisted, record: RecordName): unknown {
  if (isPuttRecord(record)) return puttRecordData(persisted.putts, record);
  if (!isSetRecord(record)) return plainData(persisted, record);
  const id = setIdOf(record);
  return { set: persisted.sets[id], ended: persisted.ended[id], putts: newestPuttRows(persisted.putts) };
}

function plainData(persisted: Persisted, record: Exclude<RecordName, SetRecord | PuttRecord>): unknown {
  switch (record) {
    case 'identity':
      return { id: persisted.id, secret: persisted.secret };
    case 'calibrations':
      return { calibrations: persisted.calibrations };
    case 'settings':
      return persisted.settings;
    case 'players':
      return { next_id: persisted.next_player_id, players: persisted.players };
    case 'cfg':
      return persisted.cfgs;
    case 'trends':
      return { ...persisted.trends, ended: persisted.ended };
    case 'online':
      return persisted.online;
    case 'experience':
      return { ...persisted.exp, extension: codeInMode(persisted.installed, persisted.exp.mode) ?? undefined };
    case 'round':
      return { round: persisted.round, input_seq: persisted.input_seq };
    case 'simulator':
      return persisted.simulator;
    case 'forwarding':
      return persisted.forwarding;
    case 'firmware':
      return persisted.firmware;
    case 'extensions':
      return { installed: persisted.installed };
    case 'extension-data':
      return persisted.extension_data;
    case 'green':
      return greenRecordData(persisted.green);
  }
}

export type StoredData = Readonly<Partial<Record<RecordName, unknown>>>;

/** Builds the persisted state from the flash; missing or invalid values become defaults. Never throws. */
export function persistedFrom(stored: StoredData, id: string): Persisted {
  const fieldsOf = (record: RecordName): Record<string, unknown> => {
    const data = stored[record];
    return isRecord(data) ? data : {};
  };
  const players = playersFrom(fieldsOf('players')['players']);
  const known = (set: AnySetState | null): AnySetState | null =>
    set && set.seats.every((seat) => players.some((player) => player.id === seat.player_id)) ? set : null;
  const ended = endedFrom(fieldsOf('trends')['ended']);
  const set = (id: StoredSetId): AnySetState | null => {
    const { set: data, ended: then } = fieldsOf(setRecord(id));
    return isIntegerIn(then, COUNT) && then < ended[id] ? null : known(restoreSet(id, data));
  };
  const installed = installedFrom(fieldsOf('extensions')['installed']);
  return {
    id,
    secret: storedSecret(fieldsOf('identity')),
    settings: settingsFrom(fieldsOf('settings')),
    players,
    next_player_id: nextPlayerId(fieldsOf('players')['next_id'], players),
    cfgs: cfgsFrom(fieldsOf('cfg')),
    trends: trendsFrom(fieldsOf('trends')),
    putts: puttsFrom(
      fieldsOf,
      STORED_SETS.map((id) => fieldsOf(setRecord(id))['putts']),
    ),
    sets: tableOf(STORED_SETS, set),
    ended,
    online: onlineFrom(fieldsOf('online')),
    exp: storedExperience(fieldsOf('experience'), installed),
    round: courseFrom(fieldsOf('round')['round']),
    input_seq: seqFrom(fieldsOf('round')['input_seq']),
    simulator: simulatorFrom(fieldsOf('simulator')),
    forwarding: forwardingFrom(fieldsOf('forwarding')),
    firmware: firmwareFrom(fieldsOf('firmware')),
    calibrations: calibrationsFrom(fieldsOf('calibrations')['calibrations']),
    installed,
    extension_data: extensionDataFrom(stored['extension-data']),
    green: greenRecordFrom(fieldsOf('green')),
  };
}

/** Finds an extension by its code, not its slot: power may have been lost between writing the slots and this record. */
const storedExperience = (data: Record<string, unknown>, installed: readonly Installed[]): Experience => {
  const { extension } = data;
  return experienceFollowing(experienceFrom(data), typeof extension === 'string' ? extension : null, installed);
};

function storedSecret({ secret }: Record<string, unknown>): string {
  return typeof secret === 'string' && readSecret(secret) ? secret : '';
}

function nextPlayerId(data: unknown, players: readonly Player[]): number {
  const above = Math.max(...players.map((player) => player.id)) + 1;
  return isIntegerIn(data, { min: above, max: PLAYER_ID.max + 1 }) ? data : above;
}

const COUNT: Range = { min: 0, max: Number.MAX_SAFE_INTEGER };
const countFrom = (data: unknown): number => (isIntegerIn(data, COUNT) ? data : 0);
const seqFrom = (data: unknown): number | null => (isIntegerIn(data, COUNT) ? data : null);

function endedFrom(data: unknown): Persisted['ended'] {
  const ended = isRecord(data) ? data : {};
  return tableOf(STORED_SETS, (id) => countFrom(ended[id]));
}

export const PERSISTED_DEFAULT: Persisted = {
  id: '',
  secret: '',
  settings: SETTINGS_DEFAULT,
  players: PLAYERS_DEFAULT,
  next_player_id: 2,
  cfgs: cfgsFrom({}),
  trends: TRENDS_EMPTY,
  putts: NO_PUTTS,
  sets: tableOf(STORED_SETS, () => null),
  ended: tableOf(STORED_SETS, () => 0),
  online: OFFLINE,
  exp: experienceFrom({}),
  round: null,
  input_seq: null,
  simulator: simulatorFrom({}),
  forwarding: forwardingFrom({}),
  firmware: FIRMWARE_DEFAULT,
  calibrations: [],
  installed: [],
  extension_data: {},
  green: null,
};

/** Returns a new device id: `TP-` and 12 upper-case hex digits (C8). */
export const newDeviceId = (random: Random): string =>
  `TP-${Array.from(random.bytes(6), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;

export function storedId(stored: StoredData): string | null {
  const data = stored.identity;
  const id = isRecord(data) ? data['id'] : null;
  return typeof id === 'string' && DEVICE_ID.test(id) ? id : null;
}

export const nameOf = (persisted: Persisted): string => persisted.settings.name || persisted.id;
export const playerOf = (persisted: Persisted, player_id: number | null): Player | undefined =>
  persisted.players.find((player) => player.id === player_id);
export const storedSet = (persisted: Persisted, id: SetId): AnySetState | null =>
  isStored(id) ? persisted.sets[id] : null;
