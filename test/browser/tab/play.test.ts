// The device in a browser tab: a static page that plays without a server.

import { join } from 'node:path';
import { writeWeb } from '../../../bin/web/build-web.ts';
import { ballSpeedFor } from '../../../firmware/roll/roll.ts';
import { mphOf } from '../../../firmware/units.ts';
import { readRecording } from '../../../simulation/recordings/recording-file.ts';
import { createReplay } from '../../../simulation/recordings/replay.ts';
import { axeComplaints } from '../../support/panel/axe.ts';
import { browserTest, LOOKS } from '../../support/panel/browser-test.ts';
import { pull } from '../../support/panel/pull.ts';
import { KEEP_LINES, tablePlayer } from '../../support/panel/table-player.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { valueOf } from '../../support/results.ts';
import { staticSite } from '../../support/tab/static-site.ts';
import { tabPage } from '../../support/tab/tab-page.ts';

browserTest('[tab] plays Lag putting to its result without a server, and keeps the trend over a reload', async (t) => {
  const site = await staticSite(t);
  const { page, choose, line, byTestId, complaints } = await tabPage(t, site.url, { workbench: true });
  await page.evaluate('navigator.serviceWorker.ready');
  await site.stop();
  await choose('Lag putting');
  await choose('Start');
  await line('Lag putting · Putt 1 of 10');
  await byTestId('chart-choice').selectOption('set');
  await byTestId('chart').locator('[data-lit=true][data-state=awaiting]').waitFor();
  await byTestId('golfer').first().click();
  await byTestId('time-speed').selectOption('50');
  await line('Lag putting: result');
  await line(/^Trend of Player 1: \d+ %$/);
  // A reset waits for pending writes, which a reload does not.
  await byTestId('power-reset').click();
  await line('Start');
  await page.reload();
  await choose('Trend');
  await line('Lag putting: trend');
  await line(/^Trend of Player 1: \d+ %$/);
  t.deepEqual(complaints, []);
});

/** Blocks the page's event loop. */
const blockFor = (ms: number): void => {
  const end_ms = performance.now() + ms;
  while (performance.now() < end_ms);
};

browserTest('[tab] a host and a guest play a round over the relay in the tab, even if it stalls', async (t) => {
  const site = await staticSite(t);
  const { page, byTestId, complaints } = await tabPage(t, `${site.url}#guests=1`, { workbench: true, width: 1920 });
  const { waitForLine, press, choose, turnDown, strike } = tablePlayer(page);
  for (const number of [1, 2]) await waitForLine(number, /^tapin · sensor ready$/);
  await page.evaluate(KEEP_LINES);
  await byTestId('join-all').click();
  await waitForLine(1, /\(follows\): Guest 1$/);
  await press(1, 'back');
  await choose(1, 'Stroke play');
  await turnDown(1, 'Holes', 3);
  await turnDown(1, 'Longest hole', 3);
  await choose(1, 'Start');
  await waitForLine(2, /^Waiting for the host to start\.$/);
  await press(1, 'ok');
  await press(1);
  await byTestId('time-speed').selectOption('10');
  await page.locator('[name=club_speed_mps]').fill(mphOf(ballSpeedFor(3.8, 10) / 1.6).toFixed(3));
  await waitForLine(2, /Hole 1 of 3$/);
  await byTestId('time-speed').selectOption('100');
  await page.evaluate(blockFor, 1500);
  await byTestId('time-speed').selectOption('10');
  for (const hole of [1, 2, 3])
    for (const number of [1, 2]) {
      // The turn of an earlier hole may still be on the page.
      await waitForLine(number, new RegExp(`Hole ${hole} of 3$`));
      await strike(number);
    }
  for (const number of [1, 2]) {
    await waitForLine(number, /^Host: 1 1 1, total 3$/);
    await waitForLine(number, /^Guest 1: 1 1 1, total 3$/);
  }
  const shown = await page.evaluate((): string[] => [...Reflect.get(globalThis, 'shown')]);
  t.deepEqual(
    shown.filter((line) => line.includes('Trouble: ')),
    [],
  );
  t.deepEqual(complaints, []);
});

browserTest('[tab] a recording made here replays in Node, and opens again at its start', async (t) => {
  const site = await staticSite(t);
  const { page, choose, line, byTestId, status, complaints } = await tabPage(t, site.url, { workbench: true });
  await choose('Lag putting');
  await choose('Start');
  await line('Lag putting · Putt 1 of 10');
  await pull(page, 0.4);
  await line('Lag putting · Putt 2 of 10');
  await byTestId('timeline-toggle').click();
  const saving = page.waitForEvent('download');
  await byTestId('save-recording').click();
  const file = join(await temporaryFolder(t), 'putt.tapin.gz');
  await (await saving).saveAs(file);
  const recording = valueOf(t, readRecording(file));
  t.is(valueOf(t, await createReplay(recording).playTo(Infinity, true)), null, 'no divergence');
  t.true(recording.turns.length > 50);

  await byTestId('open-file').setInputFiles(file);
  await byTestId('back-to-device').waitFor();
  await byTestId('past')
    .getByText(/^Past: 0\.\d+ s/)
    .waitFor();
  t.is(await byTestId('moment').count(), 1, 'the timeline is open');
  t.is(await byTestId('copy-link').count(), 0, 'no link leads to a file of this disk');
  await byTestId('to-present').click();
  await line('Lag putting · Putt 2 of 10');
  // Opening a drill closes the recording and resumes time.
  await byTestId('open-file').setInputFiles('docs/extensions/examples/nine.lua');
  await status('nine.lua runs. Open it again after a change.');
  t.is(await byTestId('back-to-device').count(), 0);
  await page.locator('[data-testid=time-pause][aria-pressed=false]').waitFor();
  await byTestId('open-file').setInputFiles({ name: 'bad.tapin.gz', mimeType: '', buffer: Buffer.from('no gzip') });
  await status("The recording bad.tapin.gz can't be read: it is not gzip, or it is damaged.");
  await byTestId('open-file').setInputFiles({ name: 'notes.txt', mimeType: '', buffer: Buffer.from('hello') });
  await status('Open a recording (.tapin.gz) or a drill (.lua).');
  t.deepEqual(complaints, []);
});

