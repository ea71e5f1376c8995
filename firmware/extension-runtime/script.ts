// Loads one extension into its Lua state within its limits, and calls it. Returns every failure as a value; the store
// and earlier effects are kept.

import { EXTENSION_BYTES_MAX, SCRIPT_HEAP_BYTES_MAX } from '../../wire/limits.ts';
import { CALLBACK_INSTRUCTIONS_MAX } from '../../wire/choices.ts';
import { TOP_LEVEL_INSTRUCTIONS_MAX } from '../../wire/limits.ts';
import { lineOf } from '../persisted/fields.ts';
import type { EntryPoint, ScriptFailure } from './failure.ts';
import { createLuaState, type LuaState } from './lua/state.ts';
import {
  isFunction,
  type LuaAnswer,
  type LuaFailure,
  type LuaGiven,
  type LuaOutcome,
  type LuaValue,
} from './lua/values.ts';
import type { ShotTarget } from '../../wire/shot/message.ts';
import type { LuaWasm } from './lua/wasm.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { CALLBACKS, PRELUDE, type Callback } from './prelude.ts';
import { createSession, takeEffects, type Effects, type ScriptSession, type SessionInput } from './session.ts';
import { targetProblem } from './target.ts';
import { NOTHING, refuse, titleOf, type Argument, type Verb } from './verbs/verb.ts';
import { VERBS } from './verbs/verbs.ts';

/** Reason a text is not a valid extension, with the store's error codes (C34). */
export interface ScriptProblem {
  readonly code:
    | 'text_too_large'
    | 'compile_error'
    | 'runaway_top_level'
    | 'double_manifest'
    | 'no_manifest'
    | 'bad_manifest';
  /** One sentence. */
  readonly message: string;
  readonly line: number | null;
}

export interface Script {
  readonly manifest: Manifest;
  readonly input: SessionInput;
  players(): SessionInput['players'];
  /** Whether the extension has this callback. */
  has(callback: Callback): boolean;
  /** Returns the line where a global function of this name is defined; null if none. */
  globalLine(name: string): number | null;
  /**
   * Calls a callback within CALLBACK_INSTRUCTIONS_MAX. Does nothing if the extension lacks the callback, or on a key
   * release if its `key` takes no phase (C156).
   * @param now_ms Milliseconds since the extension started.
   */
  call(callback: Callback, args: readonly LuaGiven[], now_ms: number): Called;
  /** Calls the timers due at `now_ms`, earliest first, until one fails. */
  tick(now_ms: number): Called;
  /** Returns when the next timer is due, milliseconds since the extension started; null if none. */
  next_due_ms(): number | null;
  /** Returns and clears the target that `shot.send` last set. */
  takenShot(): ShotTarget | null;
  /** Returns the index of the player to putt, from 0. */
  current(): number;
  /** Returns the bytes used beyond the compiled code, and the instructions of the last call. */
  used(): { readonly heap_bytes: number; readonly instructions: number };
  /** Returns the peak heap use in bytes; 0 if the script does not measure it. */
  peakHeapBytes(): number;
  /** Returns the cost of the most expensive picture so far, in approximate microseconds on a desktop. */
  dearestPicture(): number;
  /** Returns the cost of painting the current picture, in approximate microseconds on a desktop. */
  pictureCost(): number;
  /** Closes the script and frees its memory; no other method may be called afterwards. */
  close(): void;
}

export type Called = { readonly effects: Effects; readonly instructions: number } & (
  | { readonly ok: true; readonly value: LuaValue }
  | { readonly ok: false; readonly failure: LuaFailure & ScriptFailure }
);

type Loaded =
  | { readonly ok: true; readonly script: Script; readonly effects: Effects }
  | { readonly ok: false; readonly problem: ScriptProblem };

const MESSAGE_CHARS_MAX = 300;
const DOUBLE = 'only one manifest is allowed';

/** Returns the next due time; skips runs missed when the clock jumps. */
const nextDue = (due_ms: number, every_ms: number, now_ms: number): number =>
  due_ms + every_ms * (1 + Math.floor((now_ms - due_ms) / every_ms));

/**
 * Loads an extension: compiles its text, runs its top level, and reads its manifest. Frees all memory on failure.
 * @param text At most EXTENSION_BYTES_MAX bytes, and no byte code.
 * @param measures_heap Measures the result of `peakHeapBytes`, which takes time.
 * @returns The script, which the caller closes, and the effects of its top level; or why the text is not a valid
 * extension.
 * @example const loaded = loadScript(await loadLua(), "manifest { name = 'Ladder', kind = 'drill' }", CHECK_INPUT);
 */
