// The timeline along the bottom and the time controls of the page in a real browser: rewinding to an earlier time,
// stepping by event, and fast forward.

import { join } from 'node:path';
import * as v from 'valibot';
import type { Page } from 'playwright-core';
import { axeComplaints } from '../support/panel/axe.ts';
import { browserTest } from '../support/panel/browser-test.ts';
import { panelPage, type PanelPage } from '../support/panel/panel-page.ts';
import { devicePicture, showsPicture } from '../support/panel/pictures.ts';
import { readAs } from '../support/read-json.ts';
import { runTapin } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

/** Calls the server of the page. */
async function call({ url }: PanelPage, path: string, body?: object): Promise<unknown> {
  const { origin, searchParams } = new URL(url);
  const response = await fetch(`${origin}${path}`, {
    headers: { Authorization: `Bearer ${searchParams.get('token')}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.json();
}

/** Resolves when the page shows this picture of the device. */
async function pictureArrives(page: Page, picture: string): Promise<void> {
  while (!(await showsPicture(page, picture))) await page.evaluate('new Promise(requestAnimationFrame)');
}

const timeShape = v.looseObject({ time_ms: v.number() });
const timeOf = async (opened: PanelPage): Promise<number> => readAs(timeShape, await call(opened, '/api/time')).time_ms;

/** Steps back by events until a line of the screen matches. */
async function backTo(opened: PanelPage, line: RegExp): Promise<void> {
  const { lines, page, byTestId } = opened;
  while (!(await lines()).some((each) => line.test(each))) {
    await byTestId('moment-before').click();
    const at_ms = await byTestId('moment').inputValue();
    // To within 0.001 ms: a slider rounds differently from a number in a message.
    const arrived = `Math.abs(document.querySelector('[data-testid=past]').dataset.shownMs - ${at_ms}) < 0.001`;
    while (!(await page.evaluate<boolean>(arrived))) await page.evaluate('new Promise(requestAnimationFrame)');
  }
}

browserTest('[browser] shows a past verdict again, and tapin test replays the steps up to it', async (t) => {
  const opened = await panelPage(t, { height: 1000, virtual: true });
  const { complaints, line, lines, page, byTestId, press } = opened;
  await press('ArrowDown', 'Enter', 'Enter');
  await line(/^Lag putting · Putt 1/);
  await byTestId('time-pause').click();
  await page.locator('[data-testid=time-pause][aria-pressed=true]').waitFor();
  await call(opened, '/api/devices/0/strike', { club_speed_mps: 1.5, face_angle_deg: 0 });
  // Advances until the ball is at rest; the device would continue 1.5 s later.
  const deviceLines = async (): Promise<readonly string[]> =>
    readAs(v.object({ lines: v.array(v.string()) }), await call(opened, '/api/devices/0/sight')).lines;
  while (!(await deviceLines()).some((each) => each.startsWith('Verdict: ')))
    await call(opened, '/api/time', { advance_ms: 100 });
  await line(/^Verdict: /);
  const [verdict = ''] = (await lines()).filter((each) => each.startsWith('Verdict: '));
  const picture = await devicePicture(page);
  const states = await call(opened, '/api/devices/0/state');
  await call(opened, '/api/time', { advance_ms: 5000 });
  await line(/^Lag putting · Putt 2/);

  await backTo(opened, /^Verdict: /);
  t.true((await lines()).includes(verdict));
  await pictureArrives(page, picture);
  t.regex((await byTestId('past').textContent()) ?? '', /^Past: \d+\.\d{3} s/);
  t.is(await page.locator('.page-past').count(), 1);
  const shown = await page.locator('[data-machine=set] code').allTextContents();
  t.deepEqual(shown, [readAs(v.looseObject({ set: v.string() }), states).set]);
  t.deepEqual(await axeComplaints(page), []);
  // Controls are inert in the past, and current log lines are held back.
  t.is(await page.locator('[inert] [data-testid=power]').count(), 1);
  await press('ArrowDown');
  t.true((await lines()).includes(verdict));

  const folder = await temporaryFolder(t);
  const saving = page.waitForEvent('download');
  await byTestId('save-scenario').click();
  const file = join(folder, 'verdict.yaml');
  await (await saving).saveAs(file);
  const played = await runTapin(['test', file], '', { cwd: folder });
  t.is(played.code, 0, played.stdout + played.stderr);
  t.regex(played.stdout, /ok .*Recorded session/);
  await press('Escape');
  await line(/^Lag putting · Putt 2/);
  t.is(await byTestId('past').count(), 0);
  t.deepEqual(complaints, []);
});

browserTest('[browser] steps through a strike event by event in paused time, with the picture of each', async (t) => {
  const opened = await panelPage(t, { virtual: true });
  const { complaints, line, lines, page, byTestId, press } = opened;
  await press('Enter', 'Enter');
  await line('Player 1: 0 putts');
  await byTestId('time-pause').click();
  await page.locator('[data-testid=time-pause][aria-pressed=true]').waitFor();
  await call(opened, '/api/devices/0/strike', { club_speed_mps: 2, face_angle_deg: 1 });
  const pictures = new Set<string>();
  while (!(await lines()).includes('Player 1: 1 putt')) {
    // Several steps may be due at one instant.
    const stepped = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/time');
    await byTestId('time-step').click();
    await stepped;
    const picture = await devicePicture(page);
    await pictureArrives(page, picture);
    pictures.add(picture);
    // The page shows the clock of the devices.
    await byTestId('device-time').getByText(`${((await timeOf(opened)) / 1000).toFixed(3)} s`).waitFor(); // oxfmt-ignore
  }
  // Before the putt, while the ball rolls, and at rest.
  t.true(pictures.size >= 3, `${pictures.size}`);
  t.deepEqual(complaints, []);
});

browserTest('[browser] pauses and advances by seconds in real time too', async (t) => {
  const opened = await panelPage(t);
  const { complaints, line, lines, page, byTestId, press } = opened;
  await press('Enter', 'Enter');
  await line('Player 1: 0 putts');
  await byTestId('time-pause').click();
  await page.locator('[data-testid=time-pause][aria-pressed=true]').waitFor();
  const paused_ms = await timeOf(opened);
  await byTestId('strike-submit').click();
  await byTestId('status')
    .getByText(/^Strike sent/)
    .waitFor();
  t.is(await timeOf(opened), paused_ms);
  while (!(await lines()).includes('Player 1: 1 putt')) {
    const passed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/time');
    await byTestId('time-second').click();
    await passed;
    await pictureArrives(page, await devicePicture(page));
    await byTestId('device-time')
      .getByText(`${((await timeOf(opened)) / 1000).toFixed(3)} s`)
      .waitFor();
  }
  t.true((await timeOf(opened)) >= paused_ms + 1000);
  await byTestId('time-pause').click();
  await press('Escape');
  await line('Metrics only: result');
  t.deepEqual(complaints, []);
});

browserTest('[browser] at 50 × ten minutes pass in twelve seconds, and the page keeps up', async (t) => {
  const opened = await panelPage(t, { virtual: true });
  const { complaints, line, lines, page, byTestId, press } = opened;
  await press('Enter', 'Enter');
  await line('Player 1: 0 putts');
  await byTestId('golfer').click();
  const start = { device_ms: await timeOf(opened), wall_ms: performance.now() };
  await byTestId('time-speed').selectOption('50');
  let passed_ms = 0;
  while (passed_ms < 600_000) {
    passed_ms = (await timeOf(opened)) - start.device_ms;
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
  await byTestId('time-pause').click();
  const took_ms = performance.now() - start.wall_ms;
  t.true(took_ms > 10_000, `${took_ms} ms: no faster than it says`);
  await page.locator('[data-testid=time-pause][aria-pressed=true]').waitFor();
  await pictureArrives(page, await devicePicture(page));
  const putts = Number(/^Player 1: (\d+) putts$/m.exec((await lines()).join('\n'))?.[1]);
  // The golfer putts every 5 to 12 s.
  t.true(putts >= 40, `${putts} putts`);
  t.deepEqual(complaints, []);
});
