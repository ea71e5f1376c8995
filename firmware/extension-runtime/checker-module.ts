// Isolate module of the checker: receives the bytes of a text and returns its verdict.

import { checkBytes, type CheckVerdict } from './check.ts';
import { loadLua } from './lua/wasm.ts';

export interface CheckRequest {
  readonly bytes: Uint8Array;
  readonly tries_out: boolean;
}

export const createIsolated = async (): Promise<(message: unknown) => CheckVerdict> => {
  const lua = await loadLua();
  return (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the checker sends messages to this isolate
    const { bytes, tries_out } = message as CheckRequest;
    return checkBytes(lua, bytes, tries_out);
  };
};
