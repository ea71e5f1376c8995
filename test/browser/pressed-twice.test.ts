// Double clicks on the button of every cloud form in a real browser.

import { browserTest } from '../support/panel/browser-test.ts';
import { pressFormsTwice } from '../support/store/press-forms-twice.ts';

browserTest('[R151] processes each form once if its button is pressed twice, at a latency of 40 ms', (t) =>
  pressFormsTwice(t, 40),
);
