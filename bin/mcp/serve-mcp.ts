// Serves `tapin mcp` on stdin and stdout until the client closes stdin. stdout holds nothing but messages.

import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { readFields } from '../../wire/json-fields.ts';
import { createMcpServer } from './protocol.ts';
import { createTools } from './tools.ts';

const INSTRUCTIONS =
  'tapin is a putting device as software. start opens devices in virtual time; press, choose and putt act on them; screen shows them. Time passes only during steps. save_scenario keeps the session as a test; run_scenarios plays tests and explains failures.';

export async function serveMcp(): Promise<void> {
  const { version } = readFields(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) ?? {};
  const { tools, close } = createTools();
  const answer = createMcpServer({ name: 'tapin', version: String(version), instructions: INSTRUCTIONS }, tools);
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const message = await answer(line);
    if (message !== null) process.stdout.write(`${message}\n`);
  }
  await close();
}
