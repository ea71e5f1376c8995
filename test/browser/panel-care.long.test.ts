// The front panel in a real browser: keyboard only, phone, screen reader and background tab; also cable, faults,
// golfer, LEDs, and a lost or foreign server.

import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { browserTest, concurrentBrowserTest } from '../support/panel/browser-test.ts';
import { httpCall } from '../support/process/http-call.ts';
import { panelPage } from '../support/panel/panel-page.ts';
import { severalPage } from '../support/panel/several-page.ts';
import { startTapin } from '../support/process/tapin-process.ts';
import { openViewer, linesOf } from '../support/panel/viewer-socket.ts';

// Serial by default: each test has its own tapin, and the machine may be small. The patient tests wait for real
// timeouts, so they run in parallel.
browserTest('[browser] every control works by keyboard alone, and the focus is visible', async (t) => {
  const { complaints, focus, line, page, byTestId, press } = await panelPage(t);
  const focused = (): Promise<string> =>
    page.evaluate<string>("document.activeElement.dataset.testid ?? document.activeElement.getAttribute('name') ?? ''");
  const reached = new Set<string>();
  const outlines = new Set<string>();
  for (let tab = 0; tab < 150 && !reached.has('log'); tab++) {
    await press('Tab');
    reached.add(await focused());
    outlines.add(await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle'));
  }
  const keys = ['up', 'down', 'left', 'right', 'ok', 'back'].map((key) => `key-${key}`);
  const buttons = [
    'mute',
    'show-text',
    'screenshot',
    'history-csv',
    'history-json',
    'golfer',
    'strike-submit',
    'plug',
    'fault-ok',
    'fault-garbage',
  ];
  for (const id of [...keys, ...buttons, 'club_speed_mps', 'log-filter', 'log']) t.true(reached.has(id), id);
  t.deepEqual(
    [...outlines].filter((style) => style === 'none'),
    [],
    'every focus is visible',
  );

  // A focused button consumes Enter and Space; the arrow keys reach the device again once nothing has focus.
  await byTestId('key-down').focus();
  await press('Enter');
  await focus('Lag putting');
  await press(' ');
  await focus('Close-in putting');
  await byTestId('key-up').focus();
  await press('Enter', 'Enter');
  await focus('Metrics only');
  await byTestId('key-ok').focus();
  await press('Enter');
  await focus('Start');
  await press('Enter');
  await line('Player 1: 0 putts');
  await byTestId('strike-form').locator('[name=club_speed_mps]').focus();
  await press('ControlOrMeta+a');
  await page.keyboard.type('1.8');
  await press('Enter');
  await line('Player 1: 1 putt');
  // Escape leaves the field and does nothing else; the next Escape is Back on the device.
  await press('Escape');
  t.is(await focused(), '');
  await line('Player 1: 1 putt');
  await press('Escape');
  await line('Metrics only: result');
  t.deepEqual(complaints, []);
});

browserTest('[browser] at 360 px no control is cut off, and the whole screen is visible', async (t) => {
  const { complaints, page, byTestId } = await panelPage(t, { width: 360, height: 740 });
  // Opens one pane at a time.
  for (const [pane, ids] of [
    ['play', ['screen', 'key-ok', 'key-back', 'power', 'clock', 'pad', 'strike-submit', 'golfer']],
    ['sensor', ['plug', 'frames']],
    ['machines', ['machines', 'transitions']],
    ['network', ['calls']],
    ['storage', ['records', 'storage-reads']],
    ['log', ['log']],
  ] as const) {
    await byTestId(`pane-${pane}`).click();
    for (const id of ids) {
      await byTestId(id).waitFor();
      const box = await byTestId(id).boundingBox();
      t.true(box !== null && box.x >= 0 && box.x + box.width <= 360, `${id} ${JSON.stringify(box)}`);
    }
    t.true((await page.evaluate<number>('document.documentElement.scrollWidth')) <= 360, pane);
    t.is(await page.locator('.panes [aria-pressed=true]').count(), 1);
  }
  const screen = await byTestId('screen').boundingBox();
  t.true((screen?.width ?? 0) >= 300);
  t.true(Math.abs((screen?.width ?? 0) / (screen?.height ?? 1) - 1.5) < 0.02);
  for (const id of ['key-up', 'key-ok', 'key-back'])
    t.true(((await byTestId(id).boundingBox())?.height ?? 0) >= 40, id);
  await byTestId('key-down').click();
  await page.locator('li[aria-current=true]', { hasText: 'Lag putting' }).waitFor({ state: 'attached' });
  t.deepEqual(complaints, []);
});

browserTest('[browser] a phone shows the screen, the keys as a cross and the pad at once', async (t) => {
  const { page, byTestId } = await panelPage(t, { width: 390, height: 700 });
  for (const id of ['screen', 'key-up', 'key-left', 'key-ok', 'key-right', 'key-down', 'key-back', 'pad']) {
    const box = await byTestId(id).boundingBox();
    t.true(box !== null && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 700, `${id} ${JSON.stringify(box)}`); // oxfmt-ignore
  }
  const middle = async (id: string): Promise<readonly [number, number]> => {
    const box = await byTestId(id).boundingBox();
    return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  };
  const [ok_x, ok_y] = await middle('key-ok');
  for (const [id, x, y] of [
    ['key-up', 0, -1],
    ['key-left', -1, 0],
    ['key-right', 1, 0],
    ['key-down', 0, 1],
  ] as const) {
    const [key_x, key_y] = await middle(id);
    t.deepEqual([Math.round((key_x - ok_x) / 44), Math.round((key_y - ok_y) / 44)], [x, y], id);
  }
  t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
});

const SIDEWAYS: readonly (readonly [number, number])[] = [
  [844, 390],
  [844, 340],
  [667, 375],
  [932, 430],
];

browserTest(
  '[browser] a phone in landscape shows screen, keys and pad at once, and keeps the screen drawn',
  async (t) => {
    const { complaints, focus, page, byTestId, press } = await panelPage(t, { width: 390, height: 844 });
    for (const [width, height] of SIDEWAYS) {
      await page.setViewportSize({ width, height });
      await page.locator('.device').getByTestId('pad').waitFor();
      t.is(await byTestId('pad').count(), 1);
      t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), width);
      for (const id of [
        'screen',
        'key-up',
        'key-left',
        'key-ok',
        'key-right',
        'key-down',
        'key-back',
        'pad',
        'led-4',
      ]) {
        const box = await byTestId(id).boundingBox();
        const inside = box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= height;
        t.true(inside, `${id} ${JSON.stringify(box)} in ${width} × ${height}`);
      }
      t.true(((await byTestId('screen').boundingBox())?.width ?? 0) >= width * 0.48, 'the screen is the largest part');
      t.true(((await byTestId('pad').boundingBox())?.width ?? 0) >= 110);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('.device .over-device').waitFor();
    }
    const pixels = "document.querySelector('canvas').getContext('2d').getImageData(0, 0, 480, 320).data.buffer";
    t.true((await page.evaluate<number>(`new Set(new Uint32Array(${pixels})).size`)) > 20);
    await press('ArrowDown');
    await focus('Lag putting');
    t.deepEqual(complaints, []);
  },
);

