// Views of the screen on the page in a real browser: rotated, enlarged, and magnified pixel by pixel.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, browserTest, workbenchPage } from '../support/panel/browser-test.ts';
import { panelFixture } from '../support/panel/panel-fixture.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';
import { startTapin } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

browserTest('[browser] a rotated screen at double size takes a press on the row that it shows there', async (t) => {
  const { fixture, panel } = await panelFixture(t);
  const page = await workbenchPage(await browser().newContext({ viewport: { width: 1280, height: 1400 } }));
  t.teardown(() => page.close());
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(panel.url);
  const screen = page.getByTestId('screen');
  await page.locator('[data-testid=screen][data-live=true]').waitFor();
  await page.getByTestId('size').selectOption('2');
  await page.locator('.device[data-size="2"]').waitFor();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  t.is((await screen.boundingBox())?.width, 960);
  await page.getByTestId('rotate').click();
  await page.getByTestId('pixels').click();
  await page.evaluate('scrollTo(0, 0)');
  const box = await screen.boundingBox();
  t.deepEqual([box?.width, box?.height], [640, 960]);
  // A spot of uniform colour in the second row of the menu.
  const [x, y] = [300, 100];
  const place = { x: (box?.x ?? 0) + (320 - y - 0.5) * 2, y: (box?.y ?? 0) + (x + 0.5) * 2 };
  await page.mouse.move(place.x, place.y);
  const text = (await page.getByTestId('magnifier').locator('p').textContent()) ?? '';
  const pixel = fixture.screen.pixels().subarray((y * 480 + x) * 4, (y * 480 + x) * 4 + 3);
  t.is(text.trim(), `${x}, ${y} #${Buffer.from(pixel).toString('hex')}`);
  await page.mouse.click(place.x, place.y);
  const line = page.getByTestId('text-lines').locator('li', { hasText: 'Stop it close' });
  await line.first().waitFor({ state: 'attached' });
  t.is(fixture.lines()[0], 'Lag putting');
  // The setting persists in this browser.
  await page.reload();
  await page.locator('.device[data-size="2"]').waitFor();
  t.is(await page.getByTestId('pixels').getAttribute('aria-pressed'), 'true');
});

const SCRIPT = (title: string): string => `manifest { name = "Probe", kind = "drill" }
local putts = 0
function ext.putt() putts = putts + 1 store.set("putts", putts) end
function ext.draw() canvas.text("${title} " .. putts, 20, 40) end
`;

browserTest(
  '[browser] shows the author of an extension the cost of its calls, and repeats strokes after a save',
  async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'probe.lua');
    writeFileSync(file, SCRIPT('first'));
    const { listening } = await startTapin(t, ['extension', 'run', file, '--port', '0', '--seed', '7']);
    const page = await workbenchPage();
    t.teardown(() => page.close());
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(String(listening['panel']));
    const line = (text: string) => page.getByTestId('text-lines').locator('li', { hasText: text }).first();
    await line('first 0').waitFor({ state: 'attached' });
    await page.getByTestId('strike-submit').click();
    await line('first 1').waitFor({ state: 'attached' });
    const calls = page.getByTestId('lua-calls').locator('tbody tr');
    await calls.filter({ hasText: 'putt' }).waitFor();
    await page.getByTestId('again').click();
    writeFileSync(file, SCRIPT('second'));
    await line('second 1').waitFor({ state: 'attached' });
    t.is(await page.getByTestId('strokes').locator('li').count(), 2);
    const stored = page.locator('.card-stored').getByTestId('record-text');
    await stored.waitFor();
    t.regex(await stored.inputValue(), /"putts": 1/);
  },
);
