// Scripts of extensions for tests: a body behind a manifest, looked at by the checker or run as a callback.

import { checkText, type Verdict } from '../../../firmware/extension-runtime/check.ts';
import type { LuaWasm } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { loadScript, type Called, type Script } from '../../../firmware/extension-runtime/script.ts';
import { CHECK_INPUT, type SessionInput } from '../../../firmware/extension-runtime/session.ts';

/** On the first line, so that a body begins on the second. */
export const MANIFEST =
  'manifest { name = "Test", kind = "drill", settings = { { key = "sound", type = "bool", default = true } }, trend = { { key = "made" } } };';

export const withManifest = (body: string): string => `${MANIFEST}\n${body}`;

export const checkBody = (lua: LuaWasm, body: string): Verdict => checkText(lua, withManifest(body));

/** The script of a body; what keeps it from loading is thrown. */
export function startBody(lua: LuaWasm, body: string, input: Partial<SessionInput> = {}): Script {
  const loaded = loadScript(lua, withManifest(body), { ...CHECK_INPUT, ...input });
  if (!loaded.ok) throw new Error(`${loaded.problem.code}: ${loaded.problem.message}`);
  return loaded.script;
}

/** The body as a callback that is called once. */
export function callBody(lua: LuaWasm, body: string): Called {
  const script = startBody(lua, `function ext.start()\n${body}\nend`);
  const called = script.call('start', [{}], 0);
  script.close();
  return called;
}

/** How a text ended, in one word or with the message of its error. */
export const endOfVerdict = (verdict: Verdict): string => {
  if (verdict.ok) return 'ok';
  const { code, message } = verdict.problem;
  if (code !== 'runaway_top_level') return message;
  return message.endsWith('of memory.') ? 'memory' : 'budget';
};

/** The same of a callback. */
export const endOfCall = (called: Called): string => {
  if (called.ok) return 'ok';
  const { kind, message } = called.failure;
  return kind === 'error' ? message : kind;
};
