// The extension editor in a real browser: errors at their lines, completion, drafts, and a working form.

import { type ExecutionContext } from 'ava';
import type { BrowserContextOptions } from 'playwright-core';
import { axeComplaints } from '../support/panel/axe.ts';
import { browserTest, LOOKS } from '../support/panel/browser-test.ts';
import { manifestOf } from '../support/extension/extension-fixture.ts';
import { sitePage, type SitePage } from '../support/store/site-page.ts';
import { exampleText, siteServer, type SiteServer } from '../support/store/site-server.ts';

const DRILL = `${manifestOf('Drill')}function ext.draw() canvas.text('Hello', 20, 30) end\n`;

const FILE_FIELD = '<p><label>A file <input type="file" name="file"></label></p>';

const formWith = (text: string, draft = 'data-draft="K7M2Q"', more = ''): string => `<form method="post" action="/sent">
  <p><label for="text">Text of version 2</label></p>
  <textarea id="text" name="text" rows="20" required data-editor ${draft}>
${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</textarea>${more}
  <p><button>Send</button></p></form>`;

interface Editor extends SitePage {
  readonly site: SiteServer;
  readonly address: string;
  /** Resolves when the line below the editor shows this text. */
  waitForStatus(text: string | RegExp): Promise<void>;
  /** Focuses the end of the text and types. */
  typeAtEnd(text: string): Promise<void>;
  /** Returns the text that the form would send. */
  value(): Promise<string>;
}

async function editing(t: ExecutionContext, text = DRILL, options: BrowserContextOptions = {}): Promise<Editor> {
  const site = await siteServer(t);
  const address = site.page('editor', formWith(text));
  const opened = await sitePage(t, address, options);
  const { page } = opened;
  const code = page.locator('.cm-content');
  await code.waitFor();
  return {
    ...opened,
    site,
    address,
    waitForStatus: (what) => page.locator('.editor-status', { hasText: what }).waitFor(),
    async typeAtEnd(typed) {
      await code.focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(typed);
    },
    value: () => page.evaluate<string>("document.querySelector('textarea').value"),
  };
}

browserTest('[C113] shows an error at its line during typing, and plays the last valid text', async (t) => {
  const { page, frame, waitForStatus, typeAtEnd, line, complaints } = await editing(t);
  await waitForStatus('Valid extension: Drill.');
  await line('Hello');
  await typeAtEnd('local x = = 3');
  await waitForStatus(/^Line 3: /);
  t.is(await page.locator('.cm-lintRange-error').textContent(), 'local x = = 3');
  t.is(await page.locator('.cm-gutter-lint .cm-lint-marker-error').count(), 1);
  t.is(await frame.getByTestId('extension-name').textContent(), 'Drill', 'the last valid text keeps playing');
  await line('Hello');
  await page.keyboard.press('Control+Shift+K');
  await waitForStatus('Valid extension: Drill.');
  await typeAtEnd("\nfunction ext.start() canvas.text('Again', 0, 0) nothing.here() end");
  await frame.getByText('Drill stopped').waitFor();
  await frame
    .getByText(/line 3/i)
    .first()
    .waitFor();
  t.deepEqual(complaints, [], 'no violation of the page policy');
});

browserTest(
  '[C113] completes the verbs of the runtime with their arguments, and explains names on hover',
  async (t) => {
    const { page, typeAtEnd, value, complaints } = await editing(t);
    await typeAtEnd('sound.pl');
    const option = page.getByRole('option', { name: 'sound.play' });
    await option.waitFor();
    await page.locator('.cm-completionInfo').getByText('Plays a sound.').waitFor();
    await option.click(); // a click, as the list ignores keys just after it opens
    t.regex(await value(), /sound\.play$/);
    const box = await page.locator('.cm-line', { hasText: 'manifest' }).boundingBox();
    if (!box) throw new Error('There is no line.');
    await page.mouse.move(box.x + 30, box.y + box.height / 2);
    await page.locator('.cm-tooltip-hover').getByText('Describes the extension.').waitFor();
    t.deepEqual(complaints, []);
  },
);

browserTest(
  '[C113] works by keyboard alone: Tab indents, Escape and Tab leave the editor, and Enter sends the form',
  async (t) => {
    const { page, site, tabTo, value, complaints } = await editing(t);
    const { keyboard } = page;
    await tabTo('Text of version 2');
    await keyboard.press('Control+End');
    await keyboard.press('Tab');
    await keyboard.type('-- end');
    t.is(await value(), `${DRILL}  -- end`);
    await keyboard.press('Escape');
    await keyboard.press('Tab');
    t.is(await page.evaluate('document.activeElement.textContent'), 'Send');
    await keyboard.press('Shift+Tab');
    await keyboard.type('!');
    await keyboard.press('Tab');
    t.regex(await value(), /!/, 'Tab indents again after typing');
    t.is(await page.evaluate('document.activeElement.className'), 'editor');
    await keyboard.press('Escape');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.waitForURL(/\/sent$/);
    t.regex(new URLSearchParams(site.posted[0]).get('text') ?? '', / {2}-- end/);
    t.deepEqual(complaints, []);
  },
);

