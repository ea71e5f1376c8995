// The front panel of several devices in a real browser: all live at the same time, one selected.

import type { Locator, Page } from 'playwright-core';
import { tapKey } from '../support/panel/tap-key.ts';
import { browserTest, workbenchPage } from '../support/panel/browser-test.ts';
import { panelFixtures, type PanelFixtures } from '../support/panel/panel-fixtures.ts';
import { devicePicture, differenceFromPixels, EDGES, showsPicture } from '../support/panel/pictures.ts';
import { severalPage, shownLine, type SeveralPage } from '../support/panel/several-page.ts';

const focusOf = ({ fixtures }: PanelFixtures): (string | undefined)[] =>
  fixtures.map((fixture) => fixture.lines().find((text) => text.startsWith('> ')));

/** Returns for each device which screens of the page show exactly its picture. */
const alike = (page: Page, devices: number): Promise<number[][]> =>
  Promise.all(
    Array.from({ length: devices }, async (_, device) => {
      const picture = await devicePicture(page, device);
      const shown = await Promise.all(Array.from({ length: devices }, (_each, at) => showsPicture(page, picture, at)));
      return [...shown.keys()].filter((at) => shown[at]);
    }),
  );

/** Drags straight back on the pad of a device, in pad units. */
async function pull({ page }: SeveralPage, pad: Locator, down = 60): Promise<void> {
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('there is no pad');
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + (down * box.width) / 260, { steps: 4 });
  await page.mouse.up();
}

