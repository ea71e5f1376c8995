// Runs a program on a pseudo-terminal, with the output that a user there sees.

import { fileURLToPath } from 'node:url';
import * as pty from '@lydell/node-pty';
import type { ExecutionContext } from 'ava';

const TAPIN = fileURLToPath(new URL('../../../tapin', import.meta.url));

export interface TerminalResult {
  readonly code: number;
  /** All output to the terminal, including escape sequences. */
  readonly text: string;
}

/** Runs tapin on a terminal until it exits. `env`: replaces the variables that control colour and terminal features. */
export async function runOnTerminal(
  t: ExecutionContext,
  args: readonly string[],
  { columns = 120, env = {} }: { readonly columns?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<TerminalResult> {
  const { NO_COLOR: _plain, CI: _ci, GITHUB_ACTIONS: _github, FORCE_COLOR: _color, ...own } = process.env;
  const child = pty.spawn(TAPIN, [...args], {
    cols: columns,
    rows: 24,
    env: { ...own, TERM: 'xterm-256color', ...env },
  });
  t.teardown(() => child.kill('SIGKILL'));
  let text = '';
  child.onData((data) => (text += data));
  const { exitCode } = await new Promise<{ readonly exitCode: number }>((resolve) => child.onExit(resolve));
  return { code: exitCode, text };
}