export function loadScript(lua: LuaWasm, text: string, input: SessionInput, measures_heap = false): Loaded {
  const early = problemOfText(text);
  if (early) return { ok: false, problem: early };
  const session = createSession(input, text);
  const state = createLuaState(lua, measures_heap);
  const held = createHeldFunctions(state, session);
  const read = readText(state, session, held, text);
  if ('problem' in read) {
    state.close();
    return { ok: false, problem: read.problem };
  }
  return { ok: true, script: scriptOf(state, session, held, read.manifest), effects: takeEffects(session) };
}

function problemOfText(text: string): ScriptProblem | null {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > EXTENSION_BYTES_MAX)
    return {
      code: 'text_too_large',
      message: `The text has ${bytes} bytes; at most ${EXTENSION_BYTES_MAX} are allowed.`,
      line: null,
    };
  const first = text.charCodeAt(0);
  if (first === 0x1b || first === 0xfeff)
    return {
      code: 'compile_error',
      message:
        first === 0x1b
          ? 'This is bytecode: an extension must be text.'
          : 'The text starts with a byte order mark: save it without one.',
      line: 1,
    };
  return null;
}

/** Runs the top level of a text. Returns its manifest, or why the text is not a valid extension. */
function readText(
  state: LuaState,
  session: ScriptSession,
  held: HeldFunctions,
  text: string,
): { readonly manifest: Manifest } | { readonly problem: ScriptProblem } {
  const manifest = { problem: '', double: false };
  provideVerbs(state, session, held);
  const body = (args: readonly LuaValue[]): LuaAnswer => {
    const [given] = args;
    held.sweep(args);
    manifest.double = session.manifest !== null;
    if (manifest.double) return refuse(DOUBLE);
    const read = readManifest(given);
    const problem = 'problem' in read ? read.problem : earlyProblem(session, read.manifest);
    if ('problem' in read || problem !== null) return refuse((manifest.problem = problem ?? ''));
    session.manifest = read.manifest;
    session.players = session.players.slice(0, read.manifest.players.max);
    session.current = Math.min(session.current, Math.max(0, session.players.length - 1));
    return NOTHING;
  };
  state.provide(null, 'manifest', { texts: [], kept: [], body });
  state.prepare(PRELUDE);
  const compiled = state.compile(text, SCRIPT_HEAP_BYTES_MAX);
  const ran = compiled.ok ? state.runMain(TOP_LEVEL_INSTRUCTIONS_MAX) : compiled;
  if (manifest.double) return { problem: problemOf('double_manifest', DOUBLE, ran) };
  if (manifest.problem) return { problem: problemOf('bad_manifest', manifest.problem, ran) };
  if (!ran.ok) return { problem: problemOfFailure(ran.failure) };
  const stray = strayCallback(state);
  if (stray) return { problem: stray };
  if (session.manifest) return { manifest: session.manifest };
  return { problem: problemOf('no_manifest', 'no manifest: call manifest { … } at the top level', ran) };
}

/** Finds an invalid entry of `ext` that the text set through its own table or around the checks. */
function strayCallback(state: LuaState): ScriptProblem | null {
  for (const { name, type, line } of state.entriesOf('ext')) {
    const known = CALLBACKS.some((callback) => callback === name);
    if (known && type === 'function') continue;
    const reason = known ? `must be a function, not ${type}` : `is not a callback; allowed: ${CALLBACKS.join(', ')}`;
    return { code: 'compile_error', message: sentence(`ext.${name} ${reason}`), line };
  }
  return null;
}

/** Returns a message about a key that was used before the manifest but is not declared in it; null if none. */
function earlyProblem({ early }: ScriptSession, { settings, trend }: Manifest): string | null {
  const missing = (used: ReadonlySet<string>, declared: readonly { readonly key: string }[]): string | undefined =>
    [...used].find((name) => !declared.some(({ key }) => key === name));
  const setting = missing(early.settings, settings);
  if (setting !== undefined) return `the manifest has no setting ${setting}, but settings.get reads it`;
  const figure = missing(early.trend, trend);
  return figure === undefined ? null : `the manifest has no trend ${figure}, but trend.add adds to it`;
}

/** Formats a message as a sentence; keeps the case of a leading script name. */
const sentence = (message: string): string => {
  const text = lineOf(message, MESSAGE_CHARS_MAX);
  const capitalized = /^[a-z]+ /.test(text) ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text;
  return capitalized.endsWith('.') ? capitalized : `${capitalized}.`;
};

const problemOf = (code: ScriptProblem['code'], message: string, ran: LuaOutcome): ScriptProblem => ({
  code,
  message: sentence(message),
  line: ran.ok ? null : ran.failure.line,
});

