// A set in a real browser whose strikes come from the firmware of the sensor board.

import { browserTest } from '../support/panel/browser-test.ts';
import { panelPage } from '../support/panel/panel-page.ts';
import { pull } from '../support/panel/pull.ts';

browserTest('[browser] a set of Lag putting on the firmware of the sensor board', async (t) => {
  const { page, tapin, line, focus, press, complaints } = await panelPage(t, { board: 'avr', workbench: false });
  const focused = page.getByTestId('text-lines').locator('li[aria-current=true]');
  const goTo = async (row: RegExp): Promise<void> => {
    for (let text = await focused.textContent(); !row.test(String(text)); text = await focused.textContent()) {
      await press('ArrowDown');
      await focused.filter({ hasNotText: String(text) }).waitFor({ state: 'attached' });
    }
  };
  await goTo(/^Lag putting$/);
  await press('Enter');
  await focus('Start');
  await goTo(/^Putts: /);
  for (const putts of [9, 8, 7, 6, 5, 4, 3]) {
    await press('ArrowLeft');
    await focus(`Putts: ${putts}`);
  }
  await goTo(/^Start$/);
  await press('Enter');
  for (const putt of [1, 2, 3]) {
    await line(new RegExp(`Putt ${putt} of 3`));
    await pull(page, 0.3);
  }
  await focus('Again');
  const url = new URL('/api/devices', String(tapin.listening['panel']));
  const { searchParams } = new URL(String(tapin.listening['panel']));
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${searchParams.get('token')}` } });
  t.like(await answer.json(), [{ board: 'avr' }]);
  t.deepEqual(complaints, []);
});