browserTest('[C113] keeps a draft until a page confirms its publication, and offers to restore it', async (t) => {
  const { page, site, address, typeAtEnd, value } = await editing(t);
  const offer = page.getByRole('group', { name: 'Unpublished draft' });
  const reopen = async (): Promise<void> => {
    await page.goto(address);
    await page.locator('.cm-content').waitFor();
  };
  await typeAtEnd('-- one');
  await reopen();
  t.is(await value(), DRILL, 'the text of the page stays until the author chooses');
  await offer.getByRole('button', { name: 'Restore' }).click();
  t.is(await value(), `${DRILL}-- one`);
  t.is(await offer.count(), 0);
  await reopen();
  await typeAtEnd('-- two');
  await offer.getByRole('button', { name: 'Discard' }).click();
  t.is(await value(), `${DRILL}-- two`);
  await reopen();
  await offer.getByRole('button', { name: 'Restore' }).click();
  t.is(await value(), `${DRILL}-- two`, 'later typing is the draft');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/sent$/);
  await reopen();
  t.is(await offer.count(), 1, 'still offered after an expired sign-in');
  const published = async (text: string): Promise<void> => {
    const markup = `<span data-published-draft="K7M2Q" data-published-text="${text.replaceAll('"', '&quot;')}"></span>`;
    await page.goto(site.page('editor', markup), { waitUntil: 'load' });
    await reopen();
  };
  await published(`${DRILL}-- one`);
  t.is(await offer.count(), 1, 'still offered on the page of an earlier version');
  await published(`${DRILL}-- two`);
  t.is(await offer.count(), 0);
});

browserTest('[C113] loads a chosen file into the editor, and the form sends the text of the editor', async (t) => {
  const site = await siteServer(t);
  const { page, complaints } = await sitePage(t, site.page('editor', formWith(DRILL, '', FILE_FIELD)));
  const waitForStatus = (what: string | RegExp): Promise<void> =>
    page.locator('.editor-status', { hasText: what }).waitFor();
  const choose = (name: string, bytes: string | Buffer): Promise<void> =>
    page.getByLabel('A file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) });
  await waitForStatus('Valid extension: Drill.');
  await choose('ladder.lua', `${manifestOf('Ladder')}\r\n-- of a file`);
  await waitForStatus('ladder.lua is now in the editor above.');
  await waitForStatus('Valid extension: Ladder.');
  t.is(await page.getByLabel('A file').inputValue(), '', 'the form does not send the file in place of the text');
  await choose('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]));
  await waitForStatus('picture.png is not UTF-8 text');
  await choose('long.lua', 'x'.repeat(65_537));
  await waitForStatus('long.lua has more than 65,536 bytes');
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('!');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/sent$/);
  const sent = new URLSearchParams(site.posted[0]);
  t.is(sent.get('text')?.replaceAll('\r\n', '\n'), `${manifestOf('Ladder')}\n-- of a file!`);
  t.is(sent.get('file'), '');
  t.deepEqual(complaints, []);
});

browserTest('[C113] the editor gets the focus that the page gives to the text field', async (t) => {
  const site = await siteServer(t);
  const { page } = await sitePage(t, site.page('editor', formWith(DRILL, 'autofocus')));
  await page.locator('.cm-focused').waitFor();
  t.pass();
});

browserTest('[C113] without the script the text field stays a text field', async (t) => {
  const site = await siteServer(t);
  const { page, complaints } = await sitePage(t, site.page('editor', formWith(DRILL)), {
    javaScriptEnabled: false,
  });
  const field = page.getByRole('textbox', { name: 'Text of version 2' });
  t.is(await field.inputValue(), DRILL);
  await field.fill('-- mine');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/sent$/);
  t.is(new URLSearchParams(site.posted[0]).get('text'), '-- mine');
  t.deepEqual(complaints, []);
});

for (const { colorScheme, width } of LOOKS)
  browserTest(`[C113] the editor passes the accessibility checks: ${colorScheme}, ${width} px`, async (t) => {
    const options = { colorScheme, viewport: { width, height: 900 } };
    const { page, frame, waitForStatus, typeAtEnd, address } = await editing(t, exampleText('ladder'), options);
    const plays = (): Promise<void> => frame.getByTestId('extension-name').getByText('Ladder').waitFor();
    const assertAccessible = async (name: string): Promise<void> => {
      t.deepEqual(await axeComplaints(page), [], name);
      t.is(await page.evaluate<number>('document.documentElement.scrollWidth'), width, name);
      const folder = process.env['TAPIN_PICTURES'];
      if (folder) await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    };
    await plays();
    await assertAccessible('editor');
    await typeAtEnd('local x = = 3');
    await waitForStatus(/^Line \d+: /);
    await page.goto(address);
    await page.getByRole('button', { name: 'Restore' }).waitFor();
    await plays();
    await assertAccessible('editor-offer');
    await page.getByRole('button', { name: 'Restore' }).click();
    await waitForStatus(/^Line \d+: /);
    await assertAccessible('editor-mistake');
    await typeAtEnd('\nplayers.');
    await page.getByRole('option', { name: 'players.list' }).waitFor();
    await assertAccessible('editor-words');
  });

browserTest('[C113] keeps the focus of another field while the editor opens', async (t) => {
  const { page, address } = await editing(t);
  const opening = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await opening.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  const send = page.getByRole('button', { name: 'Send' });
  await send.focus();
  opening.resolve();
  await page.locator('.cm-content').waitFor();
  t.is(await page.evaluate('document.activeElement.textContent'), 'Send');
});
