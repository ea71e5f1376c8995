// What a device remembers of extensions: which are installed, in the order of their slots, and what belongs to each by its code:
// settings, store and trend, which an update keeps (R104–R106). The texts are records of their own.

import { EXTENSION_VERSION_MAX } from '../../wire/choices.ts';
import { SHARE_CODE_SYMBOLS } from '../../wire/limits.ts';
import { readCode } from '../../wire/crockford.ts';
import type { Experience } from '../../wire/relay/shapes.ts';
import { INSTALLED_MAX } from '../../wire/limits.ts';
import { EMPTY_EXPERIENCE } from '../../wire/relay/state.ts';
import type { Setting } from '../extension-runtime/manifest.ts';
import { settingsIn } from './extension-settings.ts';
import { isIntegerIn, isListOfRecords, isRecord, textOr } from './fields.ts';

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
  /** What its page shows. */
  readonly settings: readonly Setting[];
}

type Stored = number | string | boolean;

export interface ExtensionData {
  readonly settings: Readonly<Record<string, Stored>>;
  readonly store: Readonly<Record<string, Stored>>;
  /** Newest last. */
  readonly trend: readonly { readonly key: string; readonly value: number }[];
}

export const NO_EXTENSION_DATA: ExtensionData = { settings: {}, store: {}, trend: [] };
const [NAME_CHARS_MAX, TREND_POINTS_MAX] = [32, 200];
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
  const entries = (isListOfRecords(data) ? data : []).flatMap((entry) => entryFrom(entry));
  const codes = entries.map(({ code }) => code);
  return entries.filter(({ code }, i) => codes.indexOf(code) === i).slice(0, INSTALLED_MAX);
}

function entryFrom(entry: Readonly<Record<string, unknown>>): readonly Installed[] {
  const { code, version, name, kind, sha256, default: by_default, settings } = entry;
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
      settings: settingsIn(settings),
    },
  ];
}

const isStored = (value: unknown): value is Stored =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

const storedFrom = (data: unknown): Readonly<Record<string, Stored>> =>
  Object.fromEntries(
    Object.entries(isRecord(data) ? data : {}).filter((entry): entry is [string, Stored] => isStored(entry[1])),
  );

/** What belongs to each extension, by its code. */
export function extensionDataFrom(data: unknown): Readonly<Record<string, ExtensionData>> {
  const read = Object.entries(isRecord(data) ? data : {}).flatMap(([code, entry]) =>
    readCode(code, SHARE_CODE_SYMBOLS) === code && isRecord(entry) ? [[code, dataFrom(entry)] as const] : [],
  );
  return Object.fromEntries(read);
}

const dataFrom = ({ settings, store, trend }: Readonly<Record<string, unknown>>): ExtensionData => ({
  settings: storedFrom(settings),
  store: storedFrom(store),
  trend: (isListOfRecords(trend) ? trend : [])
    .flatMap(({ key, value }) => (typeof key === 'string' && typeof value === 'number' ? [{ key, value }] : []))
    .slice(-TREND_POINTS_MAX),
});

/** The list with an extension in its slot, or in the next free one; a seventh does not get in (R104). */
export function withInstalled(installed: readonly Installed[], entry: Installed): readonly Installed[] {
  if (installed.some(({ code }) => code === entry.code))
    return installed.map((each) => (each.code === entry.code ? entry : each));
  return installed.length < INSTALLED_MAX ? [...installed, entry] : installed;
}

/** The data after an extension has added to it. */
export const withAdded = (data: ExtensionData, added: Partial<ExtensionData>): ExtensionData => ({
  settings: added.settings ?? data.settings,
  store: added.store ?? data.store,
  trend: [...data.trend, ...(added.trend ?? [])].slice(-TREND_POINTS_MAX),
});

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
