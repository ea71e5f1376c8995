// Tries out an extension for its author: calls each callback as a device would, and looks for likely bugs that raise no
// error. A failure is only a warning, since it may not happen with another putt or player.

import type { DisplayList } from '../../hal/screen/screen.ts';
import { PLAYERS_MAX } from '../../wire/limits.ts';
import { linesOf } from './failure.ts';
import type { LuaGiven, LuaValue } from './lua/values.ts';
import type { LuaWasm } from './lua/wasm.ts';
import type { Manifest } from './manifest.ts';
import type { PathMistake } from './path/path-mistake.ts';
import { CALLBACKS, KEY_PHASES, SCRIPT_KEYS, type Callback } from './prelude.ts';
import { loadScript, type Script } from './script.ts';
import { CHECK_INPUT, type SessionInput } from './session.ts';
import { createStrokeOf, type StrikeInput } from './strike.ts';
import { targetFrom } from './target.ts';

export interface Warning {
  /** Callback that failed; null if the message is a complete sentence. */
  readonly callback: Callback | null;
  readonly message: string;
  readonly line: number | null;
}

/** Formats a warning as one sentence. */
export function warningText({ callback, message }: Warning): string {
  const text = callback === null ? message : `ext.${callback} fails: ${message}`;
  return text.endsWith('.') ? text : `${text}.`;
}

/** Putt of about ten feet, slightly to the right, with all sensor figures present. */
const STRIKE: StrikeInput = {
  club_speed_mps: 1.5,
  face_angle_deg: 0.3,
  face_rotation_deg_per_in: 0.5,
  attack_angle_deg: 1,
  left_inner_proportion: 0.5,
  right_inner_proportion: 0.5,
};
const FRAME_MS = 1000 / 30;

export interface TriedOut {
  /** First failure of each callback, and likely bugs. */
  readonly warnings: readonly Warning[];
  /** Errors in the paths that it drew. */
  readonly mistakes: readonly PathMistake[];
  /** First picture and the picture after a putt, where it drew one. */
  readonly pictures: readonly DisplayList[];
  /** Instructions of the most expensive callback, rounded to thousands. */
  readonly call_instructions: number;
  /** Peak heap use of loading and these calls. */
  readonly peak_heap_bytes: number;
  /** Cost of the most expensive picture, in approximate microseconds on a desktop. */
  readonly paint_us: number;
}

export const NOT_TRIED: TriedOut = {
  warnings: [],
  mistakes: [],
  pictures: [],
  call_instructions: 0,
  peak_heap_bytes: 0,
  paint_us: 0,
};

/**
 * Calls each callback of a valid extension once, as a device does. A separate run measures the heap, since measuring
 * collects garbage sooner, which stretches the budget.
 */
export function triedOut(lua: LuaWasm, text: string, manifest: Manifest): TriedOut {
  const { peak_heap_bytes } = tryOnce(lua, text, manifest, true);
  return { ...tryOnce(lua, text, manifest, false), peak_heap_bytes };
}

function tryOnce(lua: LuaWasm, text: string, manifest: Manifest, measures_heap: boolean): TriedOut {
  const loaded = loadScript(lua, text, { ...CHECK_INPUT, settings: defaultsOf(manifest) }, measures_heap);
  if (!loaded.ok) return NOT_TRIED;
  const { script, effects } = loaded;
  const oddities = [...strayFunctions(script, text), ...droppedPlayers(script)];
  const tried = callsOf(script);
  script.close();
  return {
    ...tried,
    warnings: [...oddities, ...tried.warnings],
    mistakes: [...effects.mistakes, ...tried.mistakes],
  };
}

const defaultsOf = ({ settings }: Manifest): SessionInput['settings'] =>
  Object.fromEntries(settings.map((each) => [each.key, each.default]));

const oddity = (message: string, line: number | null = null): Warning => ({ callback: null, message, line });

/** Finds functions named like a missing callback; also warns if there is nothing to call at all. */
function strayFunctions(script: Script, text: string): readonly Warning[] {
  const stray = CALLBACKS.flatMap((name) => {
    if (script.has(name)) return [];
    const global = script.globalLine(name);
    const line = global ?? localLine(text, name);
    const kind = global === null ? 'local' : 'global';
    const sentence = `${name} is a ${kind} function that the device does not call: name it ext.${name}.`;
    return line === null ? [] : [oddity(sentence, line)];
  });
  const is_idle = script.next_due_ms() === null && !CALLBACKS.some((name) => script.has(name));
  return is_idle && stray.length === 0 ? [oddity('No callbacks: add ext.putt and ext.draw.')] : stray;
}

/** Returns the line where a text defines an unused local function of this name; null if it does not. */
function localLine(text: string, name: Callback): number | null {
  if ((text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1) return null;
  const definition = new RegExp(`^\\s*local\\s+(function\\s+${name}\\s*\\(|${name}\\s*=\\s*function\\b)`);
  const at = linesOf(text).findIndex((line) => definition.test(line));
  return at < 0 ? null : at + 1;
}

function droppedPlayers({ manifest: { players } }: Script): readonly Warning[] {
  const dropped = PLAYERS_MAX - players.max;
  const range = `players = {${players.min}, ${players.max}}`;
  const sentence = `A device may have ${PLAYERS_MAX} players: ${range} leaves out ${dropped}.`;
  return dropped > 0 ? [oddity(sentence)] : [];
}

function callsOf(script: Script): TriedOut {
  const warnings: Warning[] = [];
  const mistakes: PathMistake[] = [];
  const pictures: DisplayList[] = [];
  let call_instructions = 0;
  let frame: DisplayList | null = null;
  const call = (callback: Callback, ...args: readonly LuaGiven[]): LuaValue => {
    const called = script.call(callback, args, FRAME_MS);
    mistakes.push(...called.effects.mistakes);
    call_instructions = Math.max(call_instructions, called.instructions);
    frame = called.ok ? called.effects.frame : null;
    if (called.ok) return called.value;
    const { message, line } = called.failure;
    if (!warnings.some((each) => each.callback === callback)) warnings.push({ callback, message, line });
    return undefined;
  };
  const draw = (is_shown: boolean): void => {
    call('draw');
    if (is_shown && frame) pictures.push(frame);
  };
  call('start');
  draw(true);
  const target = targetFrom(call('target', script.current() + 1));
  call('putt', createStrokeOf(STRIKE, target, script));
  draw(true);
  for (const name of SCRIPT_KEYS) for (const phase of KEY_PHASES) call('key', name, phase);
  call('update', FRAME_MS / 1000);
  draw(false);
  return {
    warnings,
    mistakes,
    pictures,
    call_instructions,
    peak_heap_bytes: script.peakHeapBytes(),
    paint_us: script.dearestPicture(),
  };
}
