// Unnamed players: in a round of several devices they appear under the name of their device.

import test from 'ava';
import type { SessionView } from '../../../firmware/online/online.ts';
import { pageOf } from '../../../firmware/pages/render.ts';
import { NO_PLAY, othersInRound } from '../../../firmware/play/play-view.ts';
import { whyNoPutt } from '../../../firmware/play/visit.ts';
import type { Round } from '../../../wire/relay/round.ts';
import {
  courseOnScreen,
  deviceIn,
  hosting,
  hostIn,
  roundOnScreen,
  sessionWith,
  visiting,
} from '../../support/device/course-views.ts';
import { persistedWith, viewAt } from '../../support/device/views.ts';

const PERSISTED = persistedWith(1, 'Player 1', 'imperial');
const seat = (n: string, d: string, c: number) => ({ n, d, c, h: 0 });
const seats = (ro: Round['ro'], more: Partial<Round> = {}): Round =>
  roundOnScreen({ seats: ro.length, holes: 3, name: '', label: '', more: { ro, ...more } });
const BOTH = [seat('Player 1', '', 0), seat('Player 1', 'Brisk Otter', 1)];

function linesOf(round: Round, session: SessionView, card = false): readonly string[] {
  const is_guest = session.role === 'guest';
  const course = courseOnScreen(PERSISTED, round, { card, label: is_guest ? session.label : '' });
  const play = { kind: is_guest ? 'visit' : 'round', id: 'stroke', round: course } as const;
  return pageOf(viewAt('course', PERSISTED, { play, device: { session } }), 0).lines;
}

test('[C76] shows an unnamed player under the device’s name on the pages of a shared round', (t) => {
  const host = hosting({ host_name: 'Kitchen' });
  for (const line of ['Kitchen: you · hcp 0', 'Brisk Otter: hcp 0'])
    t.true(linesOf(seats(BOTH, { ph: 'lobby' }), host).includes(line), line);
  for (const line of ['Kitchen: host · hcp 0', 'Brisk Otter: you · hcp 0'])
    t.true(linesOf(seats(BOTH, { ph: 'lobby' }), visiting()).includes(line), line);
  for (const line of [
    'Your turn',
    'Now: Kitchen to putt',
    'Kitchen: 0 strokes, to putt, you',
    'Brisk Otter: 0 strokes',
  ])
    t.true(linesOf(seats(BOTH), host).includes(line), line);
  t.true(linesOf(seats(BOTH), visiting()).includes('Now: Kitchen to putt'));
  t.true(linesOf(seats(BOTH), visiting(), true).some((line) => line.startsWith('Brisk Otter: · · ·')));
  t.false(linesOf(seats(BOTH), visiting()).join('\n').includes('Player 1'));
});

test('[C76] keeps given names, and default names with several players per device or one device', (t) => {
  const given = seats([seat('Player One', '', 0), seat('Bo', 'Brisk Otter', 1)]);
  t.true(linesOf(given, visiting()).includes('Bo: 0 strokes, you'));
  t.true(linesOf(given, visiting()).includes('Now: Player One to putt (Kitchen)'));
  const two = seats([seat('Player 1', '', 0), seat('Player 2', '', 1), seat('Player 1', 'Brisk Otter', 2)]);
  for (const line of ['Player 1: 0 strokes, to putt', 'Player 2: 0 strokes', 'Brisk Otter: 0 strokes, you'])
    t.true(linesOf(two, visiting()).includes(line), line);
  t.true(linesOf(seats([seat('Player 1', '', 0)]), sessionWith()).includes('Now: Player 1 to putt'));
});

test('[C76] messages about an unnamed player use the device’s name, too', (t) => {
  const round = seats(BOTH);
  t.is(whyNoPutt({ game: 'stroke', persisted: PERSISTED, label: 'Brisk Otter', round }), 'The host to putt');
  const play = { ...NO_PLAY, kind: 'round', round: courseOnScreen(PERSISTED, round) } as const;
  t.deepEqual(othersInRound(play), ['Brisk Otter']);
  const leaving = {
    kind: 'visit',
    id: 'stroke',
    round: courseOnScreen(PERSISTED, round, { label: 'Brisk Otter' }),
  } as const;
  const { lines } = pageOf(viewAt('leaving', PERSISTED, { play: leaving, device: { session: visiting() } }), 0);
  t.true(
    lines.some((line) => line.startsWith('Brisk Otter sits out')),
    lines.join(' | '),
  );
  const devices = [hostIn('Kind Hawk', ['Player 1']), deviceIn('Brisk Otter', ['Player 1'])];
  const together = pageOf(viewAt('together', PERSISTED, { device: { session: visiting({ devices }) } }), 0).lines;
  t.true(together.includes('Brisk Otter (follows, you)'), together.join(' | '));
});

test('[ui] the page of players marks players without a name', (t) => {
  const shown = (name: string) => pageOf(viewAt('players', persistedWith(1, name, 'imperial')), 0).lines.join('\n');
  t.regex(shown('Player 1'), /Player 1: no name yet · hcp/);
  t.notRegex(shown('Ana'), /no name yet/);
});
