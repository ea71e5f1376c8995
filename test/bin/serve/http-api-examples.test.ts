// The examples of docs/http-api.md, run verbatim on a running device.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { TIMEOUT_MS } from '../../support/process/timeouts.ts';
import { pythonTest } from '../../support/process/python.ts';
import { fieldsIn } from '../../support/read-json.ts';
import { startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const run = promisify(execFile);

/** Returns the code of the example that follows these words. */
function example(words: string): { readonly language: string; readonly code: string } {
  const page = readFileSync('docs/http-api.md', 'utf8');
  const [, language = '', code = ''] = /```(sh|python)\n([^]*?)```/.exec(page.slice(page.indexOf(words))) ?? [];
  return { language, code };
}

/** Starts `tapin run` with these options; returns a function that runs the example after given words. */
async function player(t: ExecutionContext, options: readonly string[]): Promise<(words: string) => Promise<string>> {
  const { listening } = await startTapin(t, ['run', '--port', '0', ...options]);
  const { origin, searchParams } = new URL(String(listening['panel']));
  const env = { ...process.env, PANEL: origin, TOKEN: searchParams.get('token') ?? '' };
  return async (words) => {
    const { language, code } = example(words);
    const shell = language === 'sh' ? (['bash', ['-euc', code]] as const) : (['python3', ['-c', code]] as const);
    const { stdout } = await run(shell[0], shell[1], { env, timeout: TIMEOUT_MS });
    return stdout;
  };
}

pythonTest('[panel] the examples work as the page describes', async (t) => {
  const played = await player(t, ['--data', await temporaryFolder(t)]);
  const strike = await played('A strike, and what the screen says then:');
  t.regex(strike, /Lag putting · Putt 1 of 10\n[^]*Verdict: [^]*\nClub speed: 4\.0 mph\n/);
  t.is(await played('Python waits for a page'), 'tapin · sensor ready\n');
  t.regex(await played('Python follows what happens'), /^[\w.]+-\d+ click\n$/);
  const power = await played('The power goes');
  t.regex(power, /^\{"accepted":true\}\{\}\{"accepted":true\}\{"lines":/);
  t.regex(power, /"device":"running"/);
});

test('[panel] the paused-time example works as documented', async (t) => {
  const played = await player(t, ['--virtual-time', '--paused', '--seed', '7']);
  const answers = (await played('Time stands still until')).split(/(?<=\})/).map(fieldsIn);
  t.deepEqual(answers, [
    { clock: 'virtual', time_ms: 2000, paused: true, speed: 1 },
    { accepted: true },
    { accepted: true },
    { accepted: true },
    { clock: 'virtual', time_ms: 602_000, paused: true, speed: 1 },
  ]);
});

test('[panel] the page documents every call, error code and event type', (t) => {
  const page = readFileSync('docs/http-api.md', 'utf8');
  const document = readFileSync('docs/openapi.json', 'utf8');
  const paths = [...document.matchAll(/"(\/api\/[^"]+)": \{/g)].map(([, path = '']) => path.replace('{index}', '0'));
  t.true(paths.length > 15);
  for (const path of paths) t.true(page.includes(path) || page.includes(`\`${path.split('/').at(-1)}\``), path);
  for (const [, codes = ''] of document.matchAll(/"enum": \[("[a-z]+_[^\]]+)\]/g))
    for (const [, code = ''] of codes.matchAll(/"(\w+)"/g)) t.true(page.includes(`\`${code}\``), code);
});
