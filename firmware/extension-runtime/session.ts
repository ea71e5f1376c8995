// Session of a running extension: takes players, settings and stored values as input and returns its effects as data. A
// check is a session whose effects are discarded.

import type { DisplayItem } from '../../hal/screen/screen.ts';
import type { Sound } from '../../wire/audio/sounds.ts';
import type { ShotTarget } from '../../wire/shot/message.ts';
import type { Units } from '../units.ts';
import type { Manifest } from './manifest.ts';
import type { PathMistake } from './path/path-mistake.ts';
import { isWholeFloat, type WholeFloat } from './lua/values.ts';
import { createPaintMeter, type PaintMeter } from './verbs/paint-cost.ts';

export type SettingValue = number | string | boolean;

export const isSettingValue = (value: unknown): value is SettingValue =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** Value that a script may store. */
export type Stored = SettingValue | WholeFloat;

export const isStored = (value: unknown): value is Stored =>
  isSettingValue(value) || (isWholeFloat(value) && Number.isSafeInteger(Number(value.float)));

interface SessionPlayer {
  readonly name: string;
  readonly handicap: number;
  readonly impact_ratio: number;
}

/** Initial data of a session. */
export interface SessionInput {
  readonly players: readonly SessionPlayer[];
  /** Values by manifest key; missing keys take their defaults. */
  readonly settings: Readonly<Record<string, SettingValue>>;
  readonly store: Readonly<Record<string, Stored>>;
  /** Trend points, newest last. */
  readonly trend: readonly TrendPoint[];
  /** Integer seed; the lowest 32 bits are used. */
  readonly seed: number;
  readonly device_name: string;
  readonly units: Units;
  /** Green speed, feet on the stimpmeter. */
  readonly stimp_ft: number;
  readonly x_factor: number;
}

export interface TrendPoint {
  readonly key: string;
  readonly value: number;
}

/** Trend point with its player. */
interface NewTrendPoint extends TrendPoint {
  /** Index of the player on turn, from 0. */
  readonly player: number;
}

/** Effects of one call. */
export interface Effects {
  /** Display items; null if it drew nothing. */
  readonly frame: readonly DisplayItem[] | null;
  /** Texts in drawing order. */
  readonly lines: readonly string[];
  readonly sounds: readonly { readonly sound: Sound; readonly volume_percent: number | null }[];
  readonly leds: readonly { readonly led: number; readonly color: string | null; readonly ms: number | null }[];
  readonly logs: readonly { readonly level: 'info' | 'warn'; readonly text: string }[];
  readonly trend: readonly NewTrendPoint[];
  /** Errors in path data, each path once. */
  readonly mistakes: readonly PathMistake[];
  /** Complete store; null if unchanged. */
  readonly store: Readonly<Record<string, Stored>> | null;
}

interface Timer {
  readonly id: number;
  readonly ref: number;
  readonly every_ms: number | null;
  readonly due_ms: number;
}

export interface ScriptSession {
  readonly input: SessionInput;
  /** Text of the script. */
  readonly text: string;
  /** Players of the session, at most as many as the manifest allows. */
  players: readonly SessionPlayer[];
  manifest: Manifest | null;
  /** Keys used before the manifest, which must then declare them. */
  readonly early: { readonly settings: Set<string>; readonly trend: Set<string> };
  /** Index of the current player, from 0. */
  current: number;
  readonly store: Map<string, Stored>;
  store_changed: boolean;
  readonly trend: TrendPoint[];
  readonly items: DisplayItem[];
  /** Painting cost of the current picture. */
  readonly paint: PaintMeter;
  readonly lines: string[];
  readonly sounds: Effects['sounds'][number][];
  readonly leds: Effects['leds'][number][];
  readonly logs: Effects['logs'][number][];
  readonly new_trend: NewTrendPoint[];
  readonly new_mistakes: PathMistake[];
  /** Paths whose error has been reported. */
  readonly reported_paths: Set<string>;
  /** Target for forwarding the putt being scored, if the script sets one. */
  shot: ShotTarget | null;
  readonly timers: Map<number, Timer>;
  timers_made: number;
  /** Milliseconds since the extension started. */
  now_ms: number;
  /** Returns a uniform number in [0, 1) that depends only on the seed. */
  random(): number;
  /** True if the script drew or cleared the picture. */
  drawn: boolean;
}

/** Maximum trend figures kept per key (C157), and added per call. */
export const TREND_POINTS_MAX = 200;

export function createSession(input: SessionInput, text = ''): ScriptSession {
  return {
    input,
    text,
    players: input.players,
    manifest: null,
    early: { settings: new Set(), trend: new Set() },
    current: 0,
    store: new Map(Object.entries(input.store)),
    store_changed: false,
    trend: [...input.trend],
    items: [],
    paint: createPaintMeter(),
    lines: [],
    sounds: [],
    leds: [],
    logs: [],
    new_trend: [],
    new_mistakes: [],
    reported_paths: new Set(),
    shot: null,
    timers: new Map(),
    timers_made: 0,
    now_ms: 0,
    random: randomFrom(input.seed),
    drawn: false,
  };
}

/** Session for checking a script: all player seats filled, default settings. */
export const CHECK_INPUT: SessionInput = {
  players: [1, 2, 3, 4].map((n) => ({ name: `Player ${n}`, handicap: 0, impact_ratio: 1.6 })),
  settings: {},
  store: {},
  trend: [],
  seed: 1,
  device_name: 'tapin',
  units: 'imperial',
  stimp_ft: 10,
  x_factor: 1,
};

/** Returns the effects since the last call, and clears them. */
export function takeEffects(session: ScriptSession): Effects {
  const { items, lines, sounds, leds, logs, new_trend, new_mistakes, store } = session;
  const take = <T>(list: T[]): readonly T[] => list.splice(0);
  const effects: Effects = {
    frame: session.drawn ? take(items) : null,
    lines: take(lines),
    sounds: take(sounds),
    leds: take(leds),
    logs: take(logs),
    trend: take(new_trend),
    mistakes: take(new_mistakes),
    store: session.store_changed ? Object.fromEntries(store) : null,
  };
  session.paint.restart();
  session.drawn = false;
  session.store_changed = false;
  return effects;
}

/** Returns a generator that yields the same numbers for a seed on every machine (mulberry32, Tommy Ettinger). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
