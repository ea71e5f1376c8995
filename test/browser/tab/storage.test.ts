// Storage of a tab in a real browser: the conformance suite, a tab that is killed, and a browser that keeps nothing.

import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import type { Flash } from '../../../hal/flash/flash.ts';
import { ok } from '../../../wire/errors.ts';
import { flashConformance } from '../../hal/flash/flash-conformance.ts';
import { browser, browserTest } from '../../support/panel/browser-test.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { scriptPage } from '../../support/tab/browser-script.ts';
import { staticSite } from '../../support/tab/static-site.ts';
import { tabPage } from '../../support/tab/tab-page.ts';

const given = v.object({
  writes: v.number(),
  ok: v.boolean(),
  value: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
});

/** Flash in the page, for a test in Node. */
function flashIn(page: Page, folder: string): Flash {
  const name = JSON.stringify(`flash ${folder} ${folders++}`);
  const opened = page.evaluate(
    `inBrowser.openFlash('test', ${JSON.stringify(folder)}).then((flash) => void (inBrowser[${name}] = flash))`,
  );
  opened.catch(() => {}); // a test may end before it has used this flash
  let writes = 0;
  /** Calls reach the page in order. */
  let queue: Promise<unknown> = opened;
  const call = (method: string, ...args: readonly string[]): Promise<v.InferOutput<typeof given>> => {
    const script = `inBrowser[${name}].${method}(...${JSON.stringify(args)}).then((done) => ({ ...done, writes: inBrowser[${name}].writes() }))`;
    const done = queue.then(async () => {
      const answer = v.parse(given, await page.evaluate(script));
      ({ writes } = answer);
      return answer;
    });
    queue = done.catch(() => {});
    return done;
  };
  return {
    read: async (record) => v.parse(readAnswer, await call('read', record)),
    write: async (record, value) =>
      v.parse(voidAnswer, await call('write', record, Buffer.from(value).toString('base64'))),
    remove: async (record) => v.parse(voidAnswer, await call('remove', record)),
    list: async () => v.parse(listAnswer, await call('list')),
    writes: () => writes,
  };
}

const failed = v.object({
  ok: v.literal(false),
  error: v.object({
    code: v.picklist(['flash_full', 'flash_failed', 'flash_bad_name', 'flash_too_large']),
    message: v.string(),
  }),
});
const success = <S extends v.GenericSchema>(value: S) => v.object({ ok: v.literal(true), value });
const bytes = v.pipe(
  v.string(),
  v.transform((text) => new Uint8Array(Buffer.from(text, 'base64'))),
);
const voidAnswer = v.union([
  v.pipe(
    v.object({ ok: v.literal(true) }),
    v.transform(() => ok(undefined)),
  ),
  failed,
]);
const listAnswer = v.union([success(v.array(v.string())), failed]);
const readAnswer = v.union([success(v.object({ value: v.nullable(bytes), damaged: v.string() })), failed]);

let folders = 0;

flashConformance(browserTest, async (t: ExecutionContext) => {
  const { url } = await staticSite(t);
  const page = await scriptPage(t, url);
  const folder = `folder-${folders}`;
  return { flash: flashIn(page, folder), reopen: () => flashIn(page, folder) };
});

browserTest('[R152] a tab that is killed while it writes keeps the last acknowledged value, whole', async (t) => {
  const { url } = await staticSite(t);
  const context = await browser().newContext();
  t.teardown(() => context.close());
  const BYTES = 20_000;
  let acknowledged = -1;
  for (let life = 0; life < 6; life++) {
    const page = await scriptPage(t, url, context);
    const value = valueOf(t, await flashIn(page, 'killed').read('counter'));
    const numbers = new Set(value.value ?? [0]);
    t.is(value.damaged, '');
    t.is(numbers.size, 1, 'all bytes are of one write');
    const [stored = 0] = numbers;
    t.true(stored >= acknowledged, `${stored} is not older than ${acknowledged}`);
    await page.exposeFunction('acknowledge', (number: number) => void (acknowledged = number));
    const enough = page.waitForFunction(`globalThis.written > ${stored + 5}`);
    const write = `(async () => {
      const flash = await inBrowser.openFlash('test', 'killed');
      for (let number = ${stored + 1}; number < 250; number++) {
        await flash.write('counter', btoa(String.fromCharCode(number).repeat(${BYTES})));
        globalThis.written = number;
        await acknowledge(number);
      }
    })()`;
    page.evaluate(write).catch(() => {}); // the crash ends it
    await enough;
    const session = await context.newCDPSession(page);
    session.send('Page.crash').catch(() => {});
    await new Promise((resolve) => page.once('crash', resolve));
    await page.close();
  }
  t.true(acknowledged > 20);
});

browserTest('[flash] reports a browser without room as full, and keeps what it has', async (t) => {
  const { url } = await staticSite(t);
  const page = await scriptPage(t, url);
  // A browser's quota can't be set here: transactions with a large value end as they do when it is used up.
  await page.evaluate(`{
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      const request = put.call(this, value, key);
      if (value.length > 500_000) {
        Object.defineProperty(this.transaction, 'error', { value: new DOMException('', 'QuotaExceededError') });
        this.transaction.abort();
      }
      return request;
    };
  }`);
  const flash = flashIn(page, 'full');
  valueOf(t, await flash.write('kept', new Uint8Array([1])));
  const refused = await flash.write('large', new Uint8Array(1_000_000));
  failsWith(t, refused, 'flash_full', /the storage is full: the browser's quota for this page is used up\.$/);
  t.deepEqual(valueOf(t, await flash.read('kept')).value, new Uint8Array([1]));
  t.is(valueOf(t, await flash.read('large')).value, null);
});

browserTest('[tab] a browser that keeps nothing plays, and says so', async (t) => {
  const { url } = await staticSite(t);
  const context = await browser().newContext();
  t.teardown(() => context.close());
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  const { choose, line, status } = await tabPage(t, url, { context });
  await status('This browser keeps nothing for this page: The operation is insecure.');
  await choose('Lag putting');
  await line('Start');
  t.pass();
});
