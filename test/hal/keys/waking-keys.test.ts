// Tests of keys pressed while the display is dark.

import test from 'ava';
import { wakingKeys } from '../../../hal/keys/waking-keys.ts';

test('[keys] a press in the dark only wakes the display, and its release does nothing', (t) => {
  const events: string[] = [];
  let dark = true;
  const wake = (): boolean => {
    const was = dark;
    dark = false;
    return was;
  };
  const keys = wakingKeys(
    {
      key: (name, action) => events.push(`${name} ${action}`),
      tap: (name) => events.push(`tap ${name}`),
      contact: (x, y) => events.push(`contact ${x},${y}`),
    },
    wake,
  );
  keys.key('ok', 'press');
  keys.key('up', 'press');
  keys.key('ok', 'release');
  keys.key('ok', 'press');
  keys.key('ok', 'release');
  keys.key('up', 'release');
  t.deepEqual(events, ['up press', 'ok press', 'ok release', 'up release']);
  events.length = 0;
  dark = true;
  keys.tap('down');
  keys.tap('down');
  dark = true;
  keys.contact(0.1, 0.2);
  keys.contact(0.1, 0.2);
  t.deepEqual(events, ['tap down', 'contact 0.1,0.2']);
});