const status = (page: Page, text: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

const textOf = async (page: Page, test_id: string): Promise<string> =>
  (await page.getByTestId(test_id).textContent()) ?? '';

browserTest('[browser] draws and updates the screens of all four devices', async (t) => {
  const several = await severalPage(t, 4);
  const { complaints, fixtures, focus, page, selected } = several;
  await selected(1);
  // Each device moves to a different row while the first is selected.
  for (const [index, fixture] of fixtures.entries())
    await fixture.press(...Array.from({ length: index + 1 }, () => 'down' as const));
  const rows = focusOf(several);
  t.is(new Set(rows).size, 4);
  for (const [index, row = ''] of rows.entries()) await focus(index + 1, row.slice(2));
  t.deepEqual(await alike(page, 4), [[0], [1], [2], [3]]);
  for (const device of [0, 1, 2, 3]) t.true((await differenceFromPixels(page, device)) < EDGES, `device ${device}`);
  t.deepEqual(complaints, []);
});

browserTest('[browser] keys of the keyboard go to the selected device only', async (t) => {
  const received: string[][] = [[], [], [], []];
  const several = await severalPage(t, 4, {
    dress: (fixture, index) => ({
      ...fixture,
      keys: {
        ...fixture.keys,
        key(key, action) {
          received[index]?.push(`${key} ${action}`);
          fixture.keys.key(key, action);
        },
      },
    }),
  });
  const { device, focus, page, selected } = several;
  await tapKey(page, 'ArrowDown');
  await focus(1, 'Lag putting');
  await device(3).getByTestId('pick').click();
  await selected(3);
  await tapKey(page, 'ArrowDown');
  await focus(3, 'Lag putting');
  t.deepEqual(focusOf(several), ['> Lag putting', '> Metrics only', '> Lag putting', '> Metrics only']);
  // A key held during a change of selection is released on the device where it was pressed.
  await page.keyboard.down('ArrowDown');
  await focus(3, 'Close-in putting');
  await page.keyboard.press('Alt+4');
  await selected(4);
  await page.keyboard.up('ArrowDown');
  await tapKey(page, 'ArrowUp');
  await focus(4, 'Status');
  await page.keyboard.press('Alt+3');
  await tapKey(page, 'ArrowUp');
  await focus(3, 'Lag putting');
  const down = ['down press', 'down release'];
  t.deepEqual(received[0], down);
  t.deepEqual(received[1], []);
  t.deepEqual(received[2]?.slice(0, 5), [...down, ...down, 'up press']);
  t.deepEqual(received[3]?.slice(0, 1), ['up press']);
});

browserTest('[browser] selects a device by key, click, touch and focus, and announces it', async (t) => {
  const several = await severalPage(t, 3, { touch: true, query: '&device=1' });
  const { complaints, device, focus, page, selected } = several;
  await selected(2);
  for (const number of [3, 1, 2]) {
    await page.keyboard.press(`Alt+${number}`);
    await selected(number);
  }
  await page.keyboard.press('Alt+4'); // no fourth device
  await selected(2);
  await page.locator('[name=club_speed_mps]').focus();
  await page.keyboard.press('Alt+3'); // works in a field too, which keeps the focus
  await selected(3);
  t.is(await page.evaluate<string>('document.activeElement.name'), 'club_speed_mps');
  t.is(await page.locator('[name=club_speed_mps]').inputValue(), '3.4');
  t.regex(await textOf(page, 'selected-said'), /^Device 3 selected: TP-[0-9A-F]{12}, alone$/);
  t.is(await page.getByTestId('selected-said').getAttribute('aria-live'), 'polite');
  const live = page.getByTestId('said');
  t.deepEqual(await live.evaluateAll((all) => all.map((one) => one.getAttribute('aria-live'))), [
    'off',
    'off',
    'polite',
  ]);
  // The page sets its title after it is painted.
  const title = `tapin — ${several.fixtures[2]?.device.name()}`;
  await page.waitForFunction(`document.title === ${JSON.stringify(title)}`);
  t.is(new URL(page.url()).searchParams.get('device'), '2');

  await device(1)
    .getByTestId('screen')
    .click({ position: { x: 200, y: 12 } });
  await selected(1);
  await device(2).getByTestId('key-down').tap();
  await selected(2);
  await focus(2, 'Lag putting');
  await device(3).getByTestId('role').tap();
  await selected(3);
  await device(1).getByTestId('key-left').hover();
  await page.mouse.down(); // the press selects, not the release
  await selected(1);
  await page.mouse.up();
  await device(3).getByTestId('key-ok').focus();
  await selected(3);
  // Selecting another device blurs a focused control of the old one, which would get the keys.
  await page.keyboard.press('Alt+2');
  await selected(2);
  await tapKey(page, 'ArrowDown');
  await focus(2, 'Close-in putting');
  t.deepEqual(focusOf(several).slice(0, 1), ['> Metrics only']);
  await page.reload();
  await selected(2);
  t.deepEqual(complaints, []);
});

browserTest('[browser] shows the cards of the selected device', async (t) => {
  const several = await severalPage(t, 3);
  const { complaints, fixtures, focus, page, selected } = several;
  const link = (state: string): Promise<void> =>
    page
      .getByTestId('link-state')
      .filter({ hasText: new RegExp(`^${state}`) })
      .waitFor();
  await link('ready');
  await page.keyboard.press('Alt+3');
  await selected(3);
  await page.getByTestId('plug').click();
  await status(page, 'Sensor unplugged.');
  await link('lost');
  t.deepEqual(
    fixtures.map(({ rig }) => rig?.plugged()),
    [true, true, false],
  );
  await fixtures[0]?.press('ok');
  await focus(1, 'Start');
  await page.keyboard.press('Alt+1');
  await link('ready');
  t.is(await page.locator('.state-changed').count(), 0, 'changes before the selection are not marked');
  await page.locator('[name=club_speed_mps]').fill('2.2');
  await page.keyboard.press('Alt+2'); // the form values persist across devices: the same putt again
  await page.keyboard.press('Enter');
  await status(page, 'Strike sent: 2.2 mph.');
  await page.keyboard.press('Alt+1');
  await page.getByTestId('show-text').click();
  await page.locator('.side').getByTestId('text-lines').getByText('Start').waitFor();
  t.is(await page.getByTestId('text-lines').count(), 3);
  await page.getByTestId('show-text').click();
  await focus(1, 'Start');
  await selected(1);
  await status(page, 'Connected.');
  t.deepEqual(complaints, []);
});

browserTest('[browser] shows the log of another device from its end', async (t) => {
  const { fixtures, line, page, selected } = await severalPage(t, 2);
  const left =
    "(() => { const log = document.querySelector('[data-testid=log]');" +
    ' return log.scrollHeight - log.scrollTop - log.clientHeight; })()';
  for (const fixture of fixtures) {
    for (let times = 0; times < 12; times++) await fixture.press('ok', 'back');
    await fixture.press('ok', 'ok');
  }
  for (const number of [1, 2]) await line(number, 'Player 1: 0 putts');
  await page.waitForFunction(`${left} < 2`);
  await page.evaluate("document.querySelector('[data-testid=log]').scrollTop = 0");
  await page.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))');
  t.true((await page.evaluate<number>(left)) > 100);
  await page.keyboard.press('Alt+2');
  await selected(2);
  t.true((await page.evaluate<number>(left)) < 2);
});

