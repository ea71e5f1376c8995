// The panes of the page in a real browser: gates, state machines, calls, storage, and which panes are open.

import * as v from 'valibot';
import type { Page } from 'playwright-core';
import { axeComplaints } from '../support/panel/axe.ts';
import { browserTest } from '../support/panel/browser-test.ts';
import { panelPage, type PanelPage } from '../support/panel/panel-page.ts';
import { readAs } from '../support/read-json.ts';

/** Calls the server of the page. */
async function call({ url }: PanelPage, path: string, body?: object): Promise<unknown> {
  const { origin, searchParams } = new URL(url);
  const response = await fetch(`${origin}${path}`, {
    headers: { Authorization: `Bearer ${searchParams.get('token')}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.json();
}

const gateTimes = (page: Page): Promise<Record<string, number>> =>
  page.evaluate<Record<string, number>>(
    `Object.fromEntries([...document.querySelectorAll('[data-gate]')].map((gate) => [gate.dataset.gate, Number(gate.dataset.us) / 1e6]))`,
  );

browserTest('[browser] the figures on the screen follow from the gate times', async (t) => {
  const opened = await panelPage(t);
  const { complaints, line, page, byTestId, press } = opened;
  await press('Enter', 'Enter');
  await line('Player 1: 0 putts');
  const stroke = { club_speed_mps: 2, face_angle_deg: 3, face_rotation_deg_per_in: 0, attack_angle_deg: 0 };
  await call(opened, '/api/devices/0/strike', stroke);
  await line('Player 1: 1 putt');
  // Two movements: the club head goes back first.
  const figures = byTestId('swing-figures');
  await figures.waitFor();
  const { LA = NaN, RA = NaN, LB = NaN, RB = NaN } = await gateTimes(page);
  // docs/sensor-protocol.md: rows are 50.8 mm apart, the gates of a row 70 mm.
  const speed_mps = 0.0508 / ((LB + RB) / 2 - (LA + RA) / 2);
  const face_deg = (Math.atan((speed_mps * (RB - LB)) / 0.07) * 180) / Math.PI;
  t.true(Math.abs(speed_mps - 2) < 0.01, `${speed_mps} m/s`);
  t.true(Math.abs(face_deg - 3) < 0.05, `${face_deg}°`);
  t.regex((await figures.textContent()) ?? '', /Club speed2\.000 m\/s.*Face3\.00 °/);
  // 2 m/s is 4.47 mph.
  await line(/^Club speed: 4\.5 mph$/);
  await line(/^Face( open)?: \+3\.0 °$/);
  // A stroke can be repeated, and variants of it can go wrong.
  const strokes = byTestId('strokes').locator('li');
  t.is(await strokes.count(), 1);
  await page.getByRole('button', { name: 'Push' }).click();
  await strokes.filter({ hasText: '4.5 mph, 4.0°' }).waitFor();
  await line('Player 1: 2 putts');
  await page.getByRole('button', { name: 'Repeat stroke 1' }).click();
  await line('Player 1: 3 putts');
  t.is(await strokes.filter({ hasText: '4.5 mph, 3.0°' }).count(), 2);
  t.is(await byTestId('scatter').locator('circle').count(), 3);
  const frames = byTestId('frames').locator('li');
  t.true((await frames.filter({ hasText: 'SWING' }).count()) >= 1);
  t.is(await frames.filter({ hasText: 'BEAT' }).count(), 0);
  await byTestId('frames-filter').selectOption('all');
  await frames.filter({ hasText: 'BEAT' }).first().waitFor();
  t.deepEqual(complaints, []);
});

browserTest('[browser] the statechart and the list highlight the state that the API reports', async (t) => {
  const opened = await panelPage(t);
  const { complaints, line, page, byTestId, press } = opened;
  const assertLit = async (machine: string): Promise<void> => {
    const states = readAs(v.record(v.string(), v.string()), await call(opened, '/api/devices/0/state'));
    const lit = page.locator('[data-testid=chart] [data-lit=true]');
    await page.locator(`[data-testid=chart] [data-lit=true][data-state="${states[machine]}"]`).waitFor();
    t.is(await lit.last().getAttribute('data-state'), states[machine] ?? '');
  };
  await byTestId('chart').waitFor();
  await assertLit('navigation');
  await press('Enter', 'Enter');
  await line('Player 1: 0 putts');
  await assertLit('navigation');
  await byTestId('chart-choice').selectOption('set');
  await assertLit('set');
  await byTestId('transitions').getByText('not running → awaiting').first().waitFor();
  await page.locator('.chart-list summary').click();
  const listed = page.locator('.chart-list li[aria-current=true]');
  await listed.first().waitFor();
  t.is(await listed.count(), 1);
  // A click on a state shows its history; the coverage shows the states never entered.
  await page.locator('[data-testid=chart] [data-state=awaiting] text').first().click();
  await byTestId('chart-history').getByText('from not running, still active').waitFor();
  await byTestId('chart-coverage').click();
  await byTestId('chart-covered')
    .getByText(/^1 of \d+ states entered; not: .*rolling/)
    .waitFor();
  t.is(await page.locator('[data-testid=chart] [data-state=awaiting] .chart-count').textContent(), '1×');
  t.is(await page.locator('[data-testid=chart] [data-state=rolling].chart-missed').count(), 1);
  t.is(await byTestId('chart-choice').locator('option', { hasText: 'sensor' }).count(), 0, 'not a machine');
  // The highlighted arrow is the one taken, even through a transient state.
  const lit_arrow = page.locator('[data-testid=chart] .chart-went');
  const waitForArrow = (from: string, to: string) => page.locator(`[data-testid=chart] .chart-went[data-from="${from}"][data-to="${to}"]`).waitFor(); // oxfmt-ignore
  await call(opened, '/api/devices/0/strike', { club_speed_mps: 1.5 });
  await waitForArrow('awaiting', 'rolling');
  await press('Enter');
  await waitForArrow('deciding', 'awaiting');
  await waitForArrow('rolling', 'deciding');
  t.is(await lit_arrow.count(), 2);
  await byTestId('transitions').getByText('rolling → deciding by key.ok').waitFor();
  t.deepEqual(complaints, []);
});

browserTest('[browser] lists requests and writes with their outcome, and filters the log', async (t) => {
  const opened = await panelPage(t);
  const { line, page, byTestId, press } = opened;
  for (const pane of ['network', 'storage']) await byTestId(`pane-${pane}`).click();
  const check = byTestId('calls').locator('li', { hasText: 'POST /e/check' });
  await check.getByText('✓ 200').waitFor();
  await check.locator('summary').click();
  await check.getByRole('heading', { name: 'Request' }).waitFor();
  await press('Escape');
  await press('ArrowDown', 'Enter', 'Enter');
  await line(/^Lag putting · Putt 1/);
  await byTestId('storage').locator('li', { hasText: 'write experience' }).first().waitFor();
  // Restoring a snapshot restarts the device with the experience it had chosen.
  await byTestId('records').locator('tr', { hasText: 'experience' }).getByText('version 1').waitFor();
  await byTestId('snapshot').click();
  await byTestId('status').getByText('Snapshot taken.').waitFor();
  await byTestId('snapshot-back').click();
  await byTestId('status').getByText('The device has restarted from the snapshot.').waitFor();
  await line('Lag putting');

  await byTestId('log').getByText('navigation: menu → setup').waitFor();
  await byTestId('log-find').fill('menu →');
  t.is(await byTestId('log').locator('li').count(), 1);
  await byTestId('log-find').fill('');
  await byTestId('log-filter').selectOption('without debug');
  t.is(await byTestId('log').locator('[data-level=debug]').count(), 0);
  await byTestId('log-filter').selectOption('all');
  await byTestId('log-pause').click();
  const lines = await byTestId('log').locator('li').count();
  await byTestId('power').click();
  // One entry from restoring the snapshot, one from now.
  await byTestId('transitions').getByText('running → not running').nth(1).waitFor();
  t.is(await byTestId('log').locator('li').count(), lines, 'a paused log does not change');
  t.deepEqual(await axeComplaints(page), []);
});

browserTest(
  '[browser] a swing by hand strikes on an insecure page, which has no coalesced pointer events',
  async (t) => {
    const { complaints, line, page, byTestId, press } = await panelPage(t);
    await page.addInitScript('delete PointerEvent.prototype.getCoalescedEvents');
    await page.reload();
    await byTestId('pad-way').waitFor();
    await press('Enter', 'Enter');
    await line('Player 1: 0 putts');
    await byTestId('pad-way').selectOption('swing');
    const box = await byTestId('pad').boundingBox();
    if (!box) return void t.fail('no pad');
    const x = box.x + box.width / 2;
    await page.mouse.move(x, box.y + box.height * 0.9);
    await page.mouse.down();
    await page.mouse.move(x, box.y + box.height * 0.1, { steps: 12 });
    await page.mouse.up();
    await line('Player 1: 1 putt');
    t.deepEqual(complaints, []);
  },
);

browserTest(
  '[browser] a swing by hand through the ball is a strike, and a human golfer misses the intended stroke',
  async (t) => {
    const { complaints, line, page, byTestId, press } = await panelPage(t);
    const sent: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('/strike'))
        sent.push(readAs(v.record(v.string(), v.unknown()), request.postDataJSON()));
    });
    await press('Enter', 'Enter');
    await line('Player 1: 0 putts');
    await byTestId('pad-way').selectOption('swing');
    const box = await byTestId('pad').boundingBox();
    if (!box) return void t.fail('no pad');
    const scale = box.width / 260;
    const at = (right: number, down: number) => [box.x + (130 + right) * scale, box.y + (64 + down) * scale] as const;
    await page.mouse.move(...at(0, 20));
    await page.mouse.down();
    await page.mouse.move(...at(0, 120), { steps: 5 });
    await page.mouse.move(...at(0, -20), { steps: 14 });
    await page.mouse.up();
    await line('Player 1: 1 putt');
    t.is(sent.length, 1);
    t.is(sent[0]?.['face_angle_deg'], 0);
    t.true(Number(sent[0]?.['club_speed_mps']) >= 0.15);
    // With human variation, the intended stroke is straight and the actual one rarely is.
    await byTestId('pad-way').selectOption('pull');
    await byTestId('pad-human').click();
    await page.mouse.move(...at(0, 20));
    await page.mouse.down();
    await page.mouse.move(...at(0, 100), { steps: 3 });
    await page.mouse.up();
    await line('Player 1: 2 putts');
    t.deepEqual(Object.keys(sent[1] ?? {}).sort(), [
      'attack_angle_deg',
      'club_speed_mps',
      'face_angle_deg',
      'face_rotation_deg_per_in',
      'left_inner_proportion',
      'right_inner_proportion',
      'swing_period_s',
    ]);
    t.not(sent[1]?.['face_angle_deg'], 0);
    await page.reload();
    await byTestId('pad-human').waitFor();
    t.is(await byTestId('pad-human').getAttribute('aria-pressed'), 'true');
    t.deepEqual(complaints, []);
  },
);

browserTest('[browser] marks a fault on the affected frames and on the timeline', async (t) => {
  const opened = await panelPage(t);
  const { complaints, page, byTestId } = opened;
  const fault = byTestId('fault-delayed');
  await page.locator('.faults li', { has: fault }).getByText('Bytes arrive late.').waitFor();
  await byTestId('frames-filter').selectOption('during a fault');
  await fault.click();
  await byTestId('frames').locator('li', { hasText: 'BEAT' }).getByText('fault delayed').first().waitFor();
  await byTestId('timeline-toggle').click();
  const lanes = await byTestId('lanes-0').boundingBox();
  const { time_ms } = readAs(v.looseObject({ time_ms: v.number() }), await call(opened, '/api/time'));
  // The fourth lane below the axis; the view spans the first minute.
  await page.mouse.move((lanes?.x ?? 0) + ((lanes?.width ?? 0) * time_ms) / 60_000, (lanes?.y ?? 0) + 16 + 3.5 * 18);
  await page.locator('.dock-pointed').getByText('delayed, ongoing').waitFor();
  t.deepEqual(complaints, []);
});

browserTest('[browser] reads and writes a record, and refuses text that is not JSON', async (t) => {
  const opened = await panelPage(t);
  const { complaints, page, byTestId } = opened;
  const settings = Buffer.from('{"name":"Bench"}').toString('base64');
  await call(opened, '/api/devices/0/memory', { tapin_memory: 1, records: { settings } });
  await page.locator('.bar-name', { hasText: /^Bench$/ }).waitFor();
  await byTestId('pane-storage').click();
  const name = (record: string) => byTestId('records').getByRole('button', { name: record, exact: true });
  await name('settings').click();
  t.regex(await byTestId('record-text').inputValue(), /"name": "Bench"/);
  t.is(await name('identity').count(), 0, 'records with a secret are hidden');
  await byTestId('record-text').fill('{"name":');
  await byTestId('record-write').click();
  await page.getByRole('alert').getByText('Not JSON: nothing was written.').waitFor();
  t.is(await page.locator('.bar-name').textContent(), 'Bench');
  await byTestId('record-text').fill('{"name": "Brass"}');
  await byTestId('record-write').click();
  await page.locator('.bar-name', { hasText: /^Brass$/ }).waitFor();
  await byTestId('status').getByText('The device has restarted with the new settings.').waitFor();
  t.deepEqual(complaints, []);
});

browserTest('[browser] restores the open panes, and opens each in its own window', async (t) => {
  const { page, byTestId } = await panelPage(t);
  const open = (): Promise<(string | null)[]> =>
    page.locator('.panes [aria-pressed=true]').evaluateAll((buttons) => buttons.map((button) => button.textContent));
  t.deepEqual(await open(), ['Play', 'Sensor', 'Machines', 'Log']);
  for (const pane of ['play', 'machines', 'network']) await byTestId(`pane-${pane}`).click();
  t.deepEqual(await open(), ['Sensor', 'Network', 'Log']);
  await page.reload();
  await byTestId('log').waitFor();
  t.deepEqual(await open(), ['Sensor', 'Network', 'Log']);
  const [window] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Open Log in its own window' }).click(),
  ]);
  await window.getByTestId('log').getByText('The sensor is ready.').waitFor();
  t.is(await window.locator('.card').count(), 1);
  t.is(await window.locator('canvas').count(), 0);
});
