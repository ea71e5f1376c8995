// Tests of the contract of keys and touch (hal/keys/keys.ts): presses of one key never nest.

import fc from 'fast-check';
import test from 'ava';
import { createVirtualKeys, type VirtualKeys } from '../../../hal/keys/keys-virtual.ts';
import { KEYS } from '../../../hal/keys/keys.ts';

function eventsOf(keys: VirtualKeys): string[] {
  const events: string[] = [];
  keys.start({
    key: (key, action) => events.push(`${key} ${action}`),
    touch: (x, y) => events.push(`${x},${y}`),
    text: (text) => events.push(`text ${text}`),
  });
  return events;
}

test('[keys] has six keys', (t) => t.deepEqual([...KEYS], ['up', 'down', 'left', 'right', 'ok', 'back']));

test('[keys] delivers a press, a release, a tap, a touch and a text', (t) => {
  const keys = createVirtualKeys();
  const events = eventsOf(keys);
  keys.key('up', 'press');
  keys.key('up', 'release');
  keys.tap('ok');
  keys.touch(3, 4);
  keys.text('Ana');
  t.deepEqual(events, ['up press', 'up release', 'ok press', 'ok release', '3,4', 'text Ana']);
});

test('[keys] ignores a second press or release and keeps keys independent', (t) => {
  const keys = createVirtualKeys();
  const events = eventsOf(keys);
  keys.key('up', 'release');
  keys.key('up', 'press');
  keys.key('up', 'press');
  keys.key('down', 'press');
  keys.key('up', 'release');
  keys.key('up', 'release');
  t.deepEqual(events, ['up press', 'down press', 'up release']);
});

test('[keys] releases a held key before tapping it', (t) => {
  const keys = createVirtualKeys();
  const events = eventsOf(keys);
  keys.key('ok', 'press');
  keys.tap('ok');
  t.deepEqual(events, ['ok press', 'ok release', 'ok press', 'ok release']);
});

test('[keys] alternates press and release for each key, starting with a press', (t) => {
  const action = fc.record({ key: fc.constantFrom(...KEYS), what: fc.constantFrom('press', 'release', 'tap') });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const keys = createVirtualKeys();
      const events = eventsOf(keys);
      for (const { key, what } of actions) {
        if (what === 'tap') keys.tap(key);
        else keys.key(key, what);
      }
      for (const key of KEYS) {
        const own = events.filter((line) => line.startsWith(`${key} `));
        t.deepEqual(
          own,
          own.map((_, i) => `${key} ${i % 2 === 0 ? 'press' : 'release'}`),
        );
      }
    }),
  );
});

test('[keys] calls no listener before start or after stop', (t) => {
  const keys = createVirtualKeys();
  t.notThrows(() => (keys.tap('ok'), keys.touch(1, 1)));
  const events = eventsOf(keys);
  keys.stop();
  keys.tap('ok');
  keys.touch(1, 1);
  t.deepEqual(events, []);
});
