// Tests of the touch screen contract (hal/keys/touchscreen.ts), on the virtual one, which real panels also feed.

import test from 'ava';
import { createVirtualKeys } from '../../../hal/keys/keys-virtual.ts';
import { assertDefined } from '../../../wire/errors.ts';

const UPRIGHT = [480, 0, 0, 0, 320, 0] as const;

function panelled() {
  const keys = createVirtualKeys(true);
  const touches: string[] = [];
  keys.start({ key: () => {}, text: () => {}, touch: (x, y) => void touches.push(`${x},${y}`) });
  return { panel: assertDefined(keys.touchscreen, 'touch screen'), touches };
}

test('[keys] has a touch screen only on request', (t) => t.is(createVirtualKeys().touchscreen, null));

test('[keys] reports the picture placement immediately and on each change, until unsubscribed', (t) => {
  const { panel } = panelled();
  const placements: unknown[] = [];
  const end = panel.onPlace((place) => void placements.push(place));
  panel.place(UPRIGHT);
  panel.place([480, 0, 0, 0, 320, 0]);
  panel.place(null);
  end();
  panel.place(UPRIGHT);
  t.deepEqual(placements, [null, UPRIGHT, null]);
});

test('[keys] maps a contact with the user’s calibration; default: the calibration in the board file', (t) => {
  const { panel, touches } = panelled();
  panel.contact(0.25, 0.25);
  t.deepEqual(touches, [], 'no touch without a display');
  panel.place(UPRIGHT);
  panel.contact(0.25, 0.5);
  panel.place(UPRIGHT, [-1, 0, 1, 0, 1, 0]);
  panel.contact(0.25, 0.5);
  panel.calibrate([1, 0, 0, 0, -1, 1]);
  panel.contact(0.25, 0.25);
  panel.calibrate(null);
  panel.contact(0.25, 0.25);
  t.deepEqual(touches, ['120,160', '360,160', '120,240', '360,80']);
});

test('[keys] ignores a contact outside the picture', (t) => {
  const { panel, touches } = panelled();
  panel.place(UPRIGHT);
  for (const [x, y] of [
    [-0.001, 0.5],
    [1, 0.5],
    [0.5, -0.001],
    [0.5, 1],
  ] as const)
    panel.contact(x, y);
  t.deepEqual(touches, []);
  panel.contact(0, 0);
  panel.contact(0.9999, 0.9999);
  t.deepEqual(touches, ['0,0', '479,319']);
});

test('[keys] delivers raw contacts instead of touches while a contact listener is set', (t) => {
  const { panel, touches } = panelled();
  const contacts: unknown[] = [];
  panel.place(UPRIGHT);
  panel.calibrate([-1, 0, 1, 0, 1, 0]);
  const end = panel.onContact((...contact) => void contacts.push(contact));
  panel.contact(0.25, 0.5);
  panel.contact(1.01, -0.01);
  end();
  panel.contact(0.25, 0.5);
  t.deepEqual(contacts, [[0.25, 0.5], [1.01, -0.01]]); // oxfmt-ignore
  t.deepEqual(touches, ['360,160']);
});

test('[keys] calls a listener added during a contact from the next contact on', (t) => {
  const { panel } = panelled();
  const contacts: number[] = [];
  const listen = (): void => {
    const end = panel.onContact((x) => {
      contacts.push(x);
      end();
      if (contacts.length < 5) listen();
    });
  };
  listen();
  panel.contact(0.25, 0.5);
  panel.contact(0.5, 0.5);
  t.deepEqual(contacts, [0.25, 0.5]);
});