function problemOfFailure({ kind, message, line }: LuaFailure): ScriptProblem {
  if (kind !== 'budget' && kind !== 'memory') return { code: 'compile_error', message: sentence(message), line };
  const [instructions, kilobytes] = [TOP_LEVEL_INSTRUCTIONS_MAX.toLocaleString('en'), SCRIPT_HEAP_BYTES_MAX / 1024];
  const reason =
    kind === 'memory' ? `takes more than ${kilobytes} KB of memory` : `runs more than ${instructions} instructions`;
  return { code: 'runaway_top_level', message: `The top level ${reason}.`, line };
}

interface HeldFunctions {
  /** Releases all script functions, whether just passed or held before, that no timer uses. */
  sweep(given: readonly LuaValue[]): void;
}

function createHeldFunctions(state: LuaState, session: ScriptSession): HeldFunctions {
  const refs = new Set<number>();
  return {
    sweep(given) {
      for (const value of given) if (isFunction(value)) refs.add(value.ref);
      if (refs.size === 0) return;
      const wanted = new Set([...session.timers.values()].map(({ ref }) => ref));
      for (const ref of refs) {
        if (wanted.has(ref)) continue;
        refs.delete(ref);
        state.release(ref);
      }
    },
  };
}

/** Returns the positions, from 1, of the arguments of a type. */
const positionsOf = ({ args }: Pick<Verb, 'args'>, type: Argument['type']): readonly number[] =>
  args.flatMap((argument, i) => (argument.type === type ? [i + 1] : []));

function provideVerbs(state: LuaState, session: ScriptSession, held: HeldFunctions): void {
  for (const { call, ...verb } of VERBS)
    if (call)
      state.provide(verb.module || null, verb.name, {
        texts: positionsOf(verb, 'text'),
        kept: positionsOf(verb, 'value'),
        body(given) {
          const answer = call(session, given);
          held.sweep(given);
          return 'error' in answer ? refuse(titled(titleOf(verb), answer.error)) : answer;
        },
      });
}

const titled = (title: string, sentence: string): string =>
  sentence.startsWith(title) ? sentence : `${title}: ${sentence}`;

/**
 * Whether `ext.key` takes a phase: without a second parameter it cannot tell a release from a press, so it is not
 * called on release.
 */
const takesPhase = (state: LuaState): boolean => (state.functionIn('ext', 'key')?.parameters ?? 0) >= 2;

function scriptOf(state: LuaState, session: ScriptSession, held: HeldFunctions, manifest: Manifest): Script {
  const run = (now_ms: number, callback: EntryPoint, what: () => LuaOutcome): Called => {
    session.now_ms = now_ms;
    const outcome = what();
    const done = { effects: takeEffects(session), instructions: state.spent() };
    if (outcome.ok) return { ...outcome, ...done };
    return { ok: false, failure: { ...outcome.failure, callback }, ...done };
  };
  const dueAt = (now_ms: number): number[] =>
    [...session.timers.values()]
      .filter(({ due_ms }) => due_ms <= now_ms)
      .sort((a, b) => a.due_ms - b.due_ms || a.id - b.id)
      .map(({ id }) => id);
  return {
    manifest,
    input: session.input,
    players: () => session.players,
    has: (callback) => state.has('ext', callback),
    globalLine: (name) => state.functionIn('_G', name)?.line ?? null,
    call: (callback, args, now_ms) =>
      run(now_ms, callback, () => {
        if (callback === 'key' && args[1] === 'up' && !takesPhase(state)) return { ok: true, value: undefined };
        return state.call(
          'ext',
          callback,
          args,
          CALLBACK_INSTRUCTIONS_MAX,
          callback === 'target' ? targetProblem : undefined,
        );
      }),
    tick: (now_ms) =>
      run(now_ms, 'timer', () => {
        for (const id of dueAt(now_ms)) {
          const timer = session.timers.get(id);
          if (!timer) continue;
          if (timer.every_ms === null) session.timers.delete(id);
          else session.timers.set(id, { ...timer, due_ms: nextDue(timer.due_ms, timer.every_ms, now_ms) });
          const outcome = state.callFunction(timer.ref, [], CALLBACK_INSTRUCTIONS_MAX);
          held.sweep([]);
          if (!outcome.ok) return outcome;
        }
        return { ok: true, value: undefined };
      }),
    next_due_ms() {
      const due = [...session.timers.values()].map(({ due_ms }) => due_ms);
      return due.length === 0 ? null : Math.min(...due);
    },
    takenShot() {
      const { shot } = session;
      session.shot = null;
      return shot;
    },
    current: () => session.current,
    dearestPicture: () => session.paint.dearest(),
    pictureCost: () => session.paint.picture(),
    peakHeapBytes: () => state.peak_bytes(),
    used: () => ({ heap_bytes: state.used_bytes(), instructions: state.spent() }),
    close: () => state.close(),
  };
}
