// Seats of a round: guests join before the first putt, sit out while they are away or detached, and lose their seats
// only by leaving.

import test from 'ava';
import { seatsFor, withRoster } from '../../../../firmware/experiences/course/roster.ts';
import { newRound, withEnd, type CourseState } from '../../../../firmware/experiences/course/round.ts';
import { after, guest, IN, putted, rosterOf, sharedPlay, shortBy } from '../../../support/device/course.ts';

const bo = guest('Brisk Otter', ['B']);
const two = guest('Calm Tiger', ['C', 'D']);
const names = ({ round }: CourseState): string => round.ro.map(({ n, d }) => `${n}@${d}`).join(' ');

test('[R87] the host has the first seats and no label; guest seats carry their guest’s label', (t) => {
  t.deepEqual(seatsFor(rosterOf([bo, two], [])), [
    { n: 'A', d: '', c: 0, h: 18 },
    { n: 'B', d: 'Brisk Otter', c: 1, h: 9 },
    { n: 'C', d: 'Calm Tiger', c: 2, h: 9 },
    { n: 'D', d: 'Calm Tiger', c: 3, h: 9 },
  ]);
});

test('[R82] at most four seats; a device whose players do not all fit gets none', (t) => {
  const three = ['A', 'X', 'Y'];
  t.deepEqual(
    seatsFor(rosterOf([two, bo], [], three)).map(({ n }) => n),
    ['A', 'X', 'Y', 'B'],
  );
  t.is(seatsFor(rosterOf([two], [], [...three, 'Z'])).length, 4);
});

test('[R80] a guest that joins before the first putt gets a seat, a later one gets none', (t) => {
  const lobby = newRound({ game: 'stroke', id: 7, seats: [{ n: 'A', d: '', c: 0, h: 18 }], ho: [10, 20] });
  const joined = withRoster(lobby, rosterOf([bo]));
  t.is(names(joined), 'A@ B@Brisk Otter');
  t.deepEqual(joined.round.sc, [
    [0, 0],
    [0, 0],
  ]);
  t.deepEqual(
    [joined.round.rem, joined.round.hd, joined.round.td, joined.round.ord],
    [
      [10, 10],
      [0, 0],
      [0, 0],
      [0, 1],
    ],
  );
  const play = sharedPlay([bo]);
  t.is(names(withRoster(play, rosterOf([bo, two]))), 'A@ B@Brisk Otter C@Calm Tiger D@Calm Tiger');
  const started = putted(play, shortBy(5));
  t.is(withRoster(started, rosterOf([bo, two])), started, 'same object returned');
});

test('[R80] before the first putt a device that changes its players changes its seats', (t) => {
  const changed = withRoster(sharedPlay([bo]), rosterOf([guest('Brisk Otter', ['B', 'E'])]));
  t.is(names(changed), 'A@ B@Brisk Otter E@Brisk Otter');
  t.is(names(withRoster(changed, rosterOf([guest('Brisk Otter', ['E'])]))), 'A@ E@Brisk Otter');
});

test('[R69] only seats of detached and silent devices sit out', (t) => {
  const started = putted(sharedPlay([bo, two]), shortBy(5));
  t.deepEqual(started.round.td, [0, 0, 0, 0]);
  const detached = withRoster(started, rosterOf([guest('Brisk Otter', ['B'], false), two]));
  t.deepEqual(detached.round.td, [0, 1, 0, 0]);
  t.is(detached.round.turn, 2, 'turn passes to the next seat');
  const silent = withRoster(started, rosterOf([bo], ['Calm Tiger']));
  t.deepEqual(silent.round.td, [0, 0, 1, 1]);
  t.is(silent.round.n, 4, 'silent devices keep their seats');
  t.is(silent.round.note, null);
  const back = withRoster(silent, rosterOf([bo, two]));
  t.deepEqual(back, started, 'unchanged');
});

test('[R69] without a silent list from the relay, a missing device sits out but keeps its seats', (t) => {
  const started = putted(sharedPlay([bo, two]), shortBy(5));
  t.deepEqual(withRoster(started, rosterOf([bo], null)).round.td, [0, 0, 1, 1]);
});

