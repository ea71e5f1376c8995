// An extension played on a page of the site, in a real browser: on the device of the tab, in a frame without an origin.

import type { ExecutionContext } from 'ava';
import type { BrowserContextOptions, Locator } from 'playwright-core';
import { axeComplaints } from '../support/panel/axe.ts';
import { browserTest, LOOKS } from '../support/panel/browser-test.ts';
import { manifestOf } from '../support/extension/extension-fixture.ts';
import { sitePage, type SitePage } from '../support/store/site-page.ts';
import { EXAMPLES, exampleText, siteServer } from '../support/store/site-server.ts';

const DRILL = manifestOf('Drill');

interface PlayedPage extends SitePage {
  inFrame(test_id: string): Locator;
}

/** Opens a page that plays a Lua script. */
async function playing(t: ExecutionContext, text: string, options: BrowserContextOptions = {}): Promise<PlayedPage> {
  const site = await siteServer(t);
  const opened = await sitePage(t, site.play(text), options);
  await opened.page.getByRole('button', { name: 'Play it here' }).click();
  return { ...opened, inFrame: (test_id) => opened.frame.getByTestId(test_id) };
}

for (const name of EXAMPLES)
  browserTest(`[C112] plays ${name} on the device, and it receives a putt`, async (t) => {
    const { frame, inFrame, complaints } = await playing(t, exampleText(name));
    await inFrame('use-heap').waitFor();
    await frame.getByRole('button', { name: 'Strike', exact: true }).click();
    await inFrame('lua-calls').getByText('putt').waitFor();
    t.deepEqual(complaints, []);
  });

browserTest('[C112] the runtime stops an endless loop at its line, and the device keeps running', async (t) => {
  const { frame, line, complaints } = await playing(t, `${DRILL}function ext.key()\n  while true do end\nend`);
  await frame.getByTestId('use-heap').waitFor();
  await frame.getByTestId('key-ok').click();
  await frame.getByText('Drill stopped').waitFor();
  await frame
    .getByText(/line 3/i)
    .first()
    .waitFor();
  await line('This extension has stopped');
  t.deepEqual(complaints, []);
});

browserTest('[C112] the frame has no origin: it reaches neither the page nor its cookies', async (t) => {
  const { page, inFrame } = await playing(t, DRILL);
  await inFrame('use-heap').waitFor();
  const [, frame] = page.frames();
  const inside = (code: string): Promise<unknown> | undefined =>
    frame?.evaluate(`(async () => ${code})().then(() => 'reached', (error) => error.name)`);
  t.is(await frame?.evaluate('origin'), 'null');
  t.is(await inside('parent.document.title'), 'SecurityError');
  t.is(await inside('document.cookie'), 'SecurityError');
  t.is(await inside('localStorage.length'), 'SecurityError');
  t.is(await inside(`fetch('${new URL(page.url()).origin}/site/player.js')`), 'TypeError');
  t.is(await inside(`fetch('https://example.com/')`), 'TypeError');
  const [worker] = page.workers();
  for (const name of [
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'importScripts',
    'indexedDB',
    'caches',
    'Worker',
    'navigator',
  ])
    t.is(await worker?.evaluate(`typeof globalThis.${name}`), 'undefined', name);
});

browserTest('[C112] the policy of the worker file alone keeps a worker from reaching anything', async (t) => {
  const site = await siteServer(t);
  const { page } = await sitePage(t, site.play(DRILL));
  // Before its first message, the worker has every Worker API.
  const came = page.waitForEvent('worker');
  await page.evaluate("void (globalThis.kept = new Worker('/site/tab/lua-worker'))");
  const worker = await came;
  const inside = (code: string): Promise<unknown> =>
    worker.evaluate(`(async () => ${code})().then(() => 'reached', (error) => error.name)`);
  t.is(await worker.evaluate('typeof fetch'), 'function');
  t.is(await inside(`fetch('${site.origin}/site/player.js')`), 'TypeError');
  t.is(await inside(`fetch('data:,hello')`), 'TypeError');
  t.is(await inside(`import('${site.origin}/site/player.js')`), 'TypeError');
});

browserTest('[C112] settings are changed on the device, by its keys', async (t) => {
  const text = `manifest { name = 'Drill', kind = 'drill', settings = {
  { key = 'feet', label = 'Feet', type = 'int', min = 3, max = 9, default = 5 } } }
function ext.draw() canvas.text(settings.get('feet') .. ' feet', 0, 20) end`;
  const { frame, line } = await playing(t, text);
  await line('5 feet');
  await frame.getByTestId('key-back').click();
  await line('Feet: 5');
  for (const key of ['down', 'right', 'up', 'ok']) await frame.getByTestId(`key-${key}`).click();
  await line('6 feet');
  t.pass();
});

browserTest('[C112] reports a text that fails to load, and requests it again', async (t) => {
  const site = await siteServer(t);
  const { page } = await sitePage(t, site.page('player', '<div data-player data-text-url="/nothing"></div>'));
  const button = page.getByRole('button', { name: 'Play it here' });
  await button.click();
  await page.getByText('The server responded with status 404.').waitFor();
  t.true(await button.isVisible());
});

for (const { colorScheme, width } of LOOKS)
  browserTest(`[C112] the player passes the accessibility checks: ${colorScheme}, ${width} px`, async (t) => {
    const options = { colorScheme, viewport: { width, height: 900 } };
    const { page, inFrame } = await playing(t, exampleText('ladder'), options);
    await inFrame('use-heap').waitFor();
    t.deepEqual(await axeComplaints(page), []);
    t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), width);
    const [, frame] = page.frames();
    const overflow = await frame?.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    t.is(overflow, 0);
    const folder = process.env['TAPIN_PICTURES'];
    if (folder) await page.screenshot({ path: `${folder}/player-${colorScheme}-${width}.png`, fullPage: true });
  });
