// Rules of a running extension, independent of XState: the input of its isolate, and the effect of its answers on the
// device.

import type { DisplayItem } from '../../hal/screen/screen.ts';
import { NO_EXTENSION_DATA, type ExtensionData, type Installed } from '../persisted/extensions.ts';
import { settingOf } from '../extension-runtime/setting-value.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { sourceAround, type SourceLine } from '../extension-runtime/failure.ts';
import type { HostAnswer } from '../extension-runtime/host.ts';
import type { PathMistake } from '../extension-runtime/path/path-mistake.ts';
import type { SessionInput } from '../extension-runtime/session.ts';
import type { PlayKey } from '../machine.ts';

export interface ExtensionInput {
  readonly installed: Installed;
  readonly persisted: Persisted;
  readonly device_name: string;
}

export interface ExtensionContext extends ExtensionInput {
  readonly frame: readonly DisplayItem[];
  readonly lines: readonly string[];
  /** Reason it stopped; null while it runs. */
  readonly failure: HostAnswer['failure'];
  /** Additions to its store and trend that are not yet persisted. */
  readonly added: Partial<ExtensionData> | null;
  readonly text: string;
  /** First errors in path data. */
  readonly mistakes: readonly PathMistake[];
  readonly use: ExtensionUse;
  /** Keys that the extension saw pressed but not yet released. */
  readonly held: readonly PlayKey[];
}

/** Resource use, relative to the limits. */
interface ExtensionUse {
  readonly heap_bytes: number;
  /** Instructions used by the last callback, and by the most expensive callback so far. */
  readonly instructions: number;
  readonly instructions_most: number;
}

/** Status of the extension, for its author. */
export interface ExtensionView extends ExtensionUse, Pick<ExtensionContext, 'mistakes'> {
  readonly name: string;
  /** Reason it stopped, with the source around the line; null while it runs. */
  readonly failure: (NonNullable<HostAnswer['failure']> & { readonly source: readonly SourceLine[] }) | null;
}

export const extensionView = ({ installed, mistakes, failure, text, use }: ExtensionContext): ExtensionView => ({
  name: installed.name,
  mistakes,
  failure: failure && { ...failure, source: sourceAround(text, failure.line) },
  ...use,
});

/** Types an answer from an extension's isolate. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the isolate only ever exchanges this message type
export const hostAnswer = (value: unknown): HostAnswer => value as HostAnswer;

export const extensionContext = (input: ExtensionInput): ExtensionContext => ({
  ...input,
  frame: [],
  lines: [],
  failure: null,
  added: null,
  text: '',
  mistakes: [],
  use: { heap_bytes: 0, instructions: 0, instructions_most: 0 },
  held: [],
});

/**
 * Returns the initial data of an extension: names and handicaps, but nothing about the session or the device's secrets.
 */
export function sessionInputOf({ installed, persisted, device_name }: ExtensionInput, seed: number): SessionInput {
  const { settings } = persisted;
  const data = persisted.extension_data[installed.code] ?? NO_EXTENSION_DATA;
  return {
    players: persisted.players.map(({ name, handicap, impact_ratio }) => ({ name, handicap, impact_ratio })),
    settings: Object.fromEntries(
      installed.settings.map((each) => [each.key, settingOf(each, data.settings[each.key])]),
    ),
    store: data.store,
    trend: data.trend,
    seed,
    device_name,
    units: settings.units,
    stimp_ft: settings.stimp,
    x_factor: settings.x_factor,
  };
}

/** Returns the context after an answer from the isolate. The last picture stays until the extension draws another. */
export function withAnswer(
  { persisted, use: { instructions_most }, mistakes }: ExtensionContext,
  { failure, effects, heap_bytes, instructions }: HostAnswer,
  unix_s: number,
): Partial<ExtensionContext> {
  const drawn = effects.findLast(({ frame }) => frame !== null);
  const store = effects.findLast((each) => each.store !== null)?.store;
  const figures = effects.flatMap((each) => each.trend);
  const trend = figures.map(({ player, ...each }) => ({
    ...each,
    player_id: persisted.players[player]?.id ?? 0,
    unix_s,
  }));
  const added = store || trend.length > 0 ? { ...(store ? { store } : {}), trend } : null;
  return {
    failure,
    added,
    mistakes: [...mistakes, ...effects.flatMap((each) => each.mistakes)],
    use: { heap_bytes, instructions, instructions_most: Math.max(instructions, instructions_most) },
    ...(drawn?.frame ? { frame: drawn.frame, lines: drawn.lines } : {}),
  };
}
