// An extension played on a page in a real browser: renders the pixels of the device, by pointer and by keyboard, in a
// sandbox.

import { type ExecutionContext } from 'ava';
import type { BrowserContextOptions } from 'playwright-core';
import { hostOver, type HostAnswer } from '../../firmware/extension-runtime/host.ts';
import { loadLua } from '../../firmware/extension-runtime/lua/wasm.ts';
import { createRaster } from '../../hal/screen/raster.ts';
import { screenList } from '../../cloud-stub/web/browser/preview/played.ts';
import { inputFor, tableFor, FIRST_TABLE } from '../../cloud-stub/web/browser/preview/table.ts';
import { axeComplaints } from '../support/panel/axe.ts';
import { browserTest, LOOKS } from '../support/panel/browser-test.ts';
import { manifestOf } from '../support/extension/extension-fixture.ts';
import { sitePage, type SitePage } from '../support/store/site-page.ts';
import { EXAMPLES, exampleText, siteServer } from '../support/store/site-server.ts';

const DRILL = manifestOf('Drill');

/** Opens a page that plays a Lua script. */
async function playing(t: ExecutionContext, text: string, options: BrowserContextOptions = {}): Promise<SitePage> {
  const site = await siteServer(t);
  const opened = await sitePage(t, site.play(text), options);
  // Gives the page the same seed as the runtime in this process.
  await opened.page.evaluate('Math.random = () => 0');
  await opened.page.getByRole('button', { name: 'Play it here' }).click();
  await opened.page.locator('[data-state=running], [data-state=stopped]').waitFor();
  return opened;
}

/** Returns the first drawing of the runtime in this process, with the same seed. */
async function firstScreen(text: string): Promise<HostAnswer> {
  const host = hostOver(await loadLua());
  const { manifest } = host({ kind: 'check', text });
  if (!manifest) throw new Error('It is no extension.');
  const input = inputFor(tableFor(manifest, FIRST_TABLE), { store: {}, trend: [], seed: 0 });
  return host({ kind: 'load', text, input });
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const PIXELS = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const canvas = document.querySelector('canvas');
  const { width, height, data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let text = '';
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  resolve({ width, height, base64: btoa(text) });
})))`;

async function pixelsOf({ page }: SitePage): Promise<Pixels> {
  const { width, height, base64 } = await page.evaluate<{ width: number; height: number; base64: string }>(PIXELS);
  return { width, height, data: Buffer.from(base64, 'base64') };
}

/** Pixels differ if a colour differs by more than this, of 255: edges are antialiased slightly differently. */
const NOTICED = 48;

function shareOfOthers(one: Uint8Array, other: Uint8Array): number {
  let others = 0;
  for (let at = 0; at < one.length; at += 4)
    if ([0, 1, 2].some((each) => Math.abs((one[at + each] ?? 0) - (other[at + each] ?? 0)) > NOTICED)) others++;
  return others / (one.length / 4);
}

for (const name of EXAMPLES)
  browserTest(
    `[C112] plays ${name}: its first screen matches that of the device, and it receives a putt`,
    async (t) => {
      const text = exampleText(name);
      const opened = await playing(t, text);
      const first = await firstScreen(text);
      const { frame = [], lines = [] } = first.effects.findLast((each) => each.frame !== null) ?? {};
      for (const line of lines) await opened.line(line);
      const { width, height, data } = await pixelsOf(opened);
      const raster = createRaster(width, height, { x: 0, y: 0, scale: width / 480 });
      raster.draw(screenList(frame ?? []));
      const share = shareOfOthers(data, raster.pixels());
      t.true(share < 0.01, `${(share * 100).toFixed(2)} % of the pixels differ`);
      await opened.page.getByRole('button', { name: 'Putt', exact: true }).click();
      await opened.byTestId('last-putt').getByText('Last: 10.0 ft').waitFor();
      await opened.byTestId('happened').waitFor();
      t.is(await opened.byTestId('state').getAttribute('data-state'), 'running');
      t.deepEqual(opened.complaints, []);
    },
  );

browserTest('[C112] draws at the resolution of the display and the zoom', async (t) => {
  const opened = await playing(t, exampleText('ladder'), { deviceScaleFactor: 2 });
  const first = await firstScreen(exampleText('ladder'));
  await opened.line('Strike the ball');
  const { width, height, data } = await pixelsOf(opened);
  t.is(width, 2 * Number(await opened.page.evaluate("document.querySelector('canvas').clientWidth")));
  const raster = createRaster(width, height, { x: 0, y: 0, scale: width / 480 });
  raster.draw(screenList(first.effects.findLast((each) => each.frame !== null)?.frame ?? []));
  t.true(shareOfOthers(data, raster.pixels()) < 0.01);
  await opened.page.evaluate('void (devicePixelRatio = 3, dispatchEvent(new Event("resize")))');
  t.is((await pixelsOf(opened)).width, (width / 2) * 3);
});

browserTest('[C112] the runtime stops an endless loop at its line, and the page keeps running', async (t) => {
  const { page, byTestId, complaints } = await playing(t, `${DRILL}function ext.key()\n  while true do end\nend`);
  await page.getByRole('button', { name: 'OK' }).click();
  await byTestId('failure').getByText('Line 3, in ext.key: ').waitFor();
  t.is(await byTestId('state').textContent(), 'Drill, stopped');
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.locator('[data-state=running]').waitFor();
  t.deepEqual(complaints, []);
});

browserTest('[C112] stops a hung runtime after 2 s, and can play again', async (t) => {
  const { page, byTestId, complaints } = await playing(t, DRILL);
  const [worker] = page.workers();
  const closed = worker?.waitForEvent('close');
  // Does what a script cannot: blocks the worker, so that the next response never comes.
  await worker?.evaluate('void (Array.prototype.find = () => { for (;;); })');
  await page.getByRole('button', { name: 'OK' }).click();
  await byTestId('failure').getByText('No answer within 2000 ms.').waitFor();
  await closed;
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.locator('[data-state=running]').waitFor();
  t.not(page.workers()[0], worker);
  t.deepEqual(complaints, []);
});

browserTest('[C112] a hostile text reaches nothing outside, and neither would a program in its worker', async (t) => {
  const hostile = `${DRILL}function ext.draw()
  for i, name in ipairs { 'fetch', 'require', 'io', 'os', 'load', 'package', 'debug', 'js', 'window', 'postMessage' } do
    canvas.text(name .. ' ' .. tostring(_G[name]), 0, 20 * i)
  end
