// Every page of the author site and of support in a real browser: accessible, in light and dark, on a small phone and a
// wide screen.

import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { publishCheck } from '../../bin/cloud/publish-check.ts';
import { axeComplaints } from '../support/panel/axe.ts';
import { browser, browserTest, LOOKS } from '../support/panel/browser-test.ts';
import { ANN } from '../support/store/identity-world.ts';
import { author, publishText, siteWorld, supporter, type Person, type SiteWorld } from '../support/store/site-world.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';

const EXAMPLES = ['ladder', 'comet', 'rings', 'nine', 'shuffle', 'drawback', 'sidehill'];
const example = (name: string): string => readFileSync(`docs/extensions/examples/${name}.lua`, 'utf8');

/** Creates extensions in every state, with their owners. */
async function filled(world: SiteWorld) {
  const ann = await author(world);
  const sam = await supporter(world);
  const codes: string[] = [];
  for (const name of ['ladder', 'comet', 'rings', 'nine']) {
    const code = await publishText(ann, example(name));
    codes.push(code);
    await ann.open(`/own/${code}`);
    await ann.fill(`/own/${code}/request`, {});
    if (name === 'nine') break;
    const action = name === 'rings' ? 'decline' : 'approve';
    await sam.open(`/support/extension/${code}`);
    await sam.fill(`/support/extension/${code}`, {
      action,
      version: '1',
      reason: 'The rings are too thin to be seen.',
    });
  }
  const [ladder = '', , rings = '', nine = ''] = codes;
  await sam.fill(`/support/extension/${ladder}`, { action: 'default', version: '1' });
  await sam.fill(`/support/extension/${nine}/comment`, { comment: 'Nine is fine.', version: '1' });
  await ann.open(`/own/${ladder}/edit`);
  const text = example('ladder').replace('Hole three', 'Hole four');
  await ann.fill(`/own/${ladder}/edit`, { text, description: 'A ladder of distances.', notes: 'Four in a row.' });
  for (let device = 0; device < 5; device++) world.store.countInstall(ladder, `TP-${device}`);
  await ann.open('/account');
  await ann.fill('/account/token', { current: ANN.password, token_name: 'CI of the club', days: '30' });
  return { ann, sam, ladder, rings, nine };
}

/** Script that lists table content cut off at the right edge, except in diffs, whose lines wrap. */
const CUT_OFF = `[...document.querySelectorAll('table :is(td, a, button, time, .tag)')]
  .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((part) => part.textContent.trim())`;

async function cookiesOf(context: BrowserContext, origin: string, { cookies }: Person): Promise<void> {
  const list = [...cookies].filter(([name]) => /^tapin-(site|support)$/.test(name));
  await context.addCookies(list.map(([name, value]) => ({ name, value, url: origin })));
}

