// The whole life of an extension in a real browser, with a real mail server and real devices: an author signs up,
// writes, plays and publishes it; a device installs it; support declines it with a reason, then approves the fixed
// version and makes it a default.

import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { browser, browserTest } from '../support/panel/browser-test.ts';
import { keysFor } from '../support/device/code-keys.ts';
import { panelPlayer } from '../support/panel/panel-player.ts';
import { paste } from '../support/panel/paste.ts';
import { smtpServer } from '../support/store/smtp-server.ts';
import { runTapin, startTapin } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const textOf = (
  text: string,
): string => `manifest { name = "Three feet", kind = "drill", about = "Three feet, again and again." }
local putts = 0
function ext.target() return { kind = "hole", distance_ft = 3 } end
function ext.putt() putts = putts + 1 end
function ext.draw() canvas.text("${text}, " .. putts .. " putts", 20, 40) end
`;
const ANN = { email: 'ann@example.com', password: 'three putts in a row' };
const SAM = { email: 'sam@example.com', password: 'green grass of home' };
const CODE = /^Subject: (\d{6}) /m;

/** Replaces the text of the editor. */
async function write(page: Page, text: string): Promise<void> {
  // Until the editor has loaded, a plain field has the same name.
  await page.locator('.editor-status').first().waitFor();
  const editor = page.getByRole('textbox', { name: 'Lua source' });
  await editor.click();
  await page.keyboard.press('Control+A');
  await paste(page, text);
}

const waitForStatus = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('.editor-status', { hasText: text }).waitFor();

browserTest(
  '[C117] takes an extension from sign-up through decline, fix and approval to a default on every device',
  async (t) => {
    const mail = await smtpServer(t);
    const data = join(await temporaryFolder(t), 'data');
    const env = { TAPIN_SMTP_URL: mail.url, TAPIN_MAIL_FROM: 'FooGolf <club@example.com>' };
    const args = ['run', '--port', '0', '--guests', '1', '--data', data, '--seed', '7'];
    const tapin = await startTapin(t, args, { env });
    const origin = String(tapin.listening['relay']);

    const ann = await (await browser().newContext()).newPage();
    const complaints: string[] = [];
    ann.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await ann.goto(origin);
    await ann.getByRole('link', { name: 'My extensions' }).click();
    await ann.getByRole('link', { name: 'Create an account' }).click();
    await ann.getByLabel('E-mail address').fill(ANN.email);
    await ann.getByLabel('Name').fill('Ann Miller');
    await ann.getByLabel('Password').fill(ANN.password);
    await ann.getByRole('button', { name: 'Send me a code' }).click();
    await ann.getByLabel('Code').fill((await mail.next(ANN.email, CODE))[1] ?? '');
    await ann.getByRole('button', { name: 'Create my account' }).click();

    await ann.getByRole('link', { name: 'Write an extension' }).click();
    await write(ann, textOf('one').replace('putts = putts + 1', 'putts = = 1'));
    await waitForStatus(ann, /^Line 4: /);
    await write(ann, textOf('one'));
    await waitForStatus(ann, 'Valid extension: Three feet.');
    const device = ann.frameLocator('iframe');
    await device.getByText('one, 0 putts').first().waitFor({ state: 'attached' });
    await device.getByRole('button', { name: 'Strike', exact: true }).click();
    await device.getByText('one, 1 putts').first().waitFor({ state: 'attached' });
    await ann.getByLabel('Description').fill('Three feet, until you are tired of it.');
    await ann.getByRole('button', { name: 'Publish' }).click();
    await ann.getByRole('status').getByText('Extension published').waitFor();
    const code = (await ann.locator('.share').textContent())?.trim() ?? '';

    const first = await panelPlayer(t, tapin, 0);
    await first.choose('Settings');
    await first.choose('Manage extensions');
    await first.choose('Install with a code');
    await first.press(...keysFor(code));
    await first.waitForLine(/^Three feet: version 1$/);

    await ann.getByRole('button', { name: 'Request a listing' }).click();
    await ann.getByText('Support will review it').waitFor();
    const invited = await runTapin(['cloud', 'support', 'invite', SAM.email, '--name', 'Sam', '--main', '--data', join(data, 'cloud')]); // oxfmt-ignore
    t.is(invited.code, 0, invited.stderr);
    const sam = await (await browser().newContext()).newPage();
    await sam.goto(`${origin}/support/join`);
    await sam.getByLabel('E-mail address').fill(SAM.email);
    await sam.getByLabel('Code').fill((await mail.next(SAM.email, /^([0-9A-Z]{12})\r$/m))[1] ?? '');
    await sam.getByRole('button', { name: 'Continue' }).click();
    const secret = Secret.fromBase32(((await sam.locator('code').textContent()) ?? '').replaceAll(' ', ''));
    const totp = new TOTP({ secret });
    await sam.getByLabel('Password').fill(SAM.password);
    await sam.getByLabel('Current authenticator code').fill(totp.generate());
    await sam.getByRole('button', { name: 'Join' }).click();
    await sam.getByRole('button', { name: 'Sign out' }).click();
    await sam.getByRole('link', { name: 'Sign in' }).click();
    await sam.getByLabel('E-mail address').fill(SAM.email);
    await sam.getByLabel('Password').fill(SAM.password);
    // The code used for enrolment is spent, so this uses the next code, 30 s early.
    await sam.getByLabel('Authenticator code').fill(totp.generate({ timestamp: Date.now() + 30_000 }));
    await sam.getByRole('button', { name: 'Sign in' }).click();

    await sam.getByRole('link', { name: code }).click();
    await sam.getByRole('heading', { name: 'Source of version 1, no version approved yet' }).waitFor();
    await sam.getByText('1, on 1 device; 2 devices in total').waitFor();
    await sam.getByRole('button', { name: 'It fails' }).click();
    await sam.getByLabel('Reason').fill('Say "one putt", and not "1 putts".');
    await sam.getByLabel('Decline').check();
    await sam.getByRole('button', { name: 'Decide' }).click();
    await sam.getByRole('status').waitFor();

    await mail.next(ANN.email, /and not "1 putts"/);
    await ann.reload();
    await ann.getByText('Say "one putt", and not "1 putts".').waitFor();
    await ann.getByRole('link', { name: 'Write a new version' }).click();
    await write(ann, textOf('two'));
    await waitForStatus(ann, 'Valid extension: Three feet.');
    await ann.getByRole('button', { name: 'Publish' }).click();
    await ann.getByRole('status').getByText('New version published').waitFor();
    await ann.getByRole('button', { name: 'Request a listing' }).click();
    await ann.getByText('Support will review it').waitFor();

    await sam.reload();
    await sam.getByLabel('Approve: list this version').check();
    await sam.getByRole('button', { name: 'Decide' }).click();
    await sam.getByRole('status').waitFor();
    await ann.goto(origin);
    await ann.getByRole('link', { name: 'Three feet' }).click();
    await ann.getByText('by Ann Miller · version 2').waitFor();

    await sam.getByLabel(/^Put on every device: 2 devices$/).check();
    await sam.getByRole('button', { name: 'Decide' }).click();
    await sam.getByRole('status').waitFor();
    const second = await panelPlayer(t, tapin, 1);
    await second.choose('Settings');
    await second.choose('Manage extensions');
    await second.choose('Check for updates');
    await second.waitForLine(/^Three feet: version 2/);

    await ann.goto(`${origin}/own/${code}`);
    await ann.getByText('It is on every device, so it can’t be deleted').waitFor();
    t.deepEqual(complaints, []);
  },
);
