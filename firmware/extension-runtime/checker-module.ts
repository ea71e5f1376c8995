// The checker as an isolate runs it: the bytes of a text come in, its verdict goes out.

import { checkBytes, type Verdict } from './check.ts';
import { loadLua } from './lua/wasm.ts';

export const createIsolated = async (): Promise<(bytes: unknown) => Verdict> => {
  const lua = await loadLua();
  return (bytes) => checkBytes(lua, bytes instanceof Uint8Array ? bytes : new Uint8Array());
};
