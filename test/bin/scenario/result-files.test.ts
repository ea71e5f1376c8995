// Names of the files that `tapin test` writes: unique for any names of scenarios and screenshots.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { callTapin } from '../../support/process/call-tapin.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const SHOT = 'steps:\n  - screenshot: menu.png\n';

/** Returns the files that the scenarios with these names and texts leave under `kept`. */
async function leftBy(t: ExecutionContext, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const cwd = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  await callTapin(['test', ...Object.keys(files), '--keep', 'kept'], { cwd });
  return readdirSync(join(cwd, 'kept'), { recursive: true, encoding: 'utf8' }).toSorted();
}

const pictures = (left: readonly string[]): readonly string[] => left.filter((name) => name.endsWith('.png'));

test.serial('[cli] keeps the results of each scenario in a folder of its own', async (t) => {
  const left = await leftBy(t, {
    'col/a-b.yaml': SHOT,
    'col/a/b.yaml': SHOT,
    'col/A-b.yaml': SHOT,
    'u/عبد.yaml': SHOT,
    'u/حفر.yaml': SHOT,
    'u/Größe ‮x.yaml': SHOT,
    [`${'long-'.repeat(30)}/${'name-'.repeat(40)}.yaml`]: SHOT,
    [`${'long_'.repeat(30)}/${'name-'.repeat(40)}.yaml`]: SHOT,
  });
  t.deepEqual(pictures(left), [
    'col-A-b-1_3/menu.png',
    'col-a-b-1/menu.png',
    'col-a-b-1_2/menu.png',
    `${'name-'.repeat(16)}1/menu.png`,
    `${'name-'.repeat(16)}1_2/menu.png`,
    'u-Größe-x-1/menu.png',
    'u-حفر-1/menu.png',
    'u-عبد-1/menu.png',
  ]);
});

test.serial(
  '[cli] numbers pictures with the same name, and keeps step pictures apart from the failure picture',
  async (t) => {
    const repeated = 'steps:\n  - repeat: { times: 3, steps: [{ screenshot: y.png }] }\n  - screenshot: ./Y-2.png\n';
    const left = await leftBy(t, { 'a.yaml': `${repeated}  - screenshot: screen.png\n  - expect: Nonsense\n` });
    t.deepEqual(pictures(left), ['Y-2-2.png', 'screen-2.png', 'screen.png', 'y-2.png', 'y-3.png', 'y.png'].map((name) => `a-1/${name}`)); // oxfmt-ignore
  },
);
