// The workflow of an author, with real processes: a new file, its check, the store, and the next version.

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { request } from 'undici';
import * as v from 'valibot';
import { callTapin } from '../../support/process/call-tapin.ts';
import { printedJson, startTapin } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { itemAt } from '../../support/items.ts';

const FOLDER = 'docs/extensions/examples';
const EXAMPLES = readdirSync(FOLDER).flatMap((name) => (name.endsWith('.lua') ? [join(FOLDER, name)] : []));

test.serial(
  '[R123] reports each valid example in a line, and an error as file, line and sentence with exit code 1',
  async (t) => {
    const fine = await callTapin(['extension', 'check', ...EXAMPLES]);
    t.is(fine.code, 0, fine.stdout);
    t.is(fine.stdout.trim().split('\n').length, EXAMPLES.length);
    for (const line of fine.stdout.trim().split('\n'))
      t.regex(line, /: \w+, a (drill|game), passes: peak heap \d+\.\d of 256 KB, 2\d\d\.\d KB free, /);

    const folder = await temporaryFolder(t);
    const file = (name: string, text: string | Uint8Array): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const manifest = 'manifest { name = "A", kind = "drill" }\n';
    const wrong: readonly (readonly [string, RegExp])[] = [
      [file('syntax.lua', `${manifest}x = = 1`), /syntax\.lua:2: Unexpected symbol near '='\. \(compile_error\)$/],
      [file('none.lua', 'x = 1'), /none\.lua: No manifest: .* \(no_manifest\)$/],
      [file('two.lua', manifest + manifest), /two\.lua:2: Only one manifest is allowed\. \(double_manifest\)$/],
      [file('loop.lua', `${manifest}while true do end`), /loop\.lua:2: The top level runs more than 2,000,000 instructions\. \(runaway_top_level\)$/], // oxfmt-ignore
      [file('latin.lua', Uint8Array.of(0x2d, 0x2d, 0xe9)), /latin\.lua: The text is not UTF-8\. \(compile_error\)$/],
      [join(folder, 'nowhere.lua'), /nowhere\.lua: can't be read: /],
    ];
    const result = await callTapin(['extension', 'check', ...wrong.map(([path]) => path)]);
    t.is(result.code, 1);
    result.stdout.trim().split('\n').forEach((line, i) => t.regex(line, itemAt(wrong, i)[1])); // oxfmt-ignore
    const good = file('fine.lua', manifest);
    for (const path of ['nowhere.lua', '.']) {
      const unread = await callTapin(['extension', 'check', good, join(folder, path)]);
      t.is(unread.code, 2, path);
      t.regex(unread.stdout, /fine\.lua: A, a drill, passes: .*\n\S+: warning: No callbacks: .*\n\S+: can't be read: /);
    }
  },
);

for (const kind of ['drill', 'game'])
  test.serial(
    `[extension] a new ${kind} passes its generated test, and neither file is ever overwritten`,
    async (t) => {
      const cwd = await temporaryFolder(t);
      const made = await callTapin(['extension', 'new', kind, 'three-in-a-row'], { cwd });
      t.is(made.code, 0, made.stderr);
      t.regex(made.stdout, /Created three-in-a-row\.lua and three-in-a-row\.yaml\./);
      const tested = await callTapin(['extension', 'test', 'three-in-a-row.lua'], { cwd });
      t.is(tested.code, 0, tested.stdout);
      t.regex(tested.stdout, /^three-in-a-row\.yaml: passed: 6 steps, 2 putts, 1 screenshot; peak heap \d\.\d of 256 KB, 25\d\.\d KB free; /); // oxfmt-ignore
      t.true(existsSync(join(cwd, 'three-in-a-row.png')));
      rmSync(join(cwd, 'three-in-a-row.lua'));
      const again = await callTapin(['extension', 'new', kind, 'three-in-a-row'], { cwd });
      t.is(again.code, 1);
      t.regex(again.stderr, /^tapin: three-in-a-row\.yaml already exists/);
      t.false(existsSync(join(cwd, 'three-in-a-row.lua')));
    },
  );

test.serial('[C42] warns of an error in a path with its line and position, and exits with 0', async (t) => {
  const file = join(await temporaryFolder(t), 'bent.lua');
  const manifest = 'manifest { name = "A", kind = "drill" }\n';
  writeFileSync(file, `${manifest}function ext.draw()\n  canvas.path("M10 10 L20 x 30")\nend\n`);
  const result = await callTapin(['extension', 'check', file]);
  t.is(result.code, 0);
  const [fine, warning, path, mark] = result.stdout.split('\n');
  t.regex(fine ?? '', /passes/);
  t.true(warning?.startsWith(`${file}:3: warning: Character 12 of the path: `), warning);
  t.is(path, '    M10 10 L20 x 30');
  t.is(mark, '               ^');
});

test.serial('[R123] warns of a callback that fails in a trial call, with its line, and accepts the file', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'late.lua');
  writeFileSync(
    file,
    `manifest { name = 'Late', kind = 'drill' }
function ext.draw() canvas.text(nil, 1, 1) end
function ext.putt(p)
  local far = p.distanc_ft * 2
end
function ext.update(dt) while true do end end`,
  );
  const { code, stdout } = await callTapin(['extension', 'check', file]);
  t.is(code, 0);
  const [fine = '', ...warnings] = stdout.trimEnd().split('\n');
  t.regex(fine, /late\.lua: Late, a drill, passes: /);
  t.is(warnings.length, 3, stdout);
  t.regex(warnings[0] ?? '', /late\.lua:2: warning: ext\.draw fails: canvas\.text: s /);
  t.regex(
    warnings[1] ?? '',
    /late\.lua:4: warning: ext\.putt fails: attempt to perform arithmetic on a nil value \(field 'distanc_ft'\)\.$/,
  );
  t.regex(warnings[2] ?? '', /late\.lua:6: warning: ext\.update fails: took too long\.$/);
});

