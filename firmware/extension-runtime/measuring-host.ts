// Extension host that also measures heap use: slower, for use at an author's desk.

import { hostOver } from './host.ts';
import { loadLua } from './lua/wasm.ts';

export const createIsolated = async (): Promise<ReturnType<typeof hostOver>> => hostOver(await loadLua(), true);