browserTest('[browser] a strike on the pad of a device reaches that device only', async (t) => {
  const several = await severalPage(t, 4);
  const { complaints, fixtures, device, line, page, selected } = several;
  for (const fixture of fixtures) await fixture.press('ok', 'ok');
  for (const number of [1, 2, 3, 4]) await line(number, 'Player 1: 0 putts');
  t.is(await page.getByTestId('pad').count(), 4);
  await pull(several, device(2).getByTestId('pad'));
  await selected(2);
  await status(page, 'Strike sent: ');
  await several.advance(12_000);
  await line(2, 'Player 1: 1 putt');
  t.deepEqual(
    fixtures.map((fixture) =>
      fixture
        .lines()
        .find((text) => text.includes('Player 1'))
        ?.replace('> ', ''),
    ),
    ['Player 1: 0 putts', 'Player 1: 1 putt', 'Player 1: 0 putts', 'Player 1: 0 putts'],
  );
  t.deepEqual(complaints, []);
});

browserTest('[browser] plays the sounds of the selected device only', async (t) => {
  const several = await severalPage(t, 3, {
    prepare: (page) =>
      page.addInitScript(`globalThis.notes = 0;
        globalThis.AudioContext = class extends AudioContext { constructor() { super(); globalThis.audio = this; } };
        globalThis.OscillatorNode = class extends OscillatorNode { start(at) { notes++; super.start(at); } };`),
  });
  const { fixtures, focus, page, selected } = several;
  const notes = (): Promise<number> => page.evaluate<number>('notes');
  const note_counts: (readonly [number, number])[] = [];
  // Browsers require a user gesture before audio, and then take a while to start it.
  await tapKey(page, 'ArrowUp');
  await focus(1, 'Status');
  await page.waitForFunction("globalThis.audio.state === 'running'");
  for (const number of [1, 3]) {
    await page.keyboard.press(`Alt+${number}`);
    await selected(number);
    for (const [index, fixture] of fixtures.entries()) {
      const before = await notes();
      const played = fixture.speaker.played().length;
      await fixture.press('down');
      t.is(fixture.speaker.played().length, played + 1, 'the speaker of the device plays');
      await focus(index + 1, (focusOf(several)[index] ?? '').slice(2));
      note_counts.push([number, (await notes()) - before]);
    }
  }
  t.deepEqual(note_counts, [
    [1, 1],
    [1, 0],
    [1, 0],
    [3, 0],
    [3, 0],
    [3, 1],
  ]);
});

browserTest('[browser] a lost socket of one device leaves the others connected, and is restored', async (t) => {
  let cut = async (): Promise<void> => {};
  const several = await severalPage(t, 3, {
    prepare: (page) =>
      page.routeWebSocket(/&device=1$/, (socket) => {
        const server = socket.connectToServer();
        cut = async () => {
          await socket.close();
          await server.close();
        };
      }),
  });
  const { fixtures, device, focus, page } = several;
  const lost = (number: number): Locator => device(number).getByTestId('tile-lost');
  await cut();
  await lost(2).waitFor();
  t.is(await device(2).getByTestId('screen').getAttribute('data-live'), 'false');
  await status(page, 'Connected.'); // status of the selected device
  t.is(await page.getByTestId('tile-lost').count(), 1);
  for (const fixture of fixtures) await fixture.press('down');
  await focus(1, 'Lag putting');
  await focus(3, 'Lag putting');
  await tapKey(page, 'ArrowDown');
  await focus(1, 'Close-in putting');
  // The connection reopens by itself and catches up.
  await focus(2, 'Lag putting');
  await lost(2).waitFor({ state: 'detached' });
  // The second and the third are on the same row.
  t.deepEqual(await alike(page, 3), [[0], [1, 2], [1, 2]]);
});

