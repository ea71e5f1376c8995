// A name typed with four keys.

import test from 'ava';
import fc from 'fast-check';
import {
  lettersOf,
  nameEntry,
  typedName,
  withCursorMoved,
  withLetterTurned,
  type Naming,
} from '../../../../firmware/pages/settings/naming.ts';

const LETTERS = lettersOf('player');

type Move = 'up' | 'down' | 'left' | 'right';
const moved = (naming: Naming, ...moves: readonly Move[]): Naming =>
  moves.reduce((now, move) => {
    if (move === 'left' || move === 'right') return withCursorMoved(now, move === 'left' ? -1 : 1);
    return withLetterTurned(now, move === 'up' ? -1 : 1);
  }, naming);

test('[naming] starts at the last letter of the name', (t) => {
  t.is(nameEntry('player', 'Ana', 1).cursor, 2);
  t.is(nameEntry('player', '', 1).cursor, 0);
  t.is(nameEntry('player', 'x'.repeat(16), 1).cursor, 15);
  t.is(nameEntry('player', 'x'.repeat(20), 1).letters.length, 16);
});

test('[naming] down and up change the letter and wrap round', (t) => {
  const at = nameEntry('player', 'A', 1);
  t.is(typedName(moved(at, 'down')), 'B');
  t.is(typedName(moved(at, 'down', 'up')), 'A');
  t.is(moved(at, 'up').letters[0], ' ');
  t.is(moved(at, 'up', 'up').letters[0], LETTERS.at(-1));
  t.is(typedName(moved(at, ...LETTERS.map(() => 'down' as const))), 'A');
  t.is(new Set(LETTERS).size, LETTERS.length);
});

test('[naming] a new letter right of the last one starts with A, in either direction', (t) => {
  const at = nameEntry('player', 'Z', 1);
  t.is(typedName(moved(at, 'right', 'down')), 'ZA');
  t.is(typedName(moved(at, 'right', 'up')), 'ZA');
  t.is(moved(at, 'right', 'right', 'right').cursor, 1, 'at most one place beyond the end');
  t.is(typedName(moved(at, 'right', 'left')), 'Z');
  t.is(moved(at, 'left').cursor, 0);
});

test('[naming] at sixteen letters the cursor cannot move further right', (t) => {
  t.is(moved(nameEntry('player', 'x'.repeat(16), 1), 'right').cursor, 15);
  t.is(moved(nameEntry('player', 'x'.repeat(15), 1), 'right', 'right').cursor, 15);
});

test('[naming] any key sequence gives a name of at most 16 valid characters, with the cursor inside it', (t) => {
  const moves = fc.array(fc.constantFrom<Move>('up', 'down', 'left', 'right', 'right'), { maxLength: 300 });
  fc.assert(
    fc.property(moves, fc.string({ unit: 'grapheme', maxLength: 20 }), (keys, text) => {
      const start = nameEntry('player', text, 1);
      const end = moved(start, ...keys);
      return (
        end.letters.length <= 16 &&
        end.cursor >= 0 &&
        end.cursor <= Math.min(15, end.letters.length) &&
        end.letters.every((letter) => LETTERS.includes(letter) || start.letters.includes(letter)) &&
        typedName(end) === typedName(end).trim()
      );
    }),
  );
  t.pass();
});