end`;
  const opened = await playing(t, hostile);
  for (const name of ['fetch', 'require', 'io', 'os', 'load', 'package', 'debug', 'js', 'window', 'postMessage'])
    await opened.line(`${name} nil`);
  const [worker] = opened.page.workers();
  t.truthy(worker);
  const inside = (code: string): Promise<unknown> =>
    worker?.evaluate(`(async () => ${code})().then((value) => String(value), (error) => error.name)`) ??
    Promise.resolve();
  const gone = [
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'importScripts',
    'EventSource',
    'indexedDB',
    'caches',
    'Worker',
  ];
  for (const name of [
    ...gone,
    'BroadcastChannel',
    'WebTransport',
    'navigator',
    'location',
    'postMessage',
    'addEventListener',
  ])
    t.is(await inside(`typeof globalThis.${name}`), 'undefined', name);
  t.is(await inside(`import('${new URL(opened.page.url()).origin}/site/preview.js')`), 'TypeError');
});

browserTest(
  '[C112] the content security policy of its response alone keeps a worker from reaching anything',
  async (t) => {
    const site = await siteServer(t);
    const { page } = await sitePage(t, site.play(DRILL));
    // Before its first message, the worker has every Worker API.
    const came = page.waitForEvent('worker');
    await page.evaluate("void (globalThis.kept = new Worker('/site/preview-worker.js', { type: 'module' }))");
    const worker = await came;
    const inside = (code: string): Promise<unknown> =>
      worker.evaluate(`(async () => ${code})().then(() => 'reached', (error) => error.name)`);
    t.is(await worker.evaluate('typeof fetch'), 'function');
    t.is(await inside(`fetch('${site.origin}/site/preview.js')`), 'TypeError');
    t.is(await inside(`fetch('data:,hello')`), 'TypeError');
    t.is(await inside(`import('${site.origin}/site/preview.js')`), 'TypeError');
    t.is(
      await inside(`new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.onload = resolve;
      request.onerror = () => reject(new TypeError());
      request.open('GET', '${site.origin}/site/preview.js');
      request.send();
    })`),
      'TypeError',
    );
    t.is(
      await inside(`new Promise((resolve, reject) => {
      const socket = new WebSocket('${site.origin.replace('http', 'ws')}');
      socket.onopen = resolve;
      socket.onerror = () => reject(new TypeError());
    })`),
      'TypeError',
    );
  },
);

browserTest('[C112] works by keyboard alone: play, putt by numbers, keys, settings and restart', async (t) => {
  const site = await siteServer(t);
  const text = `manifest { name = 'Drill', kind = 'drill', players = { 1, 2 }, settings = {
  { key = 'feet', label = 'Feet', type = 'int', min = 3, max = 9, default = 5 },
  { key = 'mode', label = 'Mode', type = 'enum', options = { 'easy', 'hard' } },
  { key = 'loud', label = 'Loud', type = 'bool', default = false } } }
