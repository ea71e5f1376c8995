// Tests of keys pressed while the display is dark.

import test from 'ava';
import { wakingKeys } from '../../../hal/keys/waking-keys.ts';

test('[keys] a press in the dark only wakes the display, and its release does nothing', (t) => {
  const heard: string[] = [];
  let dark = true;
  const wake = (): boolean => {
    const was = dark;
    dark = false;
    return was;
  };
  const keys = wakingKeys(
    {
      key: (name, action) => heard.push(`${name} ${action}`),
      tap: (name) => heard.push(`tap ${name}`),
      contact: (x, y) => heard.push(`contact ${x},${y}`),
    },
    wake,
  );
  keys.key('ok', 'press');
  keys.key('up', 'press');
  keys.key('ok', 'release');
  keys.key('ok', 'press');
  keys.key('ok', 'release');
  keys.key('up', 'release');
  t.deepEqual(heard, ['up press', 'ok press', 'ok release', 'up release']);
  heard.length = 0;
  dark = true;
  keys.tap('down');
  keys.tap('down');
  dark = true;
  keys.contact(0.1, 0.2);
  keys.contact(0.1, 0.2);
  t.deepEqual(heard, ['tap down', 'contact 0.1,0.2']);
});
