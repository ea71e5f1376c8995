// One extension in its Lua state: loaded within its limits, then called. Whatever goes wrong is a value; the store and what was done
// before it stay.

import { EXTENSION_BYTES_MAX, SCRIPT_HEAP_BYTES_MAX } from '../../wire/limits.ts';
import { CALLBACK_INSTRUCTIONS_MAX } from '../../wire/choices.ts';
import { TOP_LEVEL_INSTRUCTIONS_MAX } from '../../wire/limits.ts';
import { lineOf } from '../persisted/fields.ts';
import type { Caller, Failure } from './failure.ts';
import { createLuaState, type LuaState } from './lua/state.ts';
import {
  isFunction,
  type Answer,
  type LuaFailure,
  type LuaGiven,
  type LuaOutcome,
  type LuaValue,
} from './lua/values.ts';
import type { ShotTarget } from '../../wire/shot/message.ts';
import type { LuaWasm } from './lua/wasm.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { CALLBACKS, PRELUDE, type Callback } from './prelude.ts';
import { createSession, takeEffects, type Effects, type Session, type SessionInput } from './session.ts';
import { targetProblem } from './target.ts';
import { NOTHING, refuse, titleOf, type Argument, type Verb } from './verbs/verb.ts';
import { VERBS } from './verbs/verbs.ts';

/** Why a text is no extension, by the codes of the store (C34). */
export interface Problem {
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
  /** Line on which a global function of this name is defined; null if there is none. */
  globalLine(name: string): number | null;
  /**
   * Calls a callback, within CALLBACK_INSTRUCTIONS_MAX; nothing happens if the extension has none, or has a `key` without a phase (C156).
   * @param now_ms Since the extension started.
   */
  call(callback: Callback, args: readonly LuaGiven[], now_ms: number): Called;
  /** Calls the timers that are due at `now_ms`, the earliest first, until one fails. */
  tick(now_ms: number): Called;
  /** When the next timer is due, milliseconds since the extension started; null for none. */
  next_due_ms(): number | null;
  /** The target that `shot.send` has named since this was last asked. */
  takenShot(): ShotTarget | null;
  /** Place of the player who is to putt, from 0. */
  current(): number;
  /** Bytes beyond the compiled code, and instructions of the last call. */
  used(): { readonly heap_bytes: number; readonly instructions: number };
  /** The most bytes of the heap that were needed at once; 0 for a script that does not measure it. */
  peakHeapBytes(): number;
  /** Of the dearest picture so far, about microseconds on a desktop. */
  dearestPicture(): number;
  /** What the picture takes to paint as it is, about microseconds on a desktop. */
  pictureCost(): number;
  /** Gives everything back to the machine below; nothing may be called any more. */
  close(): void;
}

export type Called = { readonly effects: Effects; readonly instructions: number } & (
  | { readonly ok: true; readonly value: LuaValue }
  | { readonly ok: false; readonly failure: LuaFailure & Failure }
);

type Loaded =
  | { readonly ok: true; readonly script: Script; readonly effects: Effects }
  | { readonly ok: false; readonly problem: Problem };

const MESSAGE_CHARS_MAX = 300;
const DOUBLE = 'there is a second manifest';

/** What was missed, by a clock that jumped, is not caught up. */
const nextDue = (due_ms: number, every_ms: number, now_ms: number): number =>
  due_ms + every_ms * (1 + Math.floor((now_ms - due_ms) / every_ms));

