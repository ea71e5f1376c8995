// The checker as an isolate runs it: a text comes in, its verdict goes out.

import { checkText, type Verdict } from './check.ts';
import { loadLua } from './lua/wasm.ts';

export const createIsolated = async (): Promise<(text: unknown) => Verdict> => {
  const lua = await loadLua();
  return (text) => checkText(lua, String(text));
};
