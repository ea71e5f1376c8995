// An extension in play, as rules without xstate: what its isolate is told, and what its answers mean for the device.

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
  /** Why it has stopped; null while it runs. */
  readonly failure: HostAnswer['failure'];
  /** What it has added to its store and trend, and nobody has kept yet. */
  readonly added: Partial<ExtensionData> | null;
  readonly text: string;
  /** In path data, the first ones. */
  readonly mistakes: readonly PathMistake[];
  readonly use: ExtensionUse;
  /** Keys that it saw pressed and not yet released. */
  readonly held: readonly PlayKey[];
}

/** How much of its limits it uses. */
interface ExtensionUse {
  readonly heap_bytes: number;
  /** Of the last callback, and of the one that has taken most so far. */
  readonly instructions: number;
  readonly instructions_most: number;
}

/** What its author sees of it. */
export interface ExtensionView extends ExtensionUse, Pick<ExtensionContext, 'mistakes'> {
  readonly name: string;
  /** Why it has stopped, with the text around the line; null while it runs. */
  readonly failure: (NonNullable<HostAnswer['failure']> & { readonly source: readonly SourceLine[] }) | null;
}

export const extensionView = ({ installed, mistakes, failure, text, use }: ExtensionContext): ExtensionView => ({
  name: installed.name,
  mistakes,
  failure: failure && { ...failure, source: sourceAround(text, failure.line) },
  ...use,
});

/** What an isolate of extensions has answered. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other side of the isolate is the host, which gives no other
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

/** What an extension begins with; it sees names and handicaps, and nothing of the session or the device's secrets. */
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

/** The context after an answer of the isolate. A picture stays until another is drawn. */
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
