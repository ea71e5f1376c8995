// Invariants of any path data and any Lua snippet: each check returns a sentence about the violation, or ''.

import { checkText } from '../../../firmware/extension-runtime/check.ts';
import type { LuaWasm } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { parsePath } from '../../../firmware/extension-runtime/path/parse-path.ts';
import { callBody, checkBody, endOfCall, withManifest } from './extension-script.ts';
import { processorTime } from '../process/processor-time.ts';

/** Returns the number of points: one each for M and L, two for Q, three for C. */
const pointsOf = (commands: string): number =>
  commands.length + commands.split('C').length * 2 - 2 + commands.split('Q').length - commands.split('Z').length;

/**
 * Checks for finite numbers within the limits, a flaw position inside the text, and a stable normalised path, or a
 * limit error.
 */
export function pathProblem(text: string): string {
  const parse = parsePath(text);
  if (!parse.ok) return /at most (2048 points|64 subpaths)/.test(parse.message) ? '' : parse.message;
  const { points, commands, subpaths, d, flaw } = parse.path;
  if (!points.every((value) => Number.isFinite(value))) return 'a number that is not finite';
  if (points.length > 2 * 2048 || subpaths > 64) return 'limits exceeded';
  if (points.length !== 2 * pointsOf(commands)) return 'points without a command';
  if (!/^(M[MLQCZ]*)?$/.test(commands)) return `commands ${commands}`;
  if (!/^[MLQCZ0-9 .e+-]*$/.test(d)) return `normalised ${d}`;
  if (flaw && (flaw.position < 1 || flaw.position > text.length + 1)) return `a flaw at ${flaw.position}`;
  const again = parsePath(d);
  return again.ok && again.path.d === d && !again.path.flaw
    ? ''
    : 'a normalised path that differs when it is parsed again';
}

/**
 * Checks that the verdict is a one-line message and repeatable, and that the callback ends the same way each time
 * without crashing its machine.
 */
export function snippetProblem(lua: LuaWasm, snippet: string): string {
  const verdict = checkBody(lua, snippet);
  if (JSON.stringify(checkBody(lua, snippet)) !== JSON.stringify(verdict)) return 'two verdicts';
  if (!verdict.ok && !/^[^\n]{1,301}$/.test(verdict.problem.message)) return 'a verdict that is not one sentence';
  if (!verdict.ok && verdict.problem.message.includes('runtime crashed')) return 'a crashed machine';
  const body = `local function f(...) ${snippet}\nend f()`;
  if (!checkText(lua, withManifest(`function ext.start() ${body} end`)).ok) return '';
  const end = endOfCall(callBody(lua, body));
  if (endOfCall(callBody(lua, body)) !== end) return 'two results as a callback';
  return end === 'dead' ? 'a dead machine' : '';
}

const RATIO_MAX = 10;

/** Compares the cost of the snippet, called until its budget is spent, with a plain loop. */
export function costProblem(lua: LuaWasm, snippet: string, plain_ms: number): string {
  const body = `local function f(...) ${snippet}\nend while true do pcall(f) end`;
  if (!checkText(lua, withManifest(`function ext.start() ${body} end`)).ok) return '';
  const took_ms = processorTime(() => void callBody(lua, body), 1);
  if (took_ms < RATIO_MAX * plain_ms) return '';
  const again_ms = processorTime(() => void callBody(lua, body));
  return again_ms < RATIO_MAX * plain_ms ? '' : `it takes ${(again_ms / plain_ms).toFixed(1)} times a plain loop`;
}

const namesOf = (value: object): readonly string[] => Reflect.ownKeys(value).map(String).sort();

/** Returns the names of JavaScript globals and prototypes, which change if a script escapes. */
export const reachableNames = (): string =>
  JSON.stringify([globalThis, Object.prototype, Array.prototype, Function.prototype].map(namesOf));
