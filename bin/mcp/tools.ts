// All tools of `tapin mcp`; they share one session.

import { actionTools } from './action-tools.ts';
import { createDesk } from './desk.ts';
import type { Tool } from './protocol.ts';
import { readTools } from './read-tools.ts';
import { scenarioTools } from './scenario-tools.ts';

export function createTools(): { readonly tools: readonly Tool[]; close(): Promise<void> } {
  const desk = createDesk();
  const tools = [...scenarioTools(desk), ...actionTools(desk), ...readTools(desk)];
  return { tools, close: async () => desk.session()?.close() };
}