test('[R81] leaving drops exactly the seats of that device and adds a note', (t) => {
  const started = after(sharedPlay([bo, two]), shortBy(4), shortBy(3), shortBy(6));
  t.deepEqual(started.round.rem, [4, 3, 6, 10]);
  const left = withRoster(started, rosterOf([two]));
  t.is(names(left), 'A@ C@Calm Tiger D@Calm Tiger');
  t.like(left.round, { n: 3, turn: 2, rem: [4, 6, 10], hd: [0, 0, 0], td: [0, 0, 0], ord: [0, 1, 2] });
  t.deepEqual(left.round.sc, [
    [1, 0, 0],
    [1, 0, 0],
    [0, 0, 0],
  ]);
  t.deepEqual(left.round.note, { seq: 1, t: 'Brisk Otter has left.' });
  t.like(left.round.shot, { p: 1, seq: 3 }, 'same player, renumbered');
  t.deepEqual(
    left.round.ro.map(({ c }) => c),
    [0, 2, 3],
    'colours unchanged',
  );
});

test('[R81] remaining players keep the order of the hole', (t) => {
  // A needs two strokes, B, C and D one each: the honour goes to B, C, D, then A.
  const second = after(sharedPlay([bo, two]), shortBy(3), IN, IN, IN, IN);
  t.deepEqual(second.round.ord, [1, 2, 3, 0]);
  const left = withRoster(second, rosterOf([two]));
  t.deepEqual(left.round.ord, [1, 2, 0], 'C, D, A, renumbered');
  t.is(left.round.turn, 1);
});

test('[R81] leaving drops the device’s shot, and its number is not reused', (t) => {
  const started = after(sharedPlay([bo]), shortBy(4), shortBy(3));
  const left = withRoster(started, rosterOf([]));
  t.is(left.round.shot, null);
  t.is(putted(left, IN).round.shot?.seq, 3);
});

test('[R86] note numbers keep increasing, and notes are cut to sixty characters', (t) => {
  const [long, other] = [guest('x'.repeat(32), ['B']), guest('y'.repeat(32), ['C'])];
  const started = putted(sharedPlay([long, other]), shortBy(5));
  const both = withRoster(started, rosterOf([]));
  t.deepEqual(both.round.note, { seq: 1, t: `${'x'.repeat(32)}, ${'y'.repeat(26)}` });
  const first = withRoster(started, rosterOf([other]));
  const second = withRoster(first, rosterOf([]));
  t.deepEqual([first.round.note?.seq, second.round.note?.seq], [1, 2]);
  t.is(withRoster(second, rosterOf([])), second, 'note not repeated');
});

test('[R85] a finished round keeps its seats', (t) => {
  const done = withEnd(putted(sharedPlay([bo]), shortBy(5)));
  t.is(withRoster(done, rosterOf([])), done);
});

test('[R69] the hole ends when every present player has finished; an absent one rejoins the next', (t) => {
  const half = after(sharedPlay([bo]), IN);
  t.is(half.round.turn, 1);
  const next = withRoster(half, rosterOf([], ['Brisk Otter']));
  t.like(next.round, { hole: 2, turn: 0, td: [0, 1], hd: [0, 0], rem: [20, 20] });
  const back = withRoster(next, rosterOf([bo]));
  t.like(back.round, { hole: 2, turn: 0, td: [0, 0] });
  t.is(putted(back, IN).round.turn, 1);
});

test('[R80] with seats kept for a silent device, another device gets all of its seats or none', (t) => {
  const lobby = withRoster(sharedPlay([two]), rosterOf([], ['Calm Tiger']));
  const joined = withRoster(lobby, rosterOf([guest('Dear Newt', ['E', 'F'])], ['Calm Tiger']));
  const seats = joined.round.ro.filter(({ d }) => d === 'Dear Newt').length;
  t.true(seats === 0 || seats === 2, `${seats} of its two players`);
});