browserTest('[browser] shows the current name and role on each device, as plain text', async (t) => {
  const roles = ['off', 'host', 'guest'];
  const name = '<img src=x onerror="document.title=1">';
  const several = await severalPage(t, 3, {
    dress: (fixture, index) => ({
      ...fixture,
      device: {
        ...fixture.device,
        role: () => roles[index] ?? '',
        name: () => (index === 2 ? name : `Putter ${index}`),
      },
    }),
  });
  const { complaints, fixtures, device, page } = several;
  const role = (number: number, text: string): Promise<void> =>
    device(number)
      .getByTestId('role')
      .filter({ hasText: new RegExp(`^${text}$`) })
      .waitFor();
  await role(1, 'alone');
  await role(2, 'host');
  await role(3, 'guest');
  t.deepEqual(await page.locator('.pick-name').allTextContents(), ['Putter 0', 'Putter 1', name]);
  await page.getByRole('region', { name: 'Device 2: Putter 1' }).waitFor();
  roles[0] = 'guest';
  await fixtures[0]?.press('down'); // any change of the name updates the device state
  await role(1, 'guest');
  await role(2, 'host');
  await page.keyboard.press('Alt+3');
  await several.selected(3);
  t.is(await page.locator('main img, header img').count(), 0);
  t.is(await page.locator('.bar-name').textContent(), name);
  t.deepEqual(complaints, []);
});

for (const [width, height, least] of [
  [1280, 800, 0.6],
  [1440, 800, 0.6],
  [1920, 1080, 1],
  [390, 844, 0.6],
] as const)
  browserTest(`[browser] at ${width} × ${height} every device is whole and legible`, async (t) => {
    for (const count of [2, 3, 4]) {
      const { device, page } = await severalPage(t, count, { width, height });
      t.true((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
      for (let number = 1; number <= count; number++) {
        const tile = await device(number).boundingBox();
        const screen = await device(number).getByTestId('screen').boundingBox();
        if (!tile || !screen) return void t.fail('device not visible');
        t.true(screen.width >= least * 480, `${count}: screen of ${number} is ${screen.width} wide`);
        t.true(Math.abs(screen.width / screen.height - 1.5) < 0.02);
        if (width > 400)
          t.true(tile.y + tile.height <= height, `${count}: device ${number} ends at ${tile.y + tile.height}`);
        for (const id of ['screen', 'pick', 'role', 'led-4', 'key-up', 'key-left', 'key-back', 'pad']) {
          const box = await device(number).getByTestId(id).boundingBox();
          const inside =
            box !== null &&
            box.x >= tile.x &&
            box.y >= tile.y &&
            box.x + box.width <= tile.x + tile.width &&
            box.y + box.height <= tile.y + tile.height;
          t.true(inside, `${count}: ${id} of ${number} ${JSON.stringify(box)}`);
        }
      }
    }
  });

browserTest('[browser] a page of one device has no controls for several', async (t) => {
  const { panel } = await panelFixtures(t, 1);
  const page = await workbenchPage();
  t.teardown(() => page.close());
  for (const query of ['', '&device=0']) {
    await page.goto(`${panel.url}${query}`);
    await shownLine(page.locator('main'), 'li[aria-current=true]', 'Metrics only');
    await page.keyboard.press('Alt+2');
    for (const part of ['.tile', '.side-head', '[data-testid=pick]', '[data-testid=selected-said]'])
      t.is(await page.locator(part).count(), 0, part);
    for (const selector of ['screen', 'pad', 'key-ok', 'mute', 'said', 'text-lines', 'strike-form', 'log'])
      t.is(await page.getByTestId(selector).count(), 1, selector);
    t.is(page.url(), `${panel.url}${query}`);
  }
});
