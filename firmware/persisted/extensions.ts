// What a device remembers of extensions: which are installed, in the order of their slots, and what belongs to each by its code:
// settings, store and trend, which an update keeps (R104–R106). The texts are records of their own.

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
  /** Of its text, 64 hex characters. */
  readonly sha256: string;
  /** The store has it installed everywhere; it can't be removed here. */
  readonly default: boolean;
  /** Its own words on its page; '' for none. */
  readonly about: string;
  readonly settings: readonly Setting[];
  readonly trend: readonly TrendField[];
}

/** Whether its row in the menu leads to a page of its own; otherwise it starts at once. */
export const hasPage = ({ about, settings, trend }: Installed): boolean =>
  about !== '' || settings.length > 0 || trend.length > 0;

/** The entry of a text: what its manifest says, and where it is from. */
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

/** A figure that an extension has added to its trend. */
export interface ExtensionFigure {
  /** As the manifest names it. */
  readonly key: string;
  readonly value: number;
  /** The player on turn when it was added; 0 if not known. */
  readonly player_id: number;
  /** Unix seconds, 0 when the clock was not synced. */
  readonly unix_s: number;
}

export const NO_EXTENSION_DATA: ExtensionData = { settings: {}, store: {}, trend: [] };
const [NAME_CHARS_MAX, ABOUT_CHARS_MAX] = [32, 400];
/** C157: figures kept of each key, and extensions whose data is kept with that of the removed ones. */
const [FIGURES_MAX, KEPT_CODES_MAX] = [200, 12];
const SHA256 = /^[0-9a-f]{64}$/;

/**
 * The flash record that holds a text. Another version has another record, so that a loss of power between its text and the list
 * that names it leaves the old version whole (R117).
 */
export const textRecord = ({ code, sha256 }: Pick<Installed, 'code' | 'sha256'>): string =>
  `${TEXT_PREFIX}${code.toLowerCase()}-${sha256.slice(0, 16)}`;
const TEXT_PREFIX = 'text-';

/** Records of texts that nobody names any more. */
export function strayTexts(records: readonly string[], installed: readonly Installed[]): readonly string[] {
  const named = installed.map((each) => textRecord(each));
  return records.filter((record) => record.startsWith(TEXT_PREFIX) && !named.includes(record));
}

/** Out of stored data; entries that make no sense are left out, and so is what comes after the sixth. */
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

/** What belongs to each extension, by its code. */
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

/** The newest of each key, in their order. */
export function newestFigures<T extends { readonly key: string }>(figures: readonly T[]): readonly T[] {
  const counts = new Map<string, number>();
  const isNew = ({ key }: T): boolean => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= FIGURES_MAX;
  };
  return figures.toReversed().filter(isNew).toReversed();
}

/** The list with an extension in its slot, or in the next free one; a seventh does not get in (R104). */
export function withInstalled(installed: readonly Installed[], entry: Installed): readonly Installed[] {
  if (installed.some(({ code }) => code === entry.code))
    return installed.map((each) => (each.code === entry.code ? entry : each));
  return installed.length < INSTALLED_MAX ? [...installed, entry] : installed;
}

/** The data after an extension has added to it. */
const withAdded = (data: ExtensionData, added: Partial<ExtensionData>): ExtensionData => ({
  settings: added.settings ?? data.settings,
  store: added.store ?? data.store,
  trend: newestFigures([...data.trend, ...(added.trend ?? [])]),
});

/** All data after one extension has added to its own: that of the extensions removed longest ago goes. */
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

/** The list without an extension; those behind it move up a slot. */
export const withoutInstalled = (installed: readonly Installed[], code: string): readonly Installed[] =>
  installed.filter((each) => each.code !== code);

export const withDefault = (installed: readonly Installed[], code: string, by_default: boolean): readonly Installed[] =>
  installed.map((each) => (each.code === code ? { ...each, default: by_default } : each));

/** What is said when an extension goes. */
export const removedText = ({ installed }: { installed: readonly Installed[] }, code: string): string =>
  `${installed.find((each) => each.code === code)?.name ?? code} was removed.`;

/** C24, R105: slot i is game mode 24 + i. */
export const modeOfSlot = (slot: number): number => SLOT_MODE_FIRST + slot;

/** Share code of the extension in the slot of a mode; null where there is none. */
export const codeInMode = (installed: readonly Installed[], mode: number): string | null =>
  installed[mode - SLOT_MODE_FIRST]?.code ?? null;

/** The chosen experience after slots have moved: an extension is followed by its code, and one that has gone is no choice (R109). */
export function experienceFollowing(exp: Experience, code: string | null, installed: readonly Installed[]): Experience {
  if (code === null) return exp;
  const slot = installed.findIndex((each) => each.code === code);
  return slot < 0 ? { ...EMPTY_EXPERIENCE, gen: exp.gen } : { ...exp, mode: modeOfSlot(slot) };
}