browserTest('[browser] a phone in landscape shows each of several devices with its screen, keys and pad', async (t) => {
  const { device, page } = await severalPage(t, 2, { width: 844, height: 390, touch: true });
  for (const number of [1, 2]) {
    await device(number).evaluate((tile) => tile.scrollIntoView());
    for (const id of ['screen', 'key-up', 'key-back', 'pad']) {
      const box = await device(number).getByTestId(id).boundingBox();
      const inside = box && box.x >= 0 && box.x + box.width <= 844 && box.y >= 0 && box.y + box.height <= 390;
      t.true(inside, `${id} ${JSON.stringify(box)}`);
    }
  }
  t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), 844);
});

browserTest('[browser] a screen reader gets the text lines, the focus and the LEDs', async (t) => {
  const { line, page, byTestId, press } = await panelPage(t);
  t.is(await byTestId('said').getAttribute('aria-live'), 'polite');
  t.is(await byTestId('said').textContent(), 'Metrics only');
  t.true(await byTestId('text-lines').isVisible());
  t.deepEqual(await byTestId('text-lines').locator('[aria-current=true]').allTextContents(), ['Metrics only']);
  t.is(await page.title(), `tapin — ${await page.locator('.bar-name').textContent()}`);
  const nameless =
    "[...document.querySelectorAll('button, input, select, canvas')].filter((control) => " +
    "!(control.labels?.[0]?.textContent || control.getAttribute('aria-label') || control.textContent)).length";
  t.is(await page.evaluate<number>(nameless), 0);
  await byTestId('led-1').getByRole('img', { name: 'LED 1: off' }).waitFor();
  await press('Enter', 'Enter');
  await line('Player 1: 0 putts');
  await byTestId('led-1')
    .getByRole('img', { name: /^LED 1: (?!off)\w+$/ })
    .waitFor();
  t.is(await byTestId('led-2').getByRole('img').getAttribute('aria-label'), 'LED 2: off');
});