local said = 'nothing'
function ext.putt(p) said = string.format('%.0f feet', p.distance_ft) end
function ext.key(name) said = 'key ' .. name end
function ext.draw()
  canvas.text(said, 0, 20)
  canvas.text(settings.get('feet') .. settings.get('mode') .. tostring(settings.get('loud')) .. #players.list(), 0, 40)
end`;
  const { page, tabTo, line, complaints } = await sitePage(t, site.play(text));
  const { keyboard } = page;
  await tabTo('Play it here');
  await keyboard.press('Enter');
  await line('5easyfalse1');
  await tabTo('Up');
  await keyboard.press('Enter');
  await line('key up');
  await keyboard.press('ArrowLeft');
  await line('key left');
  await tabTo('Roll distance, ft');
  await keyboard.type('22');
  await keyboard.press('Enter');
  await line('22 feet');
  await tabTo('Players');
  await keyboard.type('2');
  await line('5easyfalse2');
  await tabTo('Feet');
  await keyboard.type('8');
  await line('8easyfalse2');
  await tabTo('Mode');
  await keyboard.type('h');
  await tabTo('Loud');
  await keyboard.press('Space');
  await line('8hardtrue2');
  await line('nothing');
  t.deepEqual(complaints, []);
});

/** Script that returns why the focused input, in the page or a shadow root, blocks its form. */
const PROBLEM = `(() => {
  let at = document.activeElement;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at.validationMessage;
})()`;

browserTest('[R154] rejects putts and settings that are not numbers or out of range', async (t) => {
  const text = `manifest { name = 'Drill', kind = 'drill', players = { 1, 1 }, settings = {
  { key = 'feet', label = 'Feet', type = 'int', min = 3, max = 9, default = 5 } } }
local putts = 0
function ext.putt(p) putts = putts + 1 end
function ext.draw() canvas.text(settings.get('feet') .. ' feet, ' .. putts .. ' putts', 0, 20) end`;
  const { page, line } = await playing(t, text);
  const rolls = page.getByRole('spinbutton', { name: 'Roll distance, ft' });
  await line('5 feet, 0 putts');
  for (const [typed, problem] of [
    ['2x2', 'Roll distance, ft: “2x2” is not a number.'],
    ['1 5', 'Roll distance, ft: “1 5” is not a number.'],
    ['61', 'Roll distance, ft must be from 0.5 to 60.'],
  ] as const) {
    await rolls.fill(typed);
    await page.getByRole('button', { name: 'Putt', exact: true }).click();
    t.is(await rolls.inputValue(), typed, 'the field keeps the typed text');
    t.is(await page.evaluate(PROBLEM), problem);
  }
  await page.getByRole('spinbutton', { name: 'Feet' }).fill('6.5');
  await line('5 feet, 0 putts');
  await rolls.fill('2,5');
  await page.getByRole('button', { name: 'Putt', exact: true }).click();
  await line('5 feet, 1 putts');
  await page.getByRole('spinbutton', { name: 'Feet' }).press('ArrowUp');
  await line('7 feet, 0 putts');
});

browserTest('[C112] a pull on the pad is a putt', async (t) => {
  const text = `${DRILL}local said = 'nothing'
function ext.putt(p) said = string.format('%.0f feet, %.0f to the side', p.distance_ft, p.y_ft) end
function ext.draw() canvas.text(said, 0, 20) end`;
  const { page, byTestId, line, complaints } = await playing(t, text);
  const box = await byTestId('pad').boundingBox();
  if (!box) throw new Error('There is no pad.');
  const [x, y, unit] = [box.x + box.width / 2, box.y + box.height / 4, box.width / 300];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 70 * unit, { steps: 3 });
  await byTestId('pull').getByText('ft, ').waitFor();
  await page.mouse.up();
  await line('21 feet, 0 to the side');
  t.deepEqual(complaints, []);
});

browserTest('[C112] reports a text that fails to load, and requests it again', async (t) => {
  const site = await siteServer(t);
  const { page } = await sitePage(t, site.page('preview', '<div data-preview data-text-url="/nothing"></div>'));
  const button = page.getByRole('button', { name: 'Play it here' });
  await button.click();
  await page.getByText('The server responded with status 404.').waitFor();
  t.true(await button.isVisible());
});

for (const { colorScheme, width } of LOOKS)
  browserTest(`[C112] the preview passes the accessibility checks: ${colorScheme}, ${width} px`, async (t) => {
    const options = { colorScheme, viewport: { width, height: 900 } };
    const { page, byTestId } = await playing(t, exampleText('ladder'), options);
    const checkPage = async (name: string): Promise<void> => {
      t.deepEqual(await axeComplaints(page), [], name);
      t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), width, name);
      const folder = process.env['TAPIN_PICTURES'];
      if (folder) await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    };
    await page.getByRole('button', { name: 'Putt', exact: true }).click();
    await byTestId('happened').waitFor();
    await checkPage('preview');
    const broken = await playing(t, `${DRILL}function ext.start()\n  log.warn('Look')\n  nothing.here()\nend`, options);
    await broken.byTestId('failure').getByText('Line 4, in ext.start: ').waitFor();
    t.deepEqual(await axeComplaints(broken.page), []);
    const folder = process.env['TAPIN_PICTURES'];
    if (folder) await broken.page.screenshot({ path: `${folder}/broken-${colorScheme}-${width}.png`, fullPage: true });
  });
