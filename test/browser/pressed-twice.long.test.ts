// Double clicks on the button of every cloud form in a real browser, on fast to slow networks.

import { browserTest } from '../support/panel/browser-test.ts';
import { pressFormsTwice } from '../support/store/press-forms-twice.ts';

for (const latency_ms of [0, 40, 250])
  browserTest(`[R151] processes each form once if its button is pressed twice, at a latency of ${latency_ms} ms`, (t) =>
    pressFormsTwice(t, latency_ms),
  );