test.serial('[R100] publishes a new file under a share code, then as a second version', async (t) => {
  const folder = await temporaryFolder(t);
  const data = join(folder, 'cloud');
  const cloud = await startTapin(t, ['cloud', 'serve', '--port', '0', '--metrics-port', '0', '--data', data, '--devices', join(folder, 'devices.json')]); // oxfmt-ignore
  const store = String((cloud.listening as { store?: unknown }).store);
  const { stdout: token } = await callTapin(['cloud', 'token', '--author', 'Ann', '--data', data]);
  const env = { TAPIN_TOKEN: token.trim() };
  const made = mkdtempSync(join(tmpdir(), 'tapin-new-'));
  t.is((await callTapin(['extension', 'new', 'drill', 'three-in-a-row'], { cwd: made })).code, 0);
  const file = join(made, 'three-in-a-row.lua');
  const again = await callTapin(['extension', 'new', 'game', 'three-in-a-row'], { cwd: made });
  t.regex(again.stderr, /^tapin: three-in-a-row\.lua already exists/);

  const publish = (...args: readonly string[]) =>
    callTapin(['extension', 'publish', file, '--cloud', store, ...args], { env });
  const nothing = await publish();
  t.regex(nothing.stderr, /description/i);
  const first = await publish('--description', 'Three in a row.');
  const record = printedJson(v.looseObject({ id: v.string() }), first);
  t.like(record, { version: 1, name: 'Three in a row', author: 'Ann' });
  t.regex(record.id, /^[0-9A-HJKMNP-TV-Z]{5}$/);
  writeFileSync(file, `${readFileSync(file, 'utf8')}-- better\n`);
  const second = printedJson(v.object({ version: v.number() }), await publish('--code', record.id));
  t.is(second.version, 2);
  if (process.platform === 'linux')
    t.notRegex(readFileSync(`/proc/${cloud.child.pid}/maps`, 'utf8'), /skia/, 'pictures are drawn in another process');
  const fetched = await request(`${store}/e/${record.id}`);
  t.is(await fetched.body.text(), readFileSync(file, 'utf8'));

  writeFileSync(file, 'while true do end');
  const refused = await publish('--code', record.id);
  t.is(refused.code, 1);
  t.regex(refused.stderr, /three-in-a-row\.lua:1: The top level runs more than/);
  const anonymous = await callTapin(
    ['extension', 'publish', itemAt(EXAMPLES, 0), '--cloud', store, '--description', 'x'],
    {
      env: { TAPIN_TOKEN: '', XDG_CONFIG_HOME: made },
    },
  );
  t.regex(anonymous.stderr, /^tapin: Not signed in at \S+: run tapin login --cloud \S+, or set TAPIN_TOKEN\.\n$/);
});
