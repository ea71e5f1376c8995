// `tapin run --sensor PATH`: the device on a pty with the board of `tapin sensor` at the other end, unplugged and
// replugged, and on paths without a sensor.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { startTapin, type TapinProcess } from '../../support/process/tapin-process.ts';
import { openViewer, type ViewerSocket, linesOf } from '../../support/panel/viewer-socket.ts';
import { itemAt } from '../../support/items.ts';
import { readAs } from '../../support/read-json.ts';

interface Watched {
  readonly tapin: TapinProcess;
  readonly viewer: ViewerSocket;
  key(name: string): void;
  screen(): Promise<string>;
  lines(): readonly string[];
  link(): string;
}

async function watch(t: ExecutionContext, args: readonly string[]): Promise<Watched> {
  const tapin = await startTapin(t, args);
  const panel = String(tapin.listening['panel']);
  const { origin, search } = new URL(panel);
  const viewer = await openViewer(panel);
  t.teardown(() => viewer.close());
  return {
    tapin,
    viewer,
    key(key) {
      viewer.send({ type: 'key', key, action: 'press' });
      viewer.send({ type: 'key', key, action: 'release' });
    },
    screen: async () => (await httpCall(origin, `/api/devices/0/screen.txt${search}`)).text,
    lines: () => linesOf(viewer),
    link: () => readAs(v.optional(v.string(), ''), viewer.last('link')?.['link']),
  };
}

test('[cli] scores a strike from the stdin of the sensor, and recovers after the sensor restarts', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'board');
  const first = await startTapin(t, ['sensor', '--link', `pty:${path}`, '--seed', '1']);
  const device = await watch(t, ['run', '--port', '0', '--data', join(folder, 'data'), '--sensor', path]);
  const { viewer, key, lines, link } = device;
  await viewer.until('the sensor', () => link() === 'ready');
  t.is(viewer.last('hello')?.['sensor'], path);
  await viewer.until('the menu', () => lines().includes('> Metrics only'));
  key('ok');
  await viewer.until('the setup page', () => lines().includes('> Start'));
  key('ok');
  await viewer.until('the page of metrics', () => lines().includes('Player 1: 0 putts'));

  first.writeLine({ club_speed_mps: 1.5 });
  await viewer.until('a scored putt', () => lines().includes('Player 1: 1 putt'));
  t.regex(await device.screen(), /^Verdict: /m);

  first.child.kill('SIGKILL');
  await viewer.until('the loss', () => link() === 'lost');
  t.regex(String(viewer.last('link')?.['detail']), /^.+\. Trying again in 1 s\.$/);
  t.regex(await device.screen(), /Player 1: 1 putt/, 'the putt is kept');

  const second = await startTapin(t, ['sensor', '--link', `pty:${path}`, '--seed', '1']);
  await viewer.until('the sensor again', () => link() === 'ready', 30_000);
  second.writeLine({ club_speed_mps: 1.5 });
  await viewer.until('a second putt', () => lines().includes('Player 1: 2 putts'));
  t.is((await device.tapin.end('SIGINT')).code, 0);
  t.is((await second.end('SIGINT')).code, 0);
});

test('[cli] without a sensor at that path, the device runs, reports it, and retries', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'board');
  const device = await watch(t, ['device', '--port', '0', '--data', join(folder, 'data'), '--sensor', path]);
  const { viewer, key, lines, link } = device;
  await viewer.until('the menu', () => lines().includes('> Metrics only'));
  await viewer.until('the loss', () => link() === 'lost');
  t.is(viewer.last('hello')?.['sensor'], path);
  t.deepEqual(viewer.last('hello')?.['faults'], []);
  await statusPage(device);
  const sentence = `No serial port at ${path}. Trying again in `;
  // During a retry the page shows that instead.
  await viewer.until('the sentence', () => lines().some((line) => line.startsWith(sentence)));
  await viewer.until('the state', () => lines().includes('Sensor: lost'));
  // The sensor appears later.
  const sensor = await startTapin(t, ['sensor', '--link', `pty:${path}`]);
  await viewer.until('the sensor', () => link() === 'ready', 30_000);
  await viewer.until('the recovery', () => lines().includes('Sensor: ready'));
  key('back');
  t.is((await sensor.end('SIGINT')).code, 0);
  await viewer.until('the loss', () => link() === 'lost');
  t.is((await device.tapin.end('SIGTERM')).code, 0);
});

/** Opens the status page from the menu. */
async function statusPage({ key, viewer, lines }: Watched): Promise<void> {
  key('up');
  await viewer.until('the focus', () => lines().includes('> Status'));
  key('ok');
  await viewer.until('the status page', () => lines()[0] === 'Status');
}

for (const [what, pathOf] of [
  ['a plain file', async (folder: string) => (await writeFile(join(folder, 'x'), 'a letter'), join(folder, 'x'))],
  ['a directory', async (folder: string) => (await mkdir(join(folder, 'x')), join(folder, 'x'))],
  ['/dev/null', async () => '/dev/null'],
] as const)
  test(`[cli] ${what} as sensor shows a one-line error on the status page`, async (t) => {
    const folder = await temporaryFolder(t);
    const path = await pathOf(folder);
    const device = await watch(t, ['run', '--port', '0', '--data', join(folder, 'data'), '--sensor', path]);
    const { viewer, lines, link } = device;
    await viewer.until('the menu', () => lines().includes('> Metrics only'));
    await viewer.until('the loss', () => link() === 'lost');
    await statusPage(device);
    const complaints = (): string[] => lines().filter((line) => line.includes('Trying again'));
    await viewer.until('the sentence', () => complaints().length > 0);
    const messages = complaints();
    t.is(messages.length, 1, messages.join('\n'));
    t.regex(itemAt(messages, 0), /^[^.]*\S+[^.]*\. Trying again in \d+ s\.$/);
    t.true(messages[0]?.includes(path));
    t.notRegex(itemAt(messages, 0), /errno|\bE[A-Z]{4,}\b|undefined|unknown error/, 'no error codes');
    t.is((await device.tapin.end('SIGINT')).code, 0);
  });
