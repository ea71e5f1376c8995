// `tapin extension publish` at a terminal and in a script: its output, and the code that it stores next to the file.

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { readCodes, rememberCode } from '../../../bin/extension/published-codes.ts';
import { portOf } from '../../support/process/port-of.ts';
import { readJson } from '../../support/read-json.ts';
import { relayFiles, startRelay } from '../../support/relay/relay-process.ts';
import { printedJson, printedText, runTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { runOnTerminal, type TerminalResult } from '../../support/process/terminal.ts';

const ELSEWHERE = 'http://192.0.2.1:8322';
const DESCRIPTION = ['--description', 'Three in a row.'] as const;

/** Starts a cloud with an author and a copy of an extension. */
async function author(t: ExecutionContext) {
  const files = await relayFiles(t);
  const { origin } = await startRelay(t, files);
  const tokenOf = async (name: string): Promise<Readonly<Record<string, string>>> => {
    const args = ['cloud', 'token', '--author', name, '--name', 'ci', '--data', files.data];
    return { TAPIN_TOKEN: printedText(await runTapin(args)) };
  };
  const env = await tokenOf('Ann');
  const file = join(files.folder, 'ladder.lua');
  copyFileSync('docs/extensions/examples/ladder.lua', file);
  const args = (more: readonly string[]): string[] => ['extension', 'publish', file, '--cloud', origin, ...more];
  return {
    origin,
    file,
    tokenOf,
    folder: files.folder,
    kept: `${file}.code`,
    atTerminal: (...more: readonly string[]): Promise<TerminalResult> => runOnTerminal(t, args(more), { env }),
    atTerminalAs: (author_env: Readonly<Record<string, string>>): Promise<TerminalResult> =>
      runOnTerminal(t, args([]), { env: author_env }),
    inScript: (...more: readonly string[]) => runTapin(args(more), '', { env }),
    own: (...words: readonly string[]) => runTapin(['extension', ...words, '--cloud', origin], '', { env }),
  };
}

const codesIn = (path: string): Readonly<Record<string, string>> =>
  readJson(v.record(v.string(), v.string()), readFileSync(path, 'utf8'));
const published = v.looseObject({ id: v.string(), version: v.number() });
const linesOf = ({ text }: TerminalResult): readonly string[] => text.trimEnd().split('\r\n');

test('[C138] at a terminal, prints the code and the next step, and publishes updates by the stored code', async (t) => {
  const { origin, file, folder, kept, atTerminal, inScript, own } = await author(t);
  const first = await atTerminal(...DESCRIPTION);
  const code = /^Published Ladder as ([0-9A-Z]{5}), version 1\.$/.exec(linesOf(first)[0] ?? '')?.[1] ?? '';
  t.deepEqual(
    [first.code, ...linesOf(first).slice(1)],
    [
      0,
      'Install it on a device: Settings > Manage extensions > Install with a code.',
      `Ask for a public listing: tapin extension request-listing ${code} --cloud ${origin}`,
      `The code is stored in ${kept}: publish ${file} again to add a version.`,
    ],
  );
  t.deepEqual(codesIn(kept), { [origin]: code });
  const second = await atTerminal();
  t.deepEqual(
    [second.code, linesOf(second)],
    [0, [`Published Ladder as ${code}, version 2.`, 'Devices get this version at their next check.']],
  );

  const before = readFileSync(kept, 'utf8');
  const script = await inScript();
  t.like(printedJson(published, script), { id: code, version: 3 });
  t.regex(script.stdout, /^\{.*\}\n$/);
  const other = printedJson(published, await inScript('--new', ...DESCRIPTION));
  t.not(other.id, code);
  t.is(readFileSync(kept, 'utf8'), before, 'a script does not change the stored codes');
  t.like(readJson(published, linesOf(await atTerminal('--json'))[0] ?? ''), { id: code, version: 4 });

  t.is((await atTerminal('--code', other.id)).code, 0);
  t.deepEqual(codesIn(kept), { [origin]: other.id });
  await own('delete', other.id);
  const gone = await atTerminal();
  t.deepEqual(
    [gone.code, linesOf(gone)],
    [1, [`tapin: The extension ${other.id} was removed by its author; its code is in ${kept}: give another with --code, or publish with --new.`]], // oxfmt-ignore
  );
  t.deepEqual(codesIn(kept), { [origin]: other.id }, 'only a successful code is stored');
  t.is((await atTerminal('--new', ...DESCRIPTION)).code, 0);
  t.notDeepEqual(codesIn(kept), { [origin]: other.id });
  t.deepEqual(readdirSync(folder).filter((name) => name.startsWith('ladder')), ['ladder.lua', 'ladder.lua.code']); // oxfmt-ignore
});

test('[C138] refuses a code of another store or author with a one-line error that gives the remedy', async (t) => {
  const { origin, file, kept, atTerminal, atTerminalAs, inScript, tokenOf } = await author(t);
  writeFileSync(kept, JSON.stringify({ [ELSEWHERE]: '7K3QZ' }));
  const refused = await atTerminal(...DESCRIPTION);
  t.deepEqual(
    [refused.code, linesOf(refused)],
    [2, [`tapin: ${kept} has the code 7K3QZ for ${ELSEWHERE} and none for ${origin}: give one with --code, or publish there with --new.`]], // oxfmt-ignore
  );
  t.is(printedJson(published, await inScript(...DESCRIPTION)).version, 1, 'a script publishes it as new');
  t.deepEqual(codesIn(kept), { [ELSEWHERE]: '7K3QZ' });
  t.is((await atTerminal('--new', ...DESCRIPTION)).code, 0);
  const codes = codesIn(kept);
  t.deepEqual(Object.keys(codes), [ELSEWHERE, origin]);

  const bob = await atTerminalAs(await tokenOf('Bob'));
  t.deepEqual(
    [bob.code, linesOf(bob)],
    [1, [`tapin: The extension ${codes[origin]} belongs to another author; its code is in ${kept}: give another with --code, or publish with --new.`]], // oxfmt-ignore
  );
  t.true(existsSync(file));
});

test('[C138] refuses a damaged code file with exit code 2 and publishes nothing', async (t) => {
  const { kept, atTerminal, inScript, own } = await author(t);
  const damaged: readonly [string, () => void][] = [
    ['it is not JSON', () => writeFileSync(kept, 'ladder')],
    ['it is not a table of codes by store', () => writeFileSync(kept, '["7K3QZ"]')],
    ['it is not a table of codes by store', () => writeFileSync(kept, '{"http://127.0.0.1:8322":"U"}')],
    ['it has more than 65536 bytes', () => writeFileSync(kept, ' '.repeat(65_537))],
    ['it is a folder, not a file', () => mkdirSync(kept)],
  ];
  for (const [reason, damage] of damaged) {
    rmSync(kept, { recursive: true, force: true });
    damage();
    const sentence = `tapin: ${kept} can't be read: ${reason}; remove it, and publish with --code or --new.`;
    const { code, stdout, stderr } = await inScript(...DESCRIPTION);
    t.deepEqual([code, stdout, stderr], [2, '', `${sentence}\n`]);
    const output = await atTerminal('--new', ...DESCRIPTION);
    t.deepEqual([output.code, linesOf(output)], [2, [sentence]]);
  }
  t.is((await inScript('--new', ...DESCRIPTION)).code, 0, 'a script with --new does not read the file');
  t.is((await own('list')).stdout.trimEnd().split('\n').length, 2);
  const both = await inScript('--new', '--code', '7K3QZ');
  t.is(both.code, 2);
  t.regex(both.stderr, /^tapin: [^\n]*--new[^\n]*--code[^\n]*\n$/);
});

test('[C138] reports unwritable codes with a one-line error, and stores the latest sixteen', async (t) => {
  const folder = await temporaryFolder(t);
  const away = rememberCode(join(folder, 'away', 'a.lua'), {}, ELSEWHERE, '7K3QZ');
  t.regex(away.ok ? '' : away.error.message, /a\.lua\.code can't be written: [^\n]+\.$/);
  const file = join(folder, 'a.lua');
  for (let n = 0; n < 20; n++) {
    const codes = readCodes(file);
    t.true(codes.ok && rememberCode(file, codes.value, `http://127.0.0.1:${8000 + n}`, '7K3QZ').ok);
  }
  const codes = readCodes(file);
  t.deepEqual(codes.ok && Object.keys(codes.value), Array.from({ length: 16 }, (_, n) => `http://127.0.0.1:${8004 + n}`)); // oxfmt-ignore
});

/** Starts a store that sends this record for every call, and reports version 1. */
async function storeOf(t: ExecutionContext, record: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = request.url === '/e/7K3QZ/version' ? { v: 1 } : record;
    request.resume().on('end', () => response.end(JSON.stringify(answer)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${portOf(server)}`;
}

test('[C138] says why devices do not get a version yet, and escapes control characters in names', async (t) => {
  const record = { id: '7K3QZ', name: 'Lad\u001b[31mder', version: 2, approved_version: 1, installs: 3 };
  const file = join(await temporaryFolder(t), 'ladder.lua');
  copyFileSync('docs/extensions/examples/ladder.lua', file);
  const cases = [
    [{ listing: 'public', default: false }, 'once support approves it.'],
    [{ listing: 'none', default: true }, 'once support approves it.'],
    [{ listing: 'none', default: false }, 'once you release it: tapin extension release 7K3QZ --cloud ORIGIN'],
  ] as const;
  for (const [state, then] of cases) {
    const origin = await storeOf(t, { ...record, ...state });
    const args = ['extension', 'publish', file, '--cloud', origin, '--code', '7K3QZ'];
    const output = await runOnTerminal(t, args, { env: { TAPIN_TOKEN: 'a.b.c' } });
    t.deepEqual(linesOf(output).slice(0, 2), [
      'Published Lad\\u001b[31mder as 7K3QZ, version 2.',
      `Devices get this version ${then.replace('ORIGIN', origin)}`,
    ]);
  }
});