browserTest('[browser] the text lines show arrows for keys, and pressing a button does not move its row', async (t) => {
  const { focus, line, page, byTestId, press } = await panelPage(t);
  const widths = async (): Promise<readonly (number | undefined)[]> =>
    Promise.all(
      (await page.locator('.tools button, .faults button, .card-actions button').all()).map(
        async (button) => (await button.boundingBox())?.width,
      ),
    );
  const before = await widths();
  for (const id of ['mute', 'show-text', 'fault-delayed', 'golfer']) {
    await byTestId(id).click();
    await page.locator(`[data-testid=${id}][aria-pressed=true]`).waitFor();
  }
  t.deepEqual(await widths(), before);
  await press('ArrowUp');
  await focus('Status');
  await line('Keys: ↑ ↓ move · OK: choose');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const selector = '[data-testid=text-lines] li:last-child';
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  t.is(
    fonts.filter((font) => font.isCustomFont).reduce((glyphs, font) => glyphs + font.glyphCount, 0),
    2,
  );
});

browserTest('[browser] draws a crisp screen that accepts touches', async (t) => {
  const { focus, page, byTestId } = await panelPage(t);
  const pixels = "document.querySelector('canvas').getContext('2d').getImageData(0, 0, 480, 320).data.buffer";
  const colors = (): Promise<number> => page.evaluate<number>(`new Set(new Uint32Array(${pixels})).size`);
  t.true((await colors()) > 20);
  const box = await byTestId('screen').boundingBox();
  if (!box) return void t.fail('no screen');
  t.is(box.width % 480, 0, 'whole pixels');
  t.is(await page.evaluate<string>("getComputedStyle(document.querySelector('canvas')).imageRendering"), 'pixelated');
  const scale = box.width / 480;
  await page.mouse.click(box.x + 240 * scale, box.y + 110 * scale);
  await focus('Start');
  const download = page.waitForEvent('download');
  await byTestId('screenshot').click();
  t.regex((await download).suggestedFilename(), /^tapin-TP-[0-9A-F]{12}\.png$/);
  for (const kind of ['csv', 'json']) {
    const history = page.waitForEvent('download');
    await byTestId(`history-${kind}`).click();
    t.regex((await history).suggestedFilename(), new RegExp(`^tapin-TP-[0-9A-F]{12}\\.${kind}$`));
  }
});

concurrentBrowserTest('[browser] controls the cable, the faults and the golfer', async (t) => {
  const { complaints, line, page, byTestId, press } = await panelPage(t);
  const link = (state: string) => byTestId('link-state').filter({ hasText: new RegExp(`^${state}`) });
  const sensor = (state: string) => page.locator('[data-machine=sensor]', { hasText: state });
  await link('ready').waitFor();
  await byTestId('plug').click();
  await link('lost').waitFor();
  await sensor('lost').waitFor();
  t.is(await byTestId('plug').textContent(), 'Plug in');
  await byTestId('strike-submit').click();
  await page.getByRole('status').filter({ hasText: 'The sensor is unplugged' }).waitFor();
  await byTestId('plug').click();
  await link('ready').waitFor();
  t.is(await byTestId('plug').textContent(), 'Unplug');

  await byTestId('fault-off').click();
  await page.locator('[data-testid=fault-off][aria-pressed=true]').waitFor();
  t.is(await byTestId('fault-ok').getAttribute('aria-pressed'), 'false');
  await link('lost').waitFor();
  await byTestId('fault-off').click(); // second click clears the fault
  await page.locator('[data-testid=fault-ok][aria-pressed=true]').waitFor();
  await link('ready').waitFor();

  await press('Enter', 'Enter');
  await line('Player 1: 0 putts');
  await byTestId('golfer').click();
  await page.locator('[data-testid=golfer][aria-pressed=true]').waitFor();
  await line('Player 1: 1 putt');
  await byTestId('golfer').click();
  await page.locator('[data-testid=golfer][aria-pressed=false]').waitFor();
  await byTestId('log').locator('li[data-level=warn]').first().waitFor();
  t.deepEqual(
    complaints.filter((text) => !text.includes('409')),
    [],
  );
});

