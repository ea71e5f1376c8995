// The front panel in a real browser: a set of Lag putting, played by keyboard, by pad and with exact numbers.

import { browserTest } from '../support/panel/browser-test.ts';
import { paste } from '../support/panel/paste.ts';
import { panelPage, type PanelPage } from '../support/panel/panel-page.ts';

/** Drags back from the ball on the strike pad, in pad units (260 wide), and releases. */
async function pull({ page, byTestId }: PanelPage, right: number, down: number): Promise<void> {
  await byTestId('pad').scrollIntoViewIfNeeded();
  const box = await byTestId('pad').boundingBox();
  if (!box) throw new Error('there is no pad');
  const [scale, x, y] = [box.width / 260, box.x + box.width / 2, box.y + box.height * 0.3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right * scale, y + down * scale, { steps: 4 });
  await page.mouse.up();
}

/** Starts a Lag putting set of three putts from the menu. */
async function startLag({ press, focus, line }: PanelPage): Promise<void> {
  await press('ArrowDown');
  await focus('Lag putting');
  await press('Enter', 'ArrowDown');
  await focus(/^Putts: 10$/);
  for (let putts = 9; putts >= 3; putts--) {
    await press('ArrowLeft');
    await focus(`Putts: ${putts}`);
  }
  await press('ArrowUp');
  await focus('Start');
  await press('Enter');
  await line('Lag putting · Putt 1 of 3');
}

browserTest(
  '[browser] plays a set of Lag putting by keys, pad and numbers, and shows result and trend after a reload',
  async (t) => {
    const panel = await panelPage(t);
    const { complaints, line, page, byTestId, press } = panel;
    await startLag(panel);
    await line(/^Target: \d+ ft$/);

    await pull(panel, 0, 60);
    await line(/^Verdict: /);
    t.regex((await byTestId('status').textContent()) ?? '', /Strike sent: \d+\.\d mph\./);
    await press('Enter'); // to the next station before the ball is at rest
    await line('Lag putting · Putt 2 of 3');

    await byTestId('strike-form').locator('[name=club_speed_mps]').fill('4.9');
    await byTestId('strike-submit').click();
    await line(/^Verdict: /);
    await press('Enter');
    await line('Lag putting · Putt 3 of 3');

    t.true(await byTestId('repeat-last').isEnabled());
    await byTestId('repeat-last').click();
    await line(/^Verdict: /);
    await line('Lag putting: result');
    const result = await panel.lines();
    t.true(
      result.some((text) => /^Player 1: \d points?$/.test(text)),
      result.join('\n'),
    );
    for (const figure of [/^Mean leave: \d/, /^Mean error: \d+ %$/, /^Short: \d+ %$/])
      t.true(
        result.some((text) => figure.test(text)),
        `${figure} in\n${result.join('\n')}`,
      );
    await press('Escape');
    await line('Start');

    await page.reload();
    await panel.focus('Start');
    await press('ArrowUp');
    await panel.focus('Trend');
    await press('Enter');
    await line('Lag putting: trend');
    const trend = await panel.lines();
    t.true(
      trend.some((text) => text.includes('Player 1')),
      trend.join('\n'),
    );
    const error =
      /^Mean error: (\d+ %)$/.exec(result.find((text) => text.startsWith('Mean error')) ?? '')?.[1] ?? 'none';
    t.true(trend.join('\n').includes(error), `${error} in\n${trend.join('\n')}`);
    t.deepEqual(complaints, []);
    t.is((await panel.tapin.end('SIGINT')).code, 0);
  },
);

browserTest('[browser] ignores a pull that is too short, goes forward or is cancelled', async (t) => {
  const panel = await panelPage(t);
  const { page, byTestId, press } = panel;
  await press('Enter', 'Enter');
  await panel.line('Player 1: 0 putts');
  await pull(panel, 0, 8);
  await pull(panel, 0, -60);
  const box = await byTestId('pad').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 50);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 150, { steps: 3 });
  t.regex((await byTestId('pad-numbers').textContent()) ?? '', /^\d\.\d mph\d+(\.\d)? ftface/);
  await press('Escape');
  t.regex((await byTestId('pad-numbers').textContent()) ?? '', /Drag back/);
  await page.mouse.up();
  await pull(panel, -10, 60); // this one counts: pulled to the left, the face is open
  await page.locator('.putter-swing').waitFor({ state: 'attached' });
  await panel.line('Player 1: 1 putt');
  await page.locator('.putter-swing').waitFor({ state: 'detached' });
  const lines = await panel.lines();
  t.true(
    lines.some((text) => /open/.test(text)),
    lines.join('\n'),
  );
  t.false(lines.includes('Note: The strike was not used'));
  t.deepEqual(panel.complaints, []);
});

browserTest('[browser] the text of the screen follows the device even if the browser stops painting', async (t) => {
  const panel = await panelPage(t);
  await panel.page.evaluate('window.requestAnimationFrame = () => 0');
  await panel.press('ArrowDown');
  await panel.focus('Lag putting');
  await panel.press('Enter');
  await panel.focus('Start');
  t.deepEqual(panel.complaints, []);
});

browserTest('[browser] rejects numbers out of range and names the range', async (t) => {
  const { complaints, page, byTestId } = await panelPage(t);
  await byTestId('strike-form').locator('[name=club_speed_mps]').fill('14');
  await byTestId('strike-submit').click();
  await page.getByRole('status').filter({ hasText: 'Club speed must be a number from 0.4 to 13.4 mph.' }).waitFor();
  await byTestId('strike-form').locator('[name=club_speed_mps]').fill('');
  await byTestId('strike-submit').click();
  await page.getByRole('status').filter({ hasText: 'Club speed must be' }).waitFor();
  t.deepEqual(
    complaints.filter((text) => !text.includes('400')),
    [],
  );
});

