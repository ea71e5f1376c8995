// Extension scripts for tests: a body behind a manifest, checked or run as a callback.

import { checkText, type CheckVerdict } from '../../../firmware/extension-runtime/check.ts';
import type { LuaWasm } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { loadScript, type Called, type Script } from '../../../firmware/extension-runtime/script.ts';
import { CHECK_INPUT, type SessionInput } from '../../../firmware/extension-runtime/session.ts';

/** On one line, so that a body starts on the second. */
export const MANIFEST =
  'manifest { name = "Test", kind = "drill", settings = { { key = "sound", type = "bool", default = true } }, trend = { { key = "made" } } };';

export const withManifest = (body: string): string => `${MANIFEST}\n${body}`;

export const checkBody = (lua: LuaWasm, body: string): CheckVerdict => checkText(lua, withManifest(body));

/** Loads a script with this body. @throws If it does not load. */
export function startBody(lua: LuaWasm, body: string, input: Partial<SessionInput> = {}): Script {
  const loaded = loadScript(lua, withManifest(body), { ...CHECK_INPUT, ...input });
  if (!loaded.ok) throw new Error(`${loaded.problem.code}: ${loaded.problem.message}`);
  return loaded.script;
}

/** Runs the body once as a callback. */
export function callBody(lua: LuaWasm, body: string): Called {
  const script = startBody(lua, `function ext.start()\n${body}\nend`);
  const called = script.call('start', [{}], 0);
  script.close();
  return called;
}

/** Returns how the check ended: one word, or the error message. */
export const endOfVerdict = (verdict: CheckVerdict): string => {
  if (verdict.ok) return 'ok';
  const { code, message } = verdict.problem;
  if (code !== 'runaway_top_level') return message;
  return message.endsWith('of memory.') ? 'memory' : 'budget';
};

/** Returns how a callback ended: one word, or the error message. */
export const endOfCall = (called: Called): string => {
  if (called.ok) return 'ok';
  const { kind, message } = called.failure;
  return kind === 'error' ? message : kind;
};
