// The page as a golfer first sees it, in a real browser: it begins with play.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { assertDefined } from '../../wire/errors.ts';
import { axeComplaints } from '../support/panel/axe.ts';
import { browser, browserTest, LOOKS } from '../support/panel/browser-test.ts';
import { choose } from '../support/device/play.ts';
import { panelFixture } from '../support/panel/panel-fixture.ts';
import { panelPage } from '../support/panel/panel-page.ts';
import { pull } from '../support/panel/pull.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { severalPage } from '../support/panel/several-page.ts';

browserTest('[browser] a first visit leads to a verdict without a key, and the putt is saved as a table', async (t) => {
  const { page, line, complaints, byTestId } = await panelPage(t, { height: 720, workbench: false });
  const seen = await page.evaluate(() => ({
    controls: document.querySelectorAll('button, input, select, a[href]').length,
    words: document.body.innerText.split(/\s+/).filter(Boolean).length,
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
    smallest_pad_text: Math.min(
      ...[...document.querySelectorAll('.mat-text, .pad-numbers span')].map(
        (text) =>
          Number.parseFloat(getComputedStyle(text).fontSize) *
          (text instanceof SVGElement ? (document.querySelector('.pad')?.getBoundingClientRect().width ?? 0) / 260 : 1),
      ),
    ),
  }));
  t.true(seen.controls <= 25, `${seen.controls} controls`);
  t.true(seen.words <= 120, `${seen.words} words`);
  t.deepEqual([seen.width, seen.height], [1280, 720], 'nothing is cut off');
  t.true(seen.smallest_pad_text >= 14, `pad text of ${seen.smallest_pad_text} px`);
  t.true(((await byTestId('pad').boundingBox())?.width ?? 0) >= 320);
  await pull(page, 0.3);
  await line(/^Verdict: /);
  await line('Practice green');
  const saving = page.waitForEvent('download');
  await byTestId('putts-csv').click();
  const file = join(await temporaryFolder(t), 'putts.csv');
  await (await saving).saveAs(file);
  const rows: Record<string, string>[] = parse(await readFile(file, 'utf8'), { columns: true });
  t.deepEqual(
    rows.map(({ experience, player }) => [experience, player]),
    [['Practice green', 'Player 1']],
  );
  t.deepEqual(complaints, []);
});

/** Whether the first screen of the page shows anything but one colour; runs in the page. */
const isDrawn = (): boolean => {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=screen]');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  return new Set(pixels).size > 10;
};

browserTest('[C187] a page whose key renews the token reloads with the new one', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const page = await browser().newPage();
  t.teardown(() => page.close());
  const old = panel.token;
  await page.goto(panel.url);
  await page.getByTestId('pad').waitFor();
  fixture.keys.onInput(() => void setImmediate(() => panel.token === old && panel.renew()));
  await page.keyboard.press('ArrowRight');
  await page.waitForURL((url) => url.searchParams.get('token') !== old);
  t.is(new URL(page.url()).searchParams.get('token'), panel.token);
  await page.getByTestId('pad').waitFor();
});

browserTest('[browser] remembers the workbench, the hints and the sound', async (t) => {
  const { page, byTestId, focus } = await panelPage(t, { workbench: false });
  t.is(await byTestId('pane-log').count(), 0);
  t.is(await byTestId('hints').locator('li').count(), 3);
  await byTestId('hints-close').click();
  await byTestId('sound').click();
  await page.reload();
  await focus('Metrics only');
  t.is(await byTestId('hints').count(), 0);
  t.is(await byTestId('sound').getAttribute('aria-pressed'), 'false');
  await byTestId('workbench').click();
  await byTestId('pane-log').waitFor();
  await byTestId('screenshot').waitFor();
  t.true(await page.evaluate(isDrawn), 'the screen keeps its picture');
  await page.reload();
  await byTestId('pane-log').waitFor();
  await page.waitForFunction(isDrawn); // the picture that the next step must keep
  await byTestId('workbench').click();
  await byTestId('pane-log').waitFor({ state: 'detached' });
  t.true(await page.evaluate(isDrawn));
  t.regex((await byTestId('author-site').getAttribute('href')) ?? '', /^http:\/\/127\.0\.0\.1:\d+\/$/);
});

for (const { colorScheme, width } of LOOKS)
  browserTest(
    `[browser] the page for playing passes the accessibility checks: ${colorScheme}, ${width} px`,
    async (t) => {
      const { page, focus } = await severalPage(t, 4, { width, workbench: false });
      await page.emulateMedia({ colorScheme });
      await focus(1, 'Metrics only');
      t.deepEqual(await axeComplaints(page), []);
      t.true(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no scrolling sideways');
    },
  );

browserTest('[browser] of four devices the selected one is large, and the one on turn becomes it', async (t) => {
  const { fixtures, page, device } = await severalPage(t, 4, { height: 720, workbench: false });
  const widths = async (): Promise<number[]> =>
    Promise.all([1, 2, 3, 4].map(async (number) => (await device(number).boundingBox())?.width ?? 0));
  const [large = 0, ...small] = await widths();
  t.true(
    small.every((width) => width > 150 && width < large / 2),
    JSON.stringify([large, small]),
  );
  await device(3).click();
  await page.getByTestId('device-2').getByTestId('key-ok').waitFor();
  t.true(((await widths())[2] ?? 0) === large);
  const second = assertDefined(fixtures[1], 'a second device');
  await choose(second, 'Stroke play');
  await choose(second, 'Start');
  await page.getByTestId('device-1').getByTestId('key-ok').waitFor();
  t.is(await page.locator('.table-tab-turn').count(), 1);
  t.regex((await page.getByTestId('tab-1').textContent()) ?? '', /your turn$/);
});

browserTest('[browser] on a phone four devices are tabs, and the pad is as wide as the screen', async (t) => {
  const { page, device, focus } = await severalPage(t, 4, { width: 390, height: 844, touch: true, workbench: false });
  await focus(1, 'Metrics only');
  t.deepEqual(await Promise.all([1, 2, 3, 4].map((number) => device(number).isVisible())), [true, false, false, false]);
  await page.getByTestId('tab-3').tap();
  await device(4).waitFor();
  t.false(await device(1).isVisible());
  await device(4).getByTestId('key-down').tap();
  await focus(4, 'Lag putting');
  t.true(((await page.getByTestId('pad').boundingBox())?.width ?? 0) > 390 - 32);
  const bar = assertDefined(await page.locator('.bar').boundingBox(), 'the bar');
  t.true(bar.height <= 64, `the header is one row of ${bar.height} px`);
  const join = assertDefined(await page.getByTestId('join-all').boundingBox(), 'Join all');
  t.true(join.y < 120);
});