browserTest('[browser] a background tab gets no frames, and the newest one when it is visible again', async (t) => {
  const { focus, page, url } = await panelPage(t);
  let received = 0;
  page.on('websocket', (socket) => socket.on('framereceived', () => received++));
  await page.reload();
  await focus('Metrics only');
  t.true(received > 0);
  const hide = async (hidden: boolean): Promise<void> => {
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })`);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  };
  await hide(true);
  const other = await openViewer(url);
  t.teardown(() => other.close());
  await other.until('the page', () => other.last('lines') !== undefined);
  const { origin, search } = new URL(url);
  const tap = async (key: string, then: string): Promise<void> => {
    const body = JSON.stringify({ key });
    await httpCall(origin, `/api/devices/0/key${search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    await other.until(then, () => linesOf(other).includes(then));
    await other.settled();
    await page.evaluate('0');
  };
  await tap('up', '> Status'); // by now the server knows that the tab is hidden
  const row = (): Promise<string | null> => page.getByTestId('text-lines').locator('[aria-current=true]').textContent();
  const [before, row_before] = [received, await row()];
  await tap('ok', 'Status');
  await tap('back', '> Status');
  await tap('down', '> Metrics only');
  await tap('down', '> Lag putting');
  t.is(received, before);
  t.is(await row(), row_before);
  await hide(false);
  await focus('Lag putting');
  t.true(received > before);
});

browserTest('[browser] shows a message for a wrong token, not a blank page', async (t) => {
  const { page, url } = await panelPage(t);
  const { origin } = new URL(url);
  for (const address of [`${origin}/?token=wrong`, `${origin}/`]) {
    await page.goto(address);
    t.regex(
      (await page.locator('body').textContent()) ?? '',
      /This link is incomplete, or has ended\. Scan the code on the device again/,
    );
  }
});

concurrentBrowserTest('[browser] reports that tapin has exited, and that a new run has a new address', async (t) => {
  const { page, tapin, url } = await panelPage(t, { workbench: false });
  const waitForStatus = (text: string): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor();
  await tapin.end('SIGINT');
  await waitForStatus('Disconnected from tapin. Reconnecting…');
  const args = ['run', '--port', new URL(url).port, '--data', await temporaryFolder(t)];
  const next = await startTapin(t, args);
  await waitForStatus(
    'The token is missing or wrong: scan the code on the device, or use the address that tapin printed.',
  );
  await page.getByTestId('refused').getByText("can't reach the device").waitFor();
  t.is((await next.end('SIGINT')).code, 0);
  await waitForStatus('Disconnected from tapin. Reconnecting…');
});

concurrentBrowserTest(
  '[browser] an open page reconnects when tapin restarts with the same folder and port',
  async (t) => {
    const { data, focus, page, press, tapin, url } = await panelPage(t);
    await press('ArrowDown');
    await focus('Lag putting');
    await tapin.end('SIGINT');
    await page.getByRole('status').filter({ hasText: 'Disconnected from tapin. Reconnecting…' }).waitFor();
    const again = await startTapin(t, ['run', '--port', new URL(url).port, '--data', data, '--seed', '7']);
    await page.getByRole('status').filter({ hasText: 'Connected.' }).waitFor();
    await focus('Metrics only');
    await press('ArrowDown');
    await focus('Lag putting');
    await page.reload();
    await focus('Lag putting');
    t.is(again.listening['panel'], url);
  },
);