browserTest('[C112] a drill from a file plays in the tab, and an endless one stops without the page', async (t) => {
  const site = await staticSite(t);
  const { page, byTestId, line, status, complaints } = await tabPage(t, site.url);
  await line('tapin · sensor ready');
  const drill = (body: string) => ({
    name: 'drill.lua',
    mimeType: '',
    buffer: Buffer.from(`manifest { name = "Endless", kind = "drill", about = "x" }\n${body}`),
  });
  await byTestId('open-file').setInputFiles('docs/extensions/examples/nine.lua');
  await status('nine.lua runs. Open it again after a change.');
  await line('Nine');
  const linked = await tabPage(t, `${site.url}?drill=rings.lua`);
  await linked.line('Rings');
  await linked.page.close();
  await byTestId('open-file').setInputFiles(drill('ext.strike = 1 +'));
  await status(/^.*drill\.lua, line 2: /);
  await byTestId('open-file').setInputFiles(drill('function ext.start() while true do end end'));
  await line('This extension has stopped');
  await byTestId('pad').waitFor();
  await pull(page, 0.3);
  t.deepEqual(complaints, []);
});

browserTest('[tab] a link opens an experience on a fresh device, and a wrong one says what is wrong', async (t) => {
  const site = await staticSite(t);
  const first = await tabPage(t, `${site.url}#seed=7&experience=lag&at=12.5`);
  await first.line('Start');
  await first.byTestId('device-time').getByText('12.500 s').waitFor();
  const second = await tabPage(t, `${site.url}#seed=7&experience=lag&at=12.5`, { context: first.context });
  await second.byTestId('device-time').getByText('12.500 s').waitFor();
  t.deepEqual(await second.lines(), await first.lines());
  t.is(await second.page.title(), await first.page.title(), 'the same device');
  for (const [part, sentence] of [
    ['#seed=x', 'In the link, seed must be a number from 0 to 2147483647.'],
    ['#guests=4', 'In the link, guests must be a number from 0 to 3.'],
    ['#guests=3&seed=2147483647', 'Connected.'],
    ['#seed=1&experience=chess', 'There is no experience chess.'],
    ['?recording=https://example.com/a.tapin.gz', 'In the link, recording must be an address of the same host.'],
  ] as const) {
    const { page, status } = await tabPage(t, `${site.url}${part}`, { context: first.context });
    await status(sentence);
    await page.close();
  }
  t.deepEqual([...first.complaints, ...second.complaints], []);
});

browserTest('[tab] a second tab plays without storage and says so', async (t) => {
  const site = await staticSite(t);
  const first = await tabPage(t, site.url);
  await first.line('tapin · sensor ready');
  const second = await tabPage(t, site.url, { context: first.context });
  await second.status('Another tab plays this device: nothing is kept here.');
  await second.choose('Lag putting');
  t.deepEqual([...first.complaints, ...second.complaints], []);
});

browserTest('[tab] plays from a disk, drills included', async (t) => {
  const folder = await temporaryFolder(t);
  await writeWeb(folder);
  const { page, byTestId, line, status, complaints } = await tabPage(t, `file://${folder}/index.html`, {
    workbench: true,
  });
  await line('tapin · sensor ready');
  await byTestId('chart').locator('[data-lit=true][data-state=menu]').waitFor();
  await pull(page, 0.3);
  await line(/^Verdict: /);
  await byTestId('open-file').setInputFiles('docs/extensions/examples/rings.lua');
  await status('rings.lua runs. Open it again after a change.');
  t.deepEqual(complaints, []);
});

browserTest('[tab] the page is usable on a phone and passes axe', async (t) => {
  const site = await staticSite(t);
  for (const { colorScheme, width } of [{ colorScheme: 'light', width: 390 } as const, ...LOOKS]) {
    const { page, line, byTestId } = await tabPage(t, `${site.url}#seed=7`, { width, height: 844 });
    await page.emulateMedia({ colorScheme });
    await line('tapin · sensor ready');
    await byTestId('tab-menu').locator('summary').click();
    t.deepEqual(await axeComplaints(page), []);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    t.is(overflow, 0, `${width} px`);
    await page.close();
  }
});
