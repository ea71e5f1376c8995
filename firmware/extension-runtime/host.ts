// Runs an extension in its isolate: answers each request with the extension's effects and its current picture.

import { checkText } from './check.ts';
import type { ScriptFailure } from './failure.ts';
import { createStrokeOf, type StrikeInput } from './strike.ts';
import { declaredTarget, targetFrom } from './target.ts';
import type { ShotTarget } from '../../wire/shot/message.ts';
import type { LuaGiven } from './lua/values.ts';
import { loadLua, type LuaWasm } from './lua/wasm.ts';
import type { Manifest } from './manifest.ts';
import type { Callback } from './prelude.ts';
import { loadScript, type Called, type Script } from './script.ts';
import type { Effects, SessionInput } from './session.ts';

export type HostRequest =
  /** Checks whether the script is an extension and returns its manifest; keeps nothing loaded. */
  | { readonly kind: 'check'; readonly text: string }
  | { readonly kind: 'load'; readonly text: string; readonly input: SessionInput }
  | { readonly kind: 'call'; readonly callback: Callback; readonly args: readonly LuaGiven[]; readonly now_ms: number }
  | { readonly kind: 'strike'; readonly strike: StrikeInput; readonly now_ms: number }
  | { readonly kind: 'tick'; readonly now_ms: number };

export interface HostAnswer {
  /** Why the extension has stopped; null while it runs. */
  readonly failure: ScriptFailure | null;
  readonly manifest: Manifest | null;
  /** Effects in order: the call's effects, then the picture's. */
  readonly effects: readonly Effects[];
  readonly next_due_ms: number | null;
  /** Whether the extension has an `update` callback, which is called many times a second. */
  readonly updates: boolean;
  /** Index of the player to putt, from 0. */
  readonly current: number;
  /** Target to which the strike is forwarded, and index of its player; null if it is not forwarded. */
  readonly shot: { readonly target: ShotTarget; readonly player: number } | null;
  readonly heap_bytes: number;
  /** Peak heap use, if the host measures it. */
  readonly peak_heap_bytes?: number;
  /** Instructions of the most expensive callback, rounded to thousands. */
  readonly instructions: number;
  /** Estimated time to paint the picture, microseconds on a desktop. */
  readonly paint_us: number;
}

const failureOf = ({ message, line, callback, calls }: ScriptFailure): ScriptFailure => ({
  message,
  line,
  callback,
  calls,
});

const NOT_LOADED: HostAnswer = {
  failure: { message: 'No extension is loaded.', line: null, callback: null, calls: [] },
  manifest: null,
  effects: [],
  next_due_ms: null,
  updates: false,
  current: 0,
  shot: null,
  heap_bytes: 0,
  instructions: 0,
  paint_us: 0,
};

const tooFew = (min: number): string => `Needs at least ${min} players: add them under Players.`;

/** Loads Lua and hosts one extension; entry point of the isolate's module. */
export const createIsolated = async (): Promise<(message: unknown) => HostAnswer> => hostOver(await loadLua());

/** Hosts one extension on a loaded Lua. `measures_heap`: answers include `peak_heap_bytes`, which takes time. */
export function hostOver(lua: LuaWasm, measures_heap = false): (message: unknown) => HostAnswer {
  let script: Script | null = null;
  return (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the isolate only ever exchanges this message type
    const request = message as HostRequest;
    if (request.kind === 'check') return checked(lua, request.text);
    if (request.kind !== 'load') return script ? answerOf(script, request) : NOT_LOADED;
    const loaded = loadScript(lua, request.text, request.input, measures_heap);
    if (!loaded.ok) return { ...NOT_LOADED, failure: failureOf({ ...loaded.problem, callback: null, calls: [] }) };
    script = loaded.script;
    const { min } = script.manifest.players;
    if (script.players().length < min)
      return { ...NOT_LOADED, failure: { message: tooFew(min), line: null, callback: null, calls: [] } };
    const top = { ok: true, value: undefined, effects: loaded.effects, instructions: 0 } as const;
    return answer(script, [top, script.call('start', [], 0)], 0);
  };
}

function checked(lua: LuaWasm, text: string): HostAnswer {
  const verdict = checkText(lua, text);
  return verdict.ok
    ? { ...NOT_LOADED, failure: null, manifest: verdict.extension }
    : { ...NOT_LOADED, failure: failureOf({ ...verdict.problem, callback: null, calls: [] }) };
}

function answerOf(script: Script, request: Exclude<HostRequest, { kind: 'load' | 'check' }>): HostAnswer {
  const { now_ms } = request;
  if (request.kind === 'call') return answer(script, [script.call(request.callback, request.args, now_ms)], now_ms);
  if (request.kind === 'tick') return answer(script, [script.tick(now_ms)], now_ms);
  const called = script.call('target', [script.current() + 1], now_ms);
  script.takenShot();
  if (!called.ok) return answer(script, [called], now_ms);
  const target = targetFrom(called.value);
  const player = script.current();
  const putt = script.call('putt', [createStrokeOf(request.strike, target, script)], now_ms);
  const shot = script.takenShot() ?? declaredTarget(target);
  return { ...answer(script, [called, putt], now_ms), shot: shot && { target: shot, player } };
}

/** Answers a request; draws after each call, so that the picture is never stale. */
function answer(script: Script, calls: readonly Called[], now_ms: number): HostAnswer {
  const failed = calls.find((call) => !call.ok);
  const drawn = failed ? null : script.call('draw', [], now_ms);
  const all = drawn ? [...calls, drawn] : calls;
  const wrong = all.find((call) => !call.ok);
  return {
    failure: wrong && !wrong.ok ? failureOf(wrong.failure) : null,
    manifest: script.manifest,
    effects: all.map(({ effects }) => effects),
    next_due_ms: script.next_due_ms(),
    updates: script.has('update'),
    current: script.current(),
    shot: null,
    heap_bytes: script.used().heap_bytes,
    ...peakOf(script),
    instructions: Math.max(...all.map(({ instructions }) => instructions)),
    paint_us: script.pictureCost(),
  };
}

function peakOf(script: Script): Pick<HostAnswer, 'peak_heap_bytes'> {
  const peak_heap_bytes = script.peakHeapBytes();
  return peak_heap_bytes > 0 ? { peak_heap_bytes } : {};
}
