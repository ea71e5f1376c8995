// A simulator address typed with four keys: only characters valid in addresses, digits first.

import test from 'ava';
import fc from 'fast-check';
import { pageOf, type ShownPage } from '../../../firmware/pages/render.ts';
import { persistedWith, viewAt } from '../../support/device/views.ts';
import {
  charsMaxOf,
  letterBeside,
  lettersOf,
  nameEntry,
  typedName,
  withCursorMoved,
  withLetterTurned,
  type Naming,
} from '../../../firmware/pages/settings/naming.ts';

const LETTERS = lettersOf('direct');

const lines = (view: ShownPage): readonly string[] => pageOf(view, 0).lines;
const drawn = (view: ShownPage): readonly string[] =>
  pageOf(view, 0).list.flatMap((item) => (item.kind === 'text' ? [item.text] : []));

const turned = (naming: Naming, by: 1 | -1, times: number): Naming =>
  Array.from({ length: times }).reduce<Naming>((now) => withLetterTurned(now, by), naming);

test('[naming] an address offers each valid character once, and a space that deletes one', (t) => {
  t.is([...LETTERS].sort().join(''), ' -.0123456789:abcdefghijklmnopqrstuvwxyz');
  t.deepEqual(lettersOf('connector'), LETTERS);
  t.false(lettersOf('player').includes(':'));
});

test('[naming] any digit or the colon is at most ten keys from a dot', (t) => {
  const at = nameEntry('direct', '.', null);
  for (const letter of '0123456789:') {
    const key_counts = Array.from({ length: 12 }, (_, times) => times).filter(
      (times) => turned(at, 1, times).letters[0] === letter,
    );
    t.true((key_counts[0] ?? 99) <= 11, letter);
  }
});

test('[naming] a new letter of an address is the digit 1, in either direction', (t) => {
  const end = withCursorMoved(nameEntry('connector', '10.0.0.', null), 1);
  t.is(typedName(withLetterTurned(end, 1)), '10.0.0.1');
  t.is(typedName(withLetterTurned(end, -1)), '10.0.0.1');
  t.is(letterBeside('connector', undefined, 1), '1');
  t.is(letterBeside('player', undefined, 1), 'A');
});

test('[naming] a letter changed to a space is removed from the address, at any position', (t) => {
  const typed = (text: string): string => typedName(nameEntry('direct', text, null));
  t.is(typed('10.0.0. '), '10.0.0.');
  t.is(typed(' 1 0.0.0.2'), '10.0.0.2');
  t.is(typed('   '), '');
  t.is(typedName(nameEntry('player', ' A b ', 1)), 'A b', 'a name keeps its spaces');
});

test('[naming] letters wrap round at both ends', (t) => {
  t.is(letterBeside('direct', LETTERS[0], -1), LETTERS.at(-1) ?? '');
  t.is(letterBeside('direct', LETTERS.at(-1), 1), LETTERS[0] ?? '');
  t.is(typedName(turned(nameEntry('direct', '5', null), 1, LETTERS.length)), '5');
});

test('[naming] an address has at most 32 characters, a name 16', (t) => {
  t.deepEqual(
    [charsMaxOf('direct'), charsMaxOf('connector'), charsMaxOf('player'), charsMaxOf('device')],
    [32, 32, 16, 16],
  );
  const full = nameEntry('direct', 'x'.repeat(40), null);
  t.is(full.letters.length, 32);
  t.is(withCursorMoved(full, 1).cursor, 31);
  t.is(nameEntry('direct', '', null).cursor, 0);
});

test('[naming] any keys on any address give valid characters and a cursor within it', (t) => {
  const key = fc.constantFrom('up', 'down', 'left', 'right', 'right');
  fc.assert(
    fc.property(fc.array(key, { maxLength: 200 }), fc.constantFrom('', '127.0.0.1', 'golf-pc:9210'), (keys, text) => {
      const end = keys.reduce(
        (now, each) => {
          if (each === 'left' || each === 'right') return withCursorMoved(now, each === 'left' ? -1 : 1);
          return withLetterTurned(now, each === 'up' ? -1 : 1);
        },
        nameEntry('direct', text, null),
      );
      return (
        end.letters.length <= 32 &&
        end.letters.every((letter) => LETTERS.includes(letter)) &&
        end.cursor >= 0 &&
        end.cursor <= Math.min(31, end.letters.length)
      );
    }),
    { seed: 7 },
  );
  t.pass();
});

test('[naming] a digit changed to a space is removed from a port, distance or address', (t) => {
  for (const kind of ['server_port', 'measured', 'server'] as const) {
    t.true(lettersOf(kind).includes(' '), kind);
    t.is(typedName(nameEntry(kind, '12 3 ', null)), '123');
  }
});

test('[naming] labels a field by its content, and names the key that deletes a letter', (t) => {
  const LABELS = [
    ['player', 'Ana', 'Name: Ana'],
    ['device', 'Mat', 'Name: Mat'],
    ['direct', 'golf-pc', 'Address: golf-pc'],
    ['connector', '10.0.0.2', 'Address: 10.0.0.2'],
    ['server', '10.0.0.2', 'Address: 10.0.0.2'],
    ['server_port', '8080', 'Port: 8080'],
    ['measured', '12.5', 'Distance: 12.5'],
  ] as const;
  for (const [of, text, line] of LABELS) {
    const page = of === 'measured' ? 'measuring' : 'naming';
    const naming = { ...nameEntry(of, text, null), cursor: 0 };
    const at = (letter: string) => {
      const letters = [letter, ...naming.letters.slice(1)];
      return viewAt(page, persistedWith(1, '', 'metric'), { navigation: { naming: { ...naming, letters } } });
    };
    t.true(lines(at(text[0] ?? '')).includes(line), line);
    const [first = '', second = ''] = lettersOf(of);
    const out = first === ' ' ? second : first;
    const texts = drawn(at(out));
    const is_name = of === 'player' || of === 'device';
    t.is(texts.includes('delete'), !is_name, `${of}: ${texts.join(' | ')}`);
    t.is(texts.includes('space'), is_name, of);
  }
});
