// A host of extensions that measures the heap that they need: slower, for the desk.

import { hostOver } from './host.ts';
import { loadLua } from './lua/wasm.ts';

export const createIsolated = async (): Promise<ReturnType<typeof hostOver>> => hostOver(await loadLua(), true);
