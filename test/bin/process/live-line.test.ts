// The progress line of `tapin test` on a terminal: rewritten while scenarios run and cleared at the end.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { colored, openLiveLine } from '../../../bin/process/live-line.ts';
import { runOnTerminal } from '../../support/process/terminal.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/** Scenario that waits long enough in virtual time to show on the progress line. */
const WAITS = `name: Waits
steps:
  - choose: Lag putting
  - wait_for: { text: 'A text that no page ever shows', within: 4 min }
`;
const PASSES = 'name: Passes\nsteps:\n  - expect: { page: menu }\n';

async function files(t: ExecutionContext): Promise<readonly string[]> {
  const folder = await temporaryFolder(t);
  writeFileSync(join(folder, 'a.yaml'), WAITS);
  writeFileSync(join(folder, 'b.yaml'), PASSES);
  return [folder, '--keep', join(folder, 'kept')];
}

/** Replaces escape sequences by readable marks. */
const readable = (text: string): string =>
  text
    .replaceAll('\r\u001b[2K', '{clear}')
    .replaceAll('\u001b[?7l', '{cut}')
    .replaceAll('\u001b[?7h', '{wrap}')
    .replaceAll('\u001b[31m', '{red}')
    .replaceAll('\u001b[32m', '{green}')
    .replaceAll('\u001b[39m', '{plain}');
const LIVE = /\{clear\}\{cut\}(.*?)\{wrap\}/g;
const liveLines = (text: string): readonly string[] => [...text.matchAll(LIVE)].map(([, line]) => line ?? '');
/** Returns the output that stays: everything but rewritten lines. */
const stays = (text: string): string => text.replaceAll(LIVE, '').replaceAll('{clear}', '');

test('[cli] shows the pending wait and its duration on one line, which is cleared', async (t) => {
  const output = await runOnTerminal(t, ['test', ...(await files(t))]);
  const text = readable(output.text);
  t.is(output.code, 1);
  t.true(
    liveLines(text).some((line) =>
      /^\[1\/2\] a\.yaml: wait for "A text that no page ever shows" \(\d+\.\d s of 240 s\)$/.test(line),
    ),
    text,
  );
  const [first, ...rest] = stays(text).trimEnd().split('\r\n');
  t.regex(first ?? '', /^\{red\}FAIL\{plain\} .*a\.yaml: Waits \(2 steps; /);
  t.true(
    rest.some((line) => /^\{green\}ok\{plain\} {3}.*b\.yaml: Passes \(1 step; /.test(line)),
    text,
  );
  t.regex(rest.at(-1) ?? '', /^1 passed, 1 failed in /);
  // A permanent line first clears the progress line.
  t.regex(text, /\{wrap\}\{clear\}\{red\}FAIL/);
});

test('[cli] prints only TAP to a terminal with --tap', async (t) => {
  const [folder = '', ...keep] = await files(t);
  const { text } = await runOnTerminal(t, ['test', join(folder, 'b.yaml'), ...keep, '--tap']);
  t.is(text, 'TAP version 14\r\n1..1\r\nok 1 - Passes\r\n');
});

function terminal(isTTY: boolean, columns = 0) {
  let text = '';
  const write = (data: string): boolean => (text += data) !== '';
  return { stream: { isTTY, columns, write }, text: () => readable(text) };
}

test('[cli] cuts the progress line to the terminal width and strips cursor escapes', (t) => {
  const { stream, text } = terminal(true, 12);
  const line = openLiveLine([terminal(false).stream, stream], {});
  line.show('a\u001b[31m\nb 🏌 and much more');
  t.deepEqual(liveLines(text()), ['a b 🏌 and …']);
  line.clear();
  line.clear();
  t.true(text().endsWith('{wrap}{clear}'));
});

test('[cli] shows no progress line or colour without a terminal, with NO_COLOR or with TERM=dumb', (t) => {
  for (const [isTTY, env] of [
    [false, {}],
    [true, { NO_COLOR: '1' }],
    [true, { TERM: 'dumb' }],
  ] as const) {
    const { stream, text } = terminal(isTTY, 80);
    openLiveLine([stream], env).show('under way');
    t.is(text(), '');
    t.is(colored('FAIL a.yaml', stream, env), 'FAIL a.yaml');
  }
  t.is(colored('FAIL a.yaml', terminal(true).stream, {}), '\u001b[31mFAIL\u001b[39m a.yaml');
  t.is(colored('     ok is what the screen says', terminal(true).stream, {}), '     ok is what the screen says');
});
