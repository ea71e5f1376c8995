// The rows of a simulator: set-up for either integration, and the available inputs, here and as a guest.

import test from 'ava';
import { NO_SIMULATOR } from '../../../../firmware/simulator/simulator.ts';
import { hosting, visiting } from '../../../support/device/course-views.ts';
import { persistedWith, rowsAt, type ViewByHand } from '../../../support/device/views.ts';
import type { Persisted } from '../../../../firmware/persisted/persisted.ts';

const persisted = persistedWith(1, 'Ana', 'imperial');
const four = persistedWith(4, '', 'imperial');
const labels = (rows: readonly { readonly label: string }[]): readonly string[] => rows.map(({ label }) => label);
const at = (kind: 'simulator' | 'sharing', given: ViewByHand, stored: Persisted = persisted) =>
  rowsAt(kind, stored, { ...given, play: { kind, ...given.play } });
const withIntegration = (integration: 'simdirect' | 'simport'): ViewByHand => ({
  device: { session: hosting(), simulator: { ...NO_SIMULATOR, transport: integration } },
});

const ALWAYS = ['Repeat aim and shot', 'Repeat the aim', 'Reset the aim', 'Mulligan'];

test('[C44] offers a full swing with the direct integration only, here and as a guest', (t) => {
  const ours = at('simulator', withIntegration('simdirect'));
  t.deepEqual(labels(ours), ['Aim', 'Full swing', ...ALWAYS, 'Cancel inputs', 'Disconnect']);
  t.deepEqual(labels(at('simulator', withIntegration('simport'))), ['Aim', ...ALWAYS, 'Cancel inputs']);
  const direct = visiting({ sim: 'simdirect' });
  const connector = visiting({ sim: 'simport' });
  t.deepEqual(labels(at('sharing', { device: { session: direct } })), ['Aim', 'Full swing', ...ALWAYS]);
  t.deepEqual(labels(at('sharing', { device: { session: connector } })), ['Aim', ...ALWAYS]);
});

test('[simulator] with several players, a row selects the putting player', (t) => {
  t.false(labels(at('simulator', withIntegration('simdirect'))).includes('Who putts'));
  const rows = at('sharing', { play: { striker: 3 }, device: { session: visiting({ sim: 'simdirect' }) } }, four);
  t.like(
    rows.find(({ label }) => label === 'Who putts'),
    { value: 'Player 3', left: { type: 'play.striker', by: -1 }, right: { type: 'play.striker', by: 1 } },
  );
});

test('[R132] the putting player on a simulator stays when another is removed, else becomes the first', (t) => {
  const putting = (striker: number, gone: number) =>
    at(
      'simulator',
      { ...withIntegration('simdirect'), play: { striker } },
      {
        ...four,
        players: four.players.filter(({ id }) => id !== gone),
      },
    ).find(({ label }) => label === 'Who putts')?.value;
  t.is(putting(2, 1), 'Player 2');
  t.is(putting(2, 2), 'Player 1');
  t.is(putting(0, 0), 'Player 1');
});

test('[R147] each row sends its own kind of input; left is negative', (t) => {
  const rows = at('simulator', { ...withIntegration('simdirect'), play: { club: 19 } });
  const row = (label: string) => rows.find((each) => each.label === label);
  const act = (input: object) => ({ type: 'play.act', input });
  t.like(row('Aim'), { left: act({ kind: 'aim', steps: -1 }), right: act({ kind: 'aim', steps: 1 }) });
  t.like(row('Full swing'), { value: '7-iron', ok: act({ kind: 'club', club: 19 }) });
  t.deepEqual(row('Repeat aim and shot')?.ok, act({ kind: 'repeat' }));
  t.deepEqual(row('Repeat the aim')?.ok, act({ kind: 'repeat_aim' }));
  t.deepEqual(row('Reset the aim')?.ok, act({ kind: 'reset' }));
  t.deepEqual(row('Mulligan')?.ok, act({ kind: 'mulligan' }));
});

test('[simulator] the set-up: the program and its port, the full address, and the time between taps', (t) => {
  const configured = {
    ...persisted,
    simulator: { ...persisted.simulator, preset: 2, direct: 'golf-pc', connector: 'golf-pc:9000' },
  };
  const shown = (page: 'simdirect' | 'simport') =>
    rowsAt('setup', configured, { navigation: { id: page } }).map(({ label, value }) => [label, value]);
  t.deepEqual(shown('simdirect'), [
    ['Play', undefined],
    ['Program', 'Infinite Tees'],
    ['Address', 'golf-pc:999'],
    ['Time between key taps', '60 ms'],
  ]);
  t.deepEqual(shown('simport'), [
    ['Play', undefined],
    ['Address', 'golf-pc:9000'],
    ['Time between key taps', '60 ms'],
  ]);
  const address = rowsAt('setup', configured, { navigation: { id: 'simdirect' } }).find(
    ({ label }) => label === 'Address',
  )?.ok;
  t.like(address, { type: 'open.naming', naming: { of: 'direct', letters: Array.from('golf-pc') } });
});