for (const { colorScheme, width } of LOOKS)
  browserTest(
    `[C117] the site and the support pages pass the accessibility checks: ${colorScheme}, ${width} px`,
    async (t) => {
      const world = await siteWorld(t, { check: publishCheck });
      const { ann, sam, ladder, rings, nine } = await filled(world);
      const context = await browser().newContext({ colorScheme, viewport: { width, height: 900 } });
      t.teardown(() => context.close());
      await cookiesOf(context, world.origin, ann);
      await cookiesOf(context, world.origin, sam);
      const page = await context.newPage();
      page.setDefaultTimeout(TIMEOUT_MS);
      const errors: string[] = [];
      // axe injects its own styles, so errors during a check are ignored.
      let is_checked = false;
      page.on('console', (message) => message.type() === 'error' && !is_checked && errors.push(message.text()));
      const checkPage = async (path: string, name: string): Promise<void> => {
        await page.goto(`${world.origin}${path}`);
        for (const details of await page.locator('details').all()) await details.locator('summary').click();
        await check(name);
      };
      const check = async (name: string): Promise<void> => {
        if (name === 'write') await page.locator('.cm-content').waitFor();
        is_checked = true;
        t.deepEqual(await axeComplaints(page), [], name);
        is_checked = false;
        t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), width, name);
        t.deepEqual(await page.evaluate<readonly string[]>(CUT_OFF), [], name);
        const folder = process.env['TAPIN_PICTURES'];
        if (folder)
          await page.screenshot({
            path: `${folder}/${name}-${colorScheme}-${width}.png`,
            fullPage: true,
            caret: 'initial',
          });
      };
      await checkPage('/', 'list');
      await checkPage(`/store/${ladder}`, 'extension');
      await checkPage('/own', 'own');
      await checkPage(`/own/${ladder}`, 'own-live');
      await checkPage(`/own/${rings}`, 'own-declined');
      await checkPage('/own/new', 'write');
      await checkPage(`/own/${ladder}/changes?v=2`, 'changes');
      await checkPage('/account', 'account');
      await page.getByRole('radio', { name: /Delete them/ }).check();
      await page.locator('#delete-current').fill('wrong');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await page.locator('#delete-problem').waitFor();
      t.is(await page.evaluate('document.activeElement.id'), 'delete-current');
      t.true(await page.getByRole('radio', { name: /Delete them/ }).isChecked());
      await check('account-refused');
      await checkPage('/support', 'requests');
      await checkPage('/support?state=all', 'all');
      await checkPage(`/support/extension/${nine}`, 'review');
      await checkPage(`/support/extension/${ladder}?reason=0`, 'review-newer');
      await checkPage('/support/log', 'log');
      await checkPage('/support/people', 'people');
      await checkPage('/support/own', 'foogolf');
      await checkPage('/support/join', 'join');
      await page.goto(`${world.origin}/own/new`);
      await context.clearCookies({ name: 'tapin-site' });
      await page.locator('.cm-content').waitFor();
      await page.getByLabel('Description').fill('Putts of three feet.');
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('button', { name: 'Continue' }).waitFor();
      await check('not-published');
      // Browsers log refused requests as errors.
      const refusals = /status of (400 \(Bad Request|403 \(Forbidden)/;
      t.deepEqual(
        errors.filter((text) => !refusals.test(text)),
        [],
      );
    },
  );

browserTest('[C117] the public list with twelve extensions is under 60 kB compressed', async (t) => {
  const world = await siteWorld(t, { check: publishCheck });
  const ann = await author(world);
  const sam = await supporter(world);
  for (let n = 0; n < 12; n++) {
    // A unique picture each: browsers fetch the same image only once.
    const [name = ''] = EXAMPLES.slice(n % EXAMPLES.length);
    const text = `${example(name)}\nlocal drawn = ext.draw\nfunction ext.draw() drawn() canvas.rect(${n * 9}, 0, 9, 9, { fill = "#ffffff" }) end\n`;
    const code = await publishText(ann, text);
    await ann.open(`/own/${code}`);
    await ann.fill(`/own/${code}/request`, {});
    await sam.open(`/support/extension/${code}`);
    await sam.fill(`/support/extension/${code}`, { action: 'approve', version: '1' });
  }
  const page = await browser().newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let [bytes, scripts] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
  page.on('request', (request) => void (scripts += Number(request.resourceType() === 'script')));
  await page.goto(world.origin, { waitUntil: 'networkidle' });
  t.is(await page.locator('.cards > li').count(), 12);
  for (const picture of await page.locator('.cards img').all()) await picture.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  t.log(`${Math.round(bytes / 1000)} kB`);
  t.true(bytes < 60_000, `${bytes} bytes`);
  t.is(scripts, 0);
  await page.close();
});

browserTest('[C117] aligns the fields of the search on a tablet', async (t) => {
  const world = await siteWorld(t, { check: publishCheck });
  await publishText(await author(world), example('ladder'));
  const page = await browser().newPage({ viewport: { width: 768, height: 900 } });
  t.teardown(() => page.close());
  await page.goto(world.origin);
  const bottoms = await page.evaluate<readonly number[]>(
    `[...document.querySelectorAll('.search :is(input, select, button)')].map((field) => Math.round(field.getBoundingClientRect().bottom))`,
  );
  t.is(new Set(bottoms).size, 1, bottoms.join(' '));
});
