// A putt on a slope in a real browser: the line is set with the arrow keys, then the pad strikes along it.

import { browserTest } from '../support/panel/browser-test.ts';
import { panelPage } from '../support/panel/panel-page.ts';
import { pull } from '../support/panel/pull.ts';

browserTest(
  '[browser] [C182] a golfer reads a slope, aims with the arrow keys, putts and sees the ideal line',
  async (t) => {
    const { page, line, focus, press, complaints } = await panelPage(t, { height: 720, workbench: false });
    const focused = page.getByTestId('text-lines').locator('li[aria-current=true]');
    const choose = async (row: RegExp): Promise<void> => {
      for (let text = await focused.textContent(); !row.test(String(text)); text = await focused.textContent()) {
        await press('ArrowDown');
        await focused.filter({ hasNotText: String(text) }).waitFor({ state: 'attached' });
      }
      await press('Enter');
    };
    await choose(/^Read the green$/);
    await focus('Start');
    await press('Enter');
    await line('Aim: at the hole');
    for (const aim of ['2 in', '4 in', '6 in']) {
      await press('ArrowRight');
      await line(`Aim: ${aim} right`);
    }
    await pull(page, 0.3);
    await line(/^Verdict: Read .*(low|high|right|left)/);
    await line(/^Ideal: \d+ in (left|right), \d\.\d mph$/);
    t.deepEqual(complaints, []);
  },
);