/**
 * Loads an extension: compiles its text, runs its top level, and reads its manifest. What fails gives all its memory back.
 * @param text Of EXTENSION_BYTES_MAX bytes at most, and no byte code.
 * @param measures_heap Measures what `peakHeapBytes` returns, which takes time.
 * @returns The script, which the caller closes, and what its top level did; or why it is no extension.
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

function problemOfText(text: string): Problem | null {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > EXTENSION_BYTES_MAX)
    return {
      code: 'text_too_large',
      message: `The text has ${bytes} bytes: ${EXTENSION_BYTES_MAX} are allowed.`,
      line: null,
    };
  const first = text.charCodeAt(0);
  if (first === 0x1b || first === 0xfeff)
    return {
      code: 'compile_error',
      message:
        first === 0x1b
          ? 'This is byte code: an extension is text.'
          : 'The text begins with a byte order mark: save it without.',
      line: 1,
    };
  return null;
}

/** Runs the top level of a text; the manifest that it gave, or why it is no extension. */
function readText(
  state: LuaState,
  session: Session,
  held: HeldFunctions,
  text: string,
): { readonly manifest: Manifest } | { readonly problem: Problem } {
  const manifest = { problem: '', double: false };
  provideVerbs(state, session, held);
  const body = (args: readonly LuaValue[]): Answer => {
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
  return { problem: problemOf('no_manifest', 'there is no manifest: call manifest { … } at the top level', ran) };
}

/** What the text has put into a table of its own in place of `ext`, or past its checks. */
function strayCallback(state: LuaState): Problem | null {
  for (const { name, type, line } of state.entriesOf('ext')) {
    const known = CALLBACKS.some((callback) => callback === name);
    if (known && type === 'function') continue;
    const said = known ? `is a function, not ${type}` : `is no callback: there are ${CALLBACKS.join(', ')}`;
    return { code: 'compile_error', message: sentence(`ext.${name} ${said}`), line };
  }
  return null;
}

/** A key that was used before the manifest and is not in it, in a sentence. */
function earlyProblem({ early }: Session, { settings, trend }: Manifest): string | null {
  const missing = (used: ReadonlySet<string>, declared: readonly { readonly key: string }[]): string | undefined =>
    [...used].find((name) => !declared.some(({ key }) => key === name));
  const setting = missing(early.settings, settings);
  if (setting !== undefined) return `the manifest has no setting ${setting}, which settings.get was asked for`;
  const figure = missing(early.trend, trend);
  return figure === undefined ? null : `the manifest has no trend ${figure}, to which trend.add added`;
}

/** As a sentence; what begins with a name of the script stays as it is written. */
const sentence = (said: string): string => {
  const text = lineOf(said, MESSAGE_CHARS_MAX);
  const begun = /^[a-z]+ /.test(text) ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text;
  return begun.endsWith('.') ? begun : `${begun}.`;
};

const problemOf = (code: Problem['code'], message: string, ran: LuaOutcome): Problem => ({
  code,
  message: sentence(message),
  line: ran.ok ? null : ran.failure.line,
});

function problemOfFailure({ kind, message, line }: LuaFailure): Problem {
  if (kind !== 'budget' && kind !== 'memory') return { code: 'compile_error', message: sentence(message), line };
  const [instructions, kilobytes] = [TOP_LEVEL_INSTRUCTIONS_MAX.toLocaleString('en'), SCRIPT_HEAP_BYTES_MAX / 1024];
  const said =
    kind === 'memory' ? `takes more than ${kilobytes} KB of memory` : `runs more than ${instructions} instructions`;
  return { code: 'runaway_top_level', message: `The top level ${said}.`, line };
}

interface HeldFunctions {
  /** Lets go of functions of the script that no timer holds: those that were just given, and those that were held. */
  sweep(given: readonly LuaValue[]): void;
}

function createHeldFunctions(state: LuaState, session: Session): HeldFunctions {
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

/** Places, from 1, of the arguments of a type. */
const placesOf = ({ args }: Pick<Verb, 'args'>, type: Argument['type']): readonly number[] =>
  args.flatMap((argument, i) => (argument.type === type ? [i + 1] : []));

function provideVerbs(state: LuaState, session: Session, held: HeldFunctions): void {
  for (const { call, ...verb } of VERBS)
    if (call)
      state.provide(verb.module || null, verb.name, {
        texts: placesOf(verb, 'text'),
        kept: placesOf(verb, 'value'),
        body(given) {
          const answer = call(session, given);
          held.sweep(given);
          return 'error' in answer ? refuse(titled(titleOf(verb), answer.error)) : answer;
        },
      });
}

const titled = (title: string, sentence: string): string =>
  sentence.startsWith(title) ? sentence : `${title}: ${sentence}`;

/** An `ext.key` without a second parameter can't tell a release from a press, so it is not called for a release. */
const takesPhase = (state: LuaState): boolean => (state.functionIn('ext', 'key')?.parameters ?? 0) >= 2;

function scriptOf(state: LuaState, session: Session, held: HeldFunctions, manifest: Manifest): Script {
  const run = (now_ms: number, callback: Caller, what: () => LuaOutcome): Called => {
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
