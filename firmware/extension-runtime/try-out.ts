// An extension tried out at the desk: each of its callbacks once, as a device would call them. What fails is a warning and no verdict,
// since another putt, or another player, may find it as it was meant.

import type { DisplayList } from '../../hal/screen/screen.ts';
import type { LuaGiven, LuaValue } from './lua/values.ts';
import type { LuaWasm } from './lua/wasm.ts';
import type { PathMistake } from './path/path-mistake.ts';
import type { Callback } from './prelude.ts';
import { loadScript, type Script } from './script.ts';
import { CHECK_INPUT } from './session.ts';
import { createStrokeOf, type StrikeInput } from './strike.ts';
import { targetFrom } from './target.ts';

export interface Warning {
  readonly callback: Callback;
  readonly message: string;
  readonly line: number | null;
}

/** A putt of some ten feet, a little to the right, of which the sensor has seen everything. */
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
  /** The first failure of each callback. */
  readonly warnings: readonly Warning[];
  /** In the paths that it drew. */
  readonly mistakes: readonly PathMistake[];
  /** What it drew first, and what it drew after a putt, where it drew anything. */
  readonly pictures: readonly DisplayList[];
  /** Of the callback that took most of them, to the thousand. */
  readonly call_instructions: number;
  /** Of the heap at its end. */
  readonly tried_heap_bytes: number;
  /** Of the picture that costs most to paint, about microseconds on a desktop. */
  readonly paint_us: number;
}

export const NOT_TRIED: TriedOut = {
  warnings: [],
  mistakes: [],
  pictures: [],
  call_instructions: 0,
  tried_heap_bytes: 0,
  paint_us: 0,
};

/** What is seen when each callback of a text that is an extension is called once. */
export function triedOut(lua: LuaWasm, text: string): TriedOut {
  const loaded = loadScript(lua, text, CHECK_INPUT);
  if (!loaded.ok) return NOT_TRIED;
  const { script, effects } = loaded;
  const tried = callsOf(script);
  script.close();
  return { ...tried, mistakes: [...effects.mistakes, ...tried.mistakes] };
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
  call('update', FRAME_MS / 1000);
  draw(false);
  return {
    warnings,
    mistakes,
    pictures,
    call_instructions,
    tried_heap_bytes: script.used().heap_bytes,
    paint_us: script.dearestPicture(),
  };
}
