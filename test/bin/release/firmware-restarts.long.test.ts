// Firmware updates that fail, resume, or run on virtual boards: processes, real files and real restarts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { cloudOver, device, release, TAPIN, tapin } from '../../support/process/release-folder.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { startTapin } from '../../support/process/tapin-process.ts';

test('[R140] [R146] tries a release that does not run three times, then boots the old one', async (t) => {
  const folder = await temporaryFolder(t);
  await release(t, folder, 'exit 1');
  const running = await device(t, folder);
  const times = (text: string): number => running.stderr().split(text).length - 1;
  const rests = (): boolean =>
    running.stderr().split('Starting firmware 0.9.0.')[4]?.includes('firmware: checking → resting') ?? false;
  while (!rests()) await running.nextStderr();
  t.is(times('Starting firmware 0.9.1, on trial.'), 3);
  t.is((await running.end('SIGTERM')).code, 0);
  const tries =
    readFileSync(join(folder, 'data', 'firmware.0'), 'latin1') +
    readFileSync(join(folder, 'data', 'firmware.1'), 'latin1');
  t.regex(tries, /"version":"0\.9\.1","count":3/);
});

test('[C51] tapin run reboots into a published image of the virtual board', async (t) => {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  t.regex(
    await tapin(t, 'firmware', 'pack', '--firmware', '0.9.1', '--seq', '2', '--out', at('virtual.image')),
    /62 bytes/,
  );
  const first = await startTapin(t, ['run', '--port', '0', '--data', at('data')]);
  t.regex(
    await tapin(t, 'cloud', 'firmware', 'add', at('virtual.image'), '--data', at('data/cloud')),
    /Published firmware 0\.9\.1 \(2\) for virtual\./,
  );
  await first.end('SIGTERM');
  const second = await startTapin(t, ['run', '--port', '0', '--data', at('data'), '-v']);
  await second.untilStderr('firmware: trial');
  await second.end('SIGINT');
  const third = await startTapin(t, ['run', '--port', '0', '--data', at('data'), '-v']);
  await third.untilStderr('firmware: trial');
  t.false(third.stderr().includes('firmware: checking'), 'a stopped device does not fail its trial');
  await third.end('SIGTERM');
});

test('[R140] a release stopped during its trial resumes the trial at the next boot', async (t) => {
  const folder = await temporaryFolder(t);
  await release(t, folder, `exec ${TAPIN} "$@"`);
  const cloud = await cloudOver(t, folder);
  const first = await device(t, folder, cloud);
  await first.untilStderr('Starting firmware 0.9.1, on trial.');
  await first.untilStderr('firmware: trial');
  t.is((await first.end('SIGINT')).code, 0);
  const second = await device(t, folder, cloud);
  await second.untilStderr('Starting firmware 0.9.1, on trial.');
  t.false(second.stderr().includes('Starting firmware 0.9.0.'));
  await second.end('SIGTERM');
});

test('[C94] tapin run --cloud --firmware-key installs firmware signed by that key on a virtual device', async (t) => {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  await tapin(t, 'firmware', 'pack', '--firmware', '0.9.1', '--seq', '2', '--out', at('virtual.image'));
  await tapin(t, 'cloud', 'firmware', 'add', at('virtual.image'), '--data', at('cloud'));
  const cloud = await cloudOver(t, folder);
  const here = ['run', '--port', '0', '--data', at('data'), '--cloud', cloud];
  const running = await startTapin(t, [...here, '--firmware-key', join(at('cloud'), 'firmware.pub'), '-v']);
  await running.untilStderr('firmware: trial');
  t.is((await running.end('SIGTERM')).code, 0);
});
