// Contacts on the page that belong to the same finger.

import test from 'ava';
import { createSameFinger, type Contact } from '../../../../../sims/panel/page/device/same-finger.ts';

const contact = (timeStamp: number, clientX = 100, clientY = 200, pointerId = timeStamp): Contact => ({
  pointerId,
  clientX,
  clientY,
  timeStamp,
});

const again = (gap_ms: number, x = 100, y = 200): boolean => {
  const fingers = createSameFinger();
  fingers.down(contact(0));
  fingers.up(contact(80));
  return fingers.down(contact(80 + gap_ms, x, y));
};

test('[panel] treats a contact within 60 ms of a lift and close to it as the same finger', (t) => {
  t.false(createSameFinger().down(contact(0)));
  for (const gap_ms of [0, 40, 60]) t.true(again(gap_ms), `${gap_ms} ms`);
  for (const gap_ms of [61, 500]) t.false(again(gap_ms), `${gap_ms} ms`);
  t.true(again(40, 124, 176));
  for (const [x, y] of [[125, 200], [75, 200], [100, 225], [100, 175]] as const) t.false(again(40, x, y)); // oxfmt-ignore
});

test('[panel] reports the lift of a returned finger, and recognises it when it is lost again', (t) => {
  const fingers = createSameFinger();
  t.false(fingers.down(contact(0, 100, 200, 1)));
  t.false(fingers.up(contact(50, 100, 200, 1)));
  t.true(fingers.down(contact(90, 100, 200, 2)));
  t.true(fingers.up(contact(120, 110, 200, 2)));
  t.true(fingers.down(contact(160, 120, 200, 3)));
  t.true(fingers.up(contact(200, 120, 200, 3)));
  t.false(fingers.down(contact(300, 120, 200, 4)));
  t.false(fingers.up(contact(400, 120, 200, 4)));
});

test('[panel] treats a second finger elsewhere as a new touch', (t) => {
  const fingers = createSameFinger();
  fingers.down(contact(0, 100, 200, 1));
  fingers.down(contact(10, 300, 200, 2));
  fingers.up(contact(50, 100, 200, 1));
  fingers.up(contact(55, 300, 200, 2));
  t.true(fingers.down(contact(80, 100, 200, 3)), 'the first finger has returned');
  t.false(fingers.down(contact(80, 200, 200, 4)));
});
