// Persisted state of extensions: the installed ones in slot order, and the data of each by its code: settings, store
// and trend, which survive an update (R104–R106). The texts are in separate records.

import { EXTENSION_VERSION_MAX } from '../../wire/choices.ts';
import { SHARE_CODE_SYMBOLS } from '../../wire/limits.ts';
import { readCode } from '../../wire/crockford.ts';
import type { Experience } from '../../wire/relay/shapes.ts';
import { INSTALLED_MAX } from '../../wire/limits.ts';
import { EMPTY_EXPERIENCE } from '../../wire/relay/state.ts';
import type { Manifest, Setting, TrendField } from '../extension-runtime/manifest.ts';
import { isSettingValue, isStored, type SettingValue, type Stored } from '../extension-runtime/session.ts';
import { settingsIn } from './extension-settings.ts';
import { UNIX_S, isIntegerIn, isRecord, recordsOf, textOr } from './fields.ts';
import { PLAYER_ID } from './players.ts';

/** C24: slot i is game mode 24 + i. */
const SLOT_MODE_FIRST = 24;

export interface Installed {
  /** The share code. */
  readonly code: string;
  readonly version: number;
  readonly name: string;
  readonly kind: 'drill' | 'game';
  /** Hash of its script, 64 hex characters. */
  readonly sha256: string;
  /** True if the store installs it on every device; the user cannot remove it. */
  readonly default: boolean;
  /** Description on its page; '' if none. */
  readonly about: string;
  readonly settings: readonly Setting[];
  readonly trend: readonly TrendField[];
}

/** Whether its menu row opens a page of its own; otherwise it starts immediately. */
export const hasPage = ({ about, settings, trend }: Installed): boolean =>
  about !== '' || settings.length > 0 || trend.length > 0;

/** Returns the entry for an extension text, from its manifest and its origin. */
export const entryOf = (
  { name, kind, about, settings, trend }: Manifest,
  from: Pick<Installed, 'code' | 'version' | 'sha256' | 'default'>,
): Installed => ({ ...from, name, kind, about, settings, trend });

export interface ExtensionData {
  readonly settings: Readonly<Record<string, SettingValue>>;
  readonly store: Readonly<Record<string, Stored>>;
  /** Newest last. */
  readonly trend: readonly ExtensionFigure[];
}

/** A figure that an extension added to its trend. */
export interface ExtensionFigure {
  /** Key in the manifest. */
  readonly key: string;
  readonly value: number;
  /** Player on turn when the figure was added; 0 if unknown. */
  readonly player_id: number;
  /** Unix seconds; 0 if the clock was not synced. */
  readonly unix_s: number;
}

export const NO_EXTENSION_DATA: ExtensionData = { settings: {}, store: {}, trend: [] };
const [NAME_CHARS_MAX, ABOUT_CHARS_MAX] = [32, 400];
/** C157: figures kept per key, and extensions whose data is kept, including removed ones. */
const [FIGURES_MAX, KEPT_CODES_MAX] = [200, 12];
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Returns the name of the flash record that holds a script. Each version has its own record, so that a power cut
 * between writing the script and the list leaves the old version intact (R117).
 */
export const textRecord = ({ code, sha256 }: Pick<Installed, 'code' | 'sha256'>): string =>
  `${TEXT_PREFIX}${code.toLowerCase()}-${sha256.slice(0, 16)}`;
const TEXT_PREFIX = 'text-';

/** Returns text records that no installed extension refers to. */
export function strayTexts(records: readonly string[], installed: readonly Installed[]): readonly string[] {
  const named = installed.map((each) => textRecord(each));
  return records.filter((record) => record.startsWith(TEXT_PREFIX) && !named.includes(record));
}

/** Reads the installed extensions from stored data; drops invalid entries and all after the sixth. */
export function installedFrom(data: unknown): readonly Installed[] {
  const entries = recordsOf(data).flatMap((entry) => entryFrom(entry));
  const codes = entries.map(({ code }) => code);
  return entries.filter(({ code }, i) => codes.indexOf(code) === i).slice(0, INSTALLED_MAX);
}

function entryFrom(entry: Readonly<Record<string, unknown>>): readonly Installed[] {
  const { code, version, name, kind, sha256, default: by_default, about, settings, trend } = entry;
  const read = typeof code === 'string' ? readCode(code, SHARE_CODE_SYMBOLS) : null;
  const known =
    read !== null && isIntegerIn(version, { min: 1, max: EXTENSION_VERSION_MAX }) && typeof sha256 === 'string';
  if (!known || !SHA256.test(sha256)) return [];
  return [
    {
      code: read,
      version,
      name: textOr(name, NAME_CHARS_MAX, read),
      kind: kind === 'game' ? 'game' : 'drill',
      sha256,
      default: by_default === true,
      about: textOr(about, ABOUT_CHARS_MAX, ''),
      settings: settingsIn(settings),
      trend: recordsOf(trend).flatMap((field) => trendFieldFrom(field)),
    },
  ];
}

