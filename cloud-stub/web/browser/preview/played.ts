// View state of a playing extension: each response of the runtime produces the next one.

import { sourceAround, type ScriptFailure, type SourceLine } from '../../../../firmware/extension-runtime/failure.ts';
import type { HostAnswer } from '../../../../firmware/extension-runtime/host.ts';
import type { Manifest } from '../../../../firmware/extension-runtime/manifest.ts';
import type { PathMistake } from '../../../../firmware/extension-runtime/path/path-mistake.ts';
import type { DisplayItem } from '../../../../hal/screen/screen.ts';

/** A logged event, in one line. */
export interface Happening {
  readonly number: number;
  readonly kind: 'log' | 'warn' | 'sound' | 'trend';
  readonly text: string;
}

export interface PreviewState {
  readonly state: 'starting' | 'running' | 'stopped';
  readonly text: string;
  readonly manifest: Manifest | null;
  readonly frame: readonly DisplayItem[];
  readonly lines: readonly string[];
  readonly failure: ScriptFailure | null;
  /** Source lines around the failure. */
  readonly source: readonly SourceLine[];
  /** Errors in path data. */
  readonly mistakes: readonly PathMistake[];
  /** Index of the player whose turn it is, from 0. */
  readonly current: number;
  readonly heap_bytes: number;
  readonly instructions: number;
  readonly instructions_most: number;
  /** Newest first. */
  readonly happened: readonly Happening[];
  readonly count: number;
}

const HAPPENED_MAX = 50;

/** Background below everything that an extension draws, as on the device's pages. */
const GROUND: DisplayItem = { kind: 'rect', x: 0, y: 0, w: 480, h: 320, fill: '#0c1511' };

/** Returns the display list of the screen, as on the device. */
export const screenList = (frame: readonly DisplayItem[]): readonly DisplayItem[] => [
  GROUND,
  ...frame,
  { kind: 'clip', area: null },
];

/**
 * Returns the state of a starting text. The previous manifest stays until the new one is known, so that the settings
 * don't flicker.
 */
export const beginning = (text: string, manifest: Manifest | null = null): PreviewState => ({
  state: 'starting',
  text,
  manifest,
  frame: [],
  lines: [],
  failure: null,
  source: [],
  mistakes: [],
  current: 0,
  heap_bytes: 0,
  instructions: 0,
  instructions_most: 0,
  happened: [],
  count: 0,
});

/** Applies a response. The picture stays until another is drawn. */
export function withAnswer(played: PreviewState, answer: HostAnswer): PreviewState {
  const { failure, effects, heap_bytes, instructions, current, manifest } = answer;
  const drawn = effects.findLast(({ frame }) => frame !== null);
  const news = effects.flatMap(happeningsOf);
  const fresh = news.map((each, index): Happening => ({ ...each, number: played.count + index + 1 })).toReversed();
  return {
    ...played,
    ...(drawn?.frame ? { frame: drawn.frame, lines: drawn.lines } : {}),
    ...stopped(played.text, failure),
    manifest: manifest ?? played.manifest,
    mistakes: [...played.mistakes, ...effects.flatMap(({ mistakes }) => mistakes)],
    current,
    heap_bytes,
    instructions,
    instructions_most: Math.max(instructions, played.instructions_most),
    happened: [...fresh, ...played.happened].slice(0, HAPPENED_MAX),
    count: played.count + news.length,
  };
}

/** Applies a failure of the script or of the runtime, which ends it. */
export const withEnd = (
  played: PreviewState,
  why: Pick<ScriptFailure, 'message'> & Partial<ScriptFailure>,
): PreviewState => ({
  ...played,
  ...stopped(played.text, { line: null, callback: null, calls: [], ...why }),
});

const stopped = (text: string, failure: ScriptFailure | null): Pick<PreviewState, 'state' | 'failure' | 'source'> => ({
  state: failure ? 'stopped' : 'running',
  failure,
  source: failure ? sourceAround(text, failure.line) : [],
});

type News = Omit<Happening, 'number'>;

const happeningsOf = ({ logs, sounds, trend }: HostAnswer['effects'][number]): readonly News[] => [
  ...logs.map(({ level, text }): News => ({ kind: level === 'warn' ? 'warn' : 'log', text })),
  ...sounds.map(({ sound, volume_percent }): News => ({
    kind: 'sound',
    text: volume_percent === null ? sound : `${sound} at ${volume_percent} %`,
  })),
  ...trend.map(({ key, value }): News => ({ kind: 'trend', text: `${key} ${value}` })),
];
