// Tests of the medium model: pending changes, durable state, and the effect of a power cut.

import test from 'ava';
import { createMedium, type Medium, type PowerCut } from '../../../hal/flash/medium.ts';
import { bytes } from './flash-conformance.ts';

/**
 * Creates a medium with a durable file `old`, an unsynced overwrite and three unsynced name changes, then cuts the
 * power.
 */
function interrupted(cut: PowerCut): Medium {
  const medium = createMedium();
  medium.put('old', bytes(1, 1));
  medium.put('over', bytes(2, 2));
  medium.write('over', bytes(3, 3, 3, 3));
  medium.write('new', bytes(4, 4, 4, 4))();
  medium.remove('old');
  medium.rename('new', 'renamed');
  medium.cut(cut);
  return medium;
}

const filesOf = (medium: Medium): Record<string, Uint8Array | null> =>
  Object.fromEntries(medium.names().map((name) => [name, medium.bytes(name)]));

test('[flash] a cut tears unsynced bytes only', (t) => {
  for (const [torn, left] of [
    [0, 0],
    [0.5, 2],
    [1, 4],
  ] as const) {
    const medium = interrupted({ torn, folder: 'kept' });
    t.deepEqual(filesOf(medium), { over: new Uint8Array(left).fill(3), renamed: bytes(4, 4, 4, 4) });
  }
});

test('[flash] a cut keeps or loses unsynced name changes, or keeps only the last', (t) => {
  const whole = { over: bytes(3, 3, 3, 3) };
  t.deepEqual(filesOf(interrupted({ torn: 1, folder: 'lost' })), { old: bytes(1, 1), ...whole });
  t.deepEqual(filesOf(interrupted({ torn: 1, folder: 'last' })), {
    old: bytes(1, 1),
    renamed: bytes(4, 4, 4, 4),
    ...whole,
  });
});

test('[flash] synced names survive any cut, with torn bytes if those were not synced', (t) => {
  const medium = createMedium();
  medium.write('a', bytes(1, 2));
  t.true(medium.rename('a', 'b'));
  medium.syncNames();
  medium.cut({ torn: 0.5, folder: 'lost' });
  t.deepEqual(filesOf(medium), { b: bytes(1) });
  medium.cut({ torn: 0, folder: 'lost' });
  t.deepEqual(filesOf(medium), { b: bytes(1) }, 'data that survived one cut is durable');
});

test('[flash] a cut keeps the first part of an overwrite in place that was not synced', (t) => {
  for (const [torn, left] of [
    [0, bytes(1, 2, 3, 4)],
    [0.5, bytes(1, 9, 3, 4)],
    [1, bytes(1, 9, 3, 8)],
  ] as const) {
    const medium = createMedium();
    medium.put('a', bytes(1, 2, 3, 4));
    medium.overwrite('a', [{ at: 1, bytes: bytes(9) }]);
    medium.overwrite('a', [{ at: 3, bytes: bytes(8) }]);
    medium.cut({ torn, folder: 'lost' });
    t.deepEqual(medium.bytes('a'), left);
  }
  const medium = createMedium();
  t.is(medium.overwrite('a', []), null);
  medium.put('a', bytes(1));
  medium.overwrite('a', [{ at: 0, bytes: bytes(2) }])?.();
  medium.cut({ torn: 0, folder: 'lost' });
  t.deepEqual(medium.bytes('a'), bytes(2), 'a synced overwrite stays');
});

test('[flash] changes nothing when renaming a missing file', (t) => {
  const medium = createMedium();
  medium.put('b', bytes(1));
  t.false(medium.rename('a', 'b'));
  t.deepEqual(filesOf(medium), { b: bytes(1) });
});