/** Texts that `<input type="number">` would turn into a different number. */
const FOREIGN = ['1.5m/s', '1..5', '1 5', '1e', '1,5,0'];

browserTest('[R154] rejects text that is not a number, names the field, and sends nothing', async (t) => {
  const { complaints, page, byTestId } = await panelPage(t);
  const speed = byTestId('strike-form').getByRole('spinbutton', { name: 'Club speed' });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  for (const text of FOREIGN) {
    await speed.fill('');
    await page.keyboard.type(text);
    t.is(await speed.inputValue(), text);
    t.is(await speed.getAttribute('aria-invalid'), 'true');
    await byTestId('strike-submit').click();
    await page
      .getByRole('status')
      .filter({ hasText: `Club speed: “${text}” is not a number.` })
      .waitFor();
  }
  t.deepEqual(sent, []);
  t.deepEqual(complaints, []);
});

browserTest('[C174] accepts a decimal comma in an exact number, and the arrow keys step it', async (t) => {
  const { complaints, page, byTestId, press } = await panelPage(t);
  const speed = byTestId('strike-form').getByRole('spinbutton', { name: 'Club speed' });
  for (const text of ['6,5', ' 6.5 ']) {
    await speed.fill('');
    await page.keyboard.insertText(text);
    await byTestId('strike-submit').click();
    await page.getByRole('status').filter({ hasText: 'Strike sent: 6.5 mph.' }).waitFor();
  }
  t.is(await speed.getAttribute('aria-valuenow'), '6.5');
  await speed.focus();
  await press('ArrowUp', 'ArrowUp', 'ArrowDown');
  t.is(await speed.inputValue(), '6.6');
  t.deepEqual(complaints, []);
});

browserTest('[C139] the pad, its numbers and the form use the units of the settings', async (t) => {
  const panel = await panelPage(t);
  const { focus, line, page, byTestId, press } = panel;
  const speed = byTestId('strike-form').locator('[name=club_speed_mps]');
  t.is(await speed.inputValue(), '3.4');
  await speed.fill('4.9');
  await press('Escape', 'ArrowUp', 'ArrowUp'); // leave the field
  await focus('Settings');
  await press('Enter', 'ArrowDown');
  await focus('Units: feet, mph');
  await press('ArrowRight');
  await focus('Units: metres, m/s');
  await byTestId('strike-form').getByText('m/s').waitFor();
  t.is(await speed.inputValue(), '1.5', 'a change of units discards the typed speed');
  await press('Escape', 'ArrowDown', 'ArrowDown');
  await startLag(panel);
  await line(/^Target: \d+\.\d m$/);
  t.regex((await byTestId('pad').textContent()) ?? '', /^(\d+(\.\d)? m){4}good: \d+(\.\d)? m$/);
  await byTestId('strike-submit').click();
  await page.getByRole('status').filter({ hasText: 'Strike sent: 1.50 m/s.' }).waitFor();
  await line('Club speed: 1.50 m/s');
  t.deepEqual(panel.complaints, []);
});

browserTest(
  '[browser] sends typed and pasted text to the device, unless a field of the page has the focus',
  async (t) => {
    const panel = await panelPage(t);
    const { focus, line, page, byTestId, press } = panel;
    await press('ArrowUp', 'ArrowUp');
    await focus('Settings');
    await press('Enter');
    await focus(/^Green speed/);
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await focus(/^Device name: /);
    await press('Enter');
    await line('Name: ');
    await page.keyboard.type("O'Hara 77");
    await line("Name: O'Hara 77");
    await press('Backspace', 'Backspace', 'Backspace');
    await line("Name: O'Hara");
    await paste(page, " O'Hara & Zoé\n");
    await line("Name: O'Hara & Zoé");
    await byTestId('strike-form').locator('[name=club_speed_mps]').fill('');
    await page.keyboard.type('1.8');
    await paste(page, '9');
    t.is(await byTestId('strike-form').locator('[name=club_speed_mps]').inputValue(), '1.8');
    await press('Escape', 'Control+b', 'Enter');
    await focus("Device name: O'Hara & Zoé");
    await page.waitForFunction(`document.title === "tapin — O'Hara & Zoé"`); // the title arrives separately from the screen
    t.deepEqual(panel.complaints, []);
  },
);

browserTest('[browser] blanks the screen of a powered-off device, and resumes when it is back', async (t) => {
  const { complaints, focus, lines, page, press, url } = await panelPage(t);
  const { origin, searchParams } = new URL(url);
  const switched = async (action: string): Promise<void> => {
    const { status } = await fetch(`${origin}/api/devices/0/power`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${searchParams.get('token')}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ action }),
    });
    t.is(status, 202);
  };
  await switched('off');
  await page.locator('.card-machines').getByText('The device is off.').waitFor();
  t.deepEqual(await lines(), []);
  const shines = await page.evaluate(`(() => {
    const canvas = document.querySelector('[data-testid=screen]');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.some((byte, at) => at % 4 !== 3 && byte !== 0);
  })()`);
  t.false(shines);
  await press('ArrowDown', 'Enter');
  await switched('on');
  await focus('Metrics only');
  await press('ArrowDown');
  await focus('Lag putting');
  t.deepEqual(complaints, []);
});
