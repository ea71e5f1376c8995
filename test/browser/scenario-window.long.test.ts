// `tapin test --ui` in a real browser: step through a scenario and back, write one by playing it, and see the firmware
// break and mend.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { ExecutionContext } from 'ava';
import type { FrameLocator, Page } from 'playwright-core';
import { parse } from 'yaml';
import { axeComplaints } from '../support/panel/axe.ts';
import { browser, browserTest } from '../support/panel/browser-test.ts';
import { fieldsIn, fieldsOf } from '../support/read-json.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';

const LAG = `name: A short putt
steps:
  - choose: [Lag putting, Start]
  - expect: { page: playing, text: Putt 1 of 10 }
  - putt: { share: 0.8 }
  - wait_for: { text: 'Verdict: Short', within: 10 s }
  - press: ok
  - expect: Putt 2 of 10
`;
const MENU = 'name: The menu\nsteps:\n  - expect: { page: menu }\n';

/** Opens the window. `program`: the tapin that serves it. */
async function opened(t: ExecutionContext, program: string, files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const child = spawn(program, ['test', '.', '--ui', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGTERM'));
  const line = await new Promise<string>((done) => createInterface({ input: child.stdout }).once('line', done));
  const page = await browser().newPage({ viewport: { width: 1600, height: 1000 } });
  t.teardown(() => page.close());
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(String(fieldsIn(line)['ui']));
  await page.getByTestId('run').waitFor();
  return { folder, page, url: String(fieldsIn(line)['ui']), panel: page.frameLocator('[data-testid=panel]') };
}

/** Resolves when the device in the frame shows a line. */
const shows = (panel: FrameLocator, text: RegExp): Promise<void> =>
  panel.getByTestId('text-lines').locator('li').filter({ hasText: text }).first().waitFor({ state: 'attached' });
const played = (page: Page, text: RegExp): Promise<void> => page.locator('.steps summary').filter({ hasText: text }).waitFor(); // oxfmt-ignore
const click = (page: Page, ...ids: readonly string[]): Promise<void> =>
  ids.reduce((before, id) => before.then(() => page.getByTestId(id).click()), Promise.resolve());

browserTest(
  '[browser] steps through a scenario and back, links steps and moments, and judges what is typed',
  async (t) => {
    const { page, panel, folder } = await opened(t, resolve('tapin'), { 'lag.yaml': LAG, 'menu.yaml': MENU });
    await page.getByText('✓ Passes').waitFor();
    await click(page, 'step', 'step', 'step', 'step');
    await played(page, /^4 of 6 steps played$/);
    await shows(panel, /^Verdict: Short/);
    t.deepEqual(await axeComplaints(page), []);
    // A step leads to its moment on the panel; going back plays again up to there.
    await page.getByTestId('steps').getByText('choose Lag putting, Start').click();
    await shows(panel, /^Lag putting · Putt 1 of 10$/);
    await click(page, 'back', 'back');
    await played(page, /^2 of 6 steps played$/);
    await shows(panel, /^Now: Ready: strike the ball$/);
    await click(page, 'run');
    await played(page, /^6 of 6 steps played$/);
    await shows(panel, /^Lag putting · Putt 2 of 10$/);

    // The verdict follows each change, and an error stands at its line.
    const editor = page.locator('.cm-content');
    await editor.getByText('Putt 2 of 10').dblclick();
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    await page.getByText('✗ Fails').waitFor();
    await page.getByTestId('verdict').getByText('no screen line contains "Putt 2 of 100"').first().waitFor();
    await page.getByTestId('verdict').getByText('> 8 |   - expect: Putt 2 of 100').waitFor();
    await page.keyboard.press('Backspace');
    await page.getByText('✓ Passes').waitFor();
    await page.keyboard.type('\n- exp');
    await page.locator('.cm-tooltip-autocomplete').getByText('expect: ').first().waitFor();
    await page
      .getByText(/Unknown step|A step must be/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');

    // Another file, once the change may be discarded, and all verdicts.
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      return questions.length === 1 ? dialog.dismiss() : dialog.accept();
    });
    await page.locator('.files button', { hasText: 'menu.yaml' }).click();
    await editor.getByText('- exp', { exact: true }).waitFor();
    await page.locator('.files button', { hasText: 'menu.yaml' }).click();
    t.deepEqual(
      questions,
      Array.from({ length: 2 }, () => 'Discard what you changed in lag.yaml?'),
    );
    await editor.getByText('page').waitFor();
    await click(page, 'run-all');
    await page.locator('.files button', { hasText: '✓ lag.yaml' }).waitFor();
    t.is(readFileSync(join(folder, 'lag.yaml'), 'utf8'), LAG, 'nothing is saved without Save');
  },
);

browserTest('[browser] records what is done on the panel as steps at the cursor, and saves them', async (t) => {
  const { page, panel, folder } = await opened(t, resolve('tapin'), { 'new.yaml': MENU });
  await page.getByText('✓ Passes').waitFor();
  await click(page, 'run', 'record');
  await played(page, /^1 of 1 steps played$/);
  await panel.getByRole('button', { name: /^Down/ }).click();
  await panel.getByRole('button', { name: /^OK/ }).click();
  await shows(panel, /^> Start$|^Start$/);
  await panel.getByRole('button', { name: /^OK/ }).click();
  await panel.getByTestId('strike-submit').click();
  await panel.getByTestId('time-pause').click();
  await page.getByTestId('recorded').getByText('wait_for').waitFor();
  await panel.getByTestId('time-pause').click();
  await page.locator('.cm-line').last().click();
  await page.keyboard.press('ArrowUp');
  await click(page, 'insert', 'save');
  await page.locator('[data-testid=save]:disabled').waitFor();
  await page.getByText('✓ Passes').waitFor();
  const steps = fieldsOf(parse(readFileSync(join(folder, 'new.yaml'), 'utf8')))['steps'];
  t.like(steps, [{ expect: { page: 'menu' } }, { choose: ['Lag putting', 'Start'] }, { putt: { club_speed_mps: 1.5, face_angle_deg: 0 } }, { wait_for: 'Verdict: Short' }]); // oxfmt-ignore
  // A text of the screen becomes an expectation.
  await click(page, 'run');
  await played(page, /^4 of 4 steps played$/);
  await page.getByText(/^Expect a text of the screen/).click();
  await page.getByTestId('pick').getByText('Lag putting · Putt 1 of 10').click();
  await page.locator('.cm-content').getByText('- expect: "Lag putting · Putt 1 of 10"').waitFor();
});

browserTest('[browser] a breakpoint of the panel pauses the run, which resumes', async (t) => {
  const { page, panel } = await opened(t, resolve('tapin'), { 'lag.yaml': LAG });
  await click(page, 'step');
  await panel.getByTestId('break-kind').selectOption('state');
  await panel.getByTestId('break-value').fill('set:resting');
  await panel.getByTestId('break-add').click();
  await panel.getByTestId('breakpoints').getByText('0 hits').waitFor();
  await click(page, 'run');
  await page.getByText(/^A breakpoint paused at 7\.\d+ s\. Resume continues\.$/).waitFor();
  await shows(panel, /^Verdict: Short/);
  await click(page, 'run');
  await played(page, /^6 of 6 steps played$/);
  t.pass();
});

browserTest(
  '[browser] the scenario turns red on a broken firmware, shows the moment, and turns green again',
  async (t) => {
    const copy = join(await temporaryFolder(t), 'tapin');
    mkdirSync(copy);
    for (const name of ['bin', 'cloud-stub', 'docs', 'firmware', 'fixtures', 'hal', 'package.json', 'sims', 'simulation', 'tapin', 'wire', 'sensor-board', 'tsconfig.json']) cpSync(name, join(copy, name), { recursive: true }); // oxfmt-ignore
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    const { page, panel } = await opened(t, join(copy, 'tapin'), { 'lag.yaml': LAG });
    await page.getByText('✓ Passes').waitFor();
    const source = join(copy, 'firmware/experiences/lag-putting.ts');
    const sound = readFileSync(source, 'utf8');
    t.true(sound.includes("name: 'Lag putting'"));
    writeFileSync(source, sound.replace("name: 'Lag putting'", "name: 'Log putting'"));
    await page.getByText('✗ Fails').waitFor();
    await page.getByTestId('verdict').getByText('no row starts with "Lag putting" (did you mean Log putting?)').first().waitFor(); // oxfmt-ignore
    await click(page, 'step');
    await page.getByText(/^This run: no row starts with "Lag putting"/).waitFor();
    await shows(panel, /^Log putting$/);
    writeFileSync(source, sound);
    await page.getByText('✓ Passes').waitFor();
  },
);