const trendFieldFrom = ({ key, label, unit, better }: Readonly<Record<string, unknown>>): readonly TrendField[] =>
  typeof key === 'string' && typeof label === 'string' && typeof unit === 'string'
    ? [{ key, label, unit, better: better === 'low' ? 'low' : 'high' }]
    : [];

const valuesFrom = <T>(data: unknown, isOne: (value: unknown) => value is T): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(isRecord(data) ? data : {}).filter((entry): entry is [string, T] => isOne(entry[1])),
  );

/** Reads the data of each extension by its code. */
export function extensionDataFrom(data: unknown): Readonly<Record<string, ExtensionData>> {
  const read = Object.entries(isRecord(data) ? data : {}).flatMap(([code, entry]) =>
    readCode(code, SHARE_CODE_SYMBOLS) === code && isRecord(entry) ? [[code, dataFrom(entry)] as const] : [],
  );
  return Object.fromEntries(read);
}

const dataFrom = ({ settings, store, trend }: Readonly<Record<string, unknown>>): ExtensionData => ({
  settings: valuesFrom(settings, isSettingValue),
  store: valuesFrom(store, isStored),
  trend: newestFigures(recordsOf(trend).flatMap((entry) => figureFrom(entry))),
});

const figureFrom = ({ key, value, player_id, unix_s }: Readonly<Record<string, unknown>>): readonly ExtensionFigure[] =>
  typeof key === 'string' && typeof value === 'number'
    ? [
        {
          key,
          value,
          player_id: isIntegerIn(player_id, PLAYER_ID) ? player_id : 0,
          unix_s: isIntegerIn(unix_s, UNIX_S) ? unix_s : 0,
        },
      ]
    : [];

/** Returns the newest figures of each key, in their order. */
export function newestFigures<T extends { readonly key: string }>(figures: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  const isNew = ({ key }: T): boolean => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= FIGURES_MAX;
  };
  return figures.toReversed().filter(isNew).toReversed();
}

/** Returns the list with an extension in its slot, or in the next free one; a seventh is not added (R104). */
export function withInstalled(installed: readonly Installed[], entry: Installed): readonly Installed[] {
  if (installed.some(({ code }) => code === entry.code))
    return installed.map((each) => (each.code === entry.code ? entry : each));
  return installed.length < INSTALLED_MAX ? [...installed, entry] : installed;
}

/** Returns the data of an extension with an addition. */
const withAdded = (data: ExtensionData, added: Partial<ExtensionData>): ExtensionData => ({
  settings: added.settings ?? data.settings,
  store: added.store ?? data.store,
  trend: newestFigures([...data.trend, ...(added.trend ?? [])]),
});

/**
 * Returns the data of all extensions with an addition for one of them; drops the data of the extensions that were
 * removed longest ago.
 */
export function withExtensionData(
  all: Readonly<Record<string, ExtensionData>>,
  installed: readonly Installed[],
  code: string,
  added: Partial<ExtensionData>,
): Readonly<Record<string, ExtensionData>> {
  const { [code]: before = NO_EXTENSION_DATA, ...others } = all;
  const removed = Object.keys(others).filter((each) => !installed.some((entry) => entry.code === each));
  const room = KEPT_CODES_MAX - 1 - (Object.keys(others).length - removed.length);
  const gone = removed.slice(0, Math.max(0, removed.length - room));
  const kept = Object.entries(others).filter(([each]) => !gone.includes(each));
  return { ...Object.fromEntries(kept), [code]: withAdded(before, added) };
}

/** Returns the list without an extension; those after it move up a slot. */
export const withoutInstalled = (installed: readonly Installed[], code: string): readonly Installed[] =>
  installed.filter((each) => each.code !== code);

export const withDefault = (installed: readonly Installed[], code: string, by_default: boolean): readonly Installed[] =>
  installed.map((each) => (each.code === code ? { ...each, default: by_default } : each));

/** Returns the message shown when an extension is removed. */
export const removedText = ({ installed }: { installed: readonly Installed[] }, code: string): string =>
  `${installed.find((each) => each.code === code)?.name ?? code} was removed.`;

/** C24, R105: returns the game mode of a slot: slot i is game mode 24 + i. */
export const modeOfSlot = (slot: number): number => SLOT_MODE_FIRST + slot;

/** Returns the share code of the extension in the slot of a mode; null if none. */
export const codeInMode = (installed: readonly Installed[], mode: number): string | null =>
  installed[mode - SLOT_MODE_FIRST]?.code ?? null;

/**
 * Returns the chosen experience after slots have moved: it follows its extension by code, and is reset if the extension
 * was removed (R109).
 */
export function experienceFollowing(exp: Experience, code: string | null, installed: readonly Installed[]): Experience {
  if (code === null) return exp;
  const slot = installed.findIndex((each) => each.code === code);
  return slot < 0 ? { ...EMPTY_EXPERIENCE, gen: exp.gen } : { ...exp, mode: modeOfSlot(slot) };
}
