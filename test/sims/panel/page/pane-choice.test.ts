// Open panes: the user's choice, its stored form, and the pane that an address requests.

import test from 'ava';
import { afterToggle, requestedPane, readChoice } from '../../../../sims/panel/page/pane-choice.ts';

const FIRST = { open: ['play', 'sensor', 'machines', 'log'], last: 'play' } as const;

test('[panel] reads only valid panes from the stored choice', (t) => {
  for (const nothing of [null, 7, 'log', {}, []]) t.deepEqual(readChoice(nothing), FIRST);
  t.deepEqual(readChoice({ open: ['log', 'play', 'attic', 7], last: 'attic' }), {
    open: ['play', 'log'],
    last: 'play',
  });
  t.deepEqual(readChoice({ open: [], last: 'storage' }), { open: [], last: 'storage' });
  t.deepEqual(readChoice({ open: 'log' }).open, []);
});

test('[panel] opens a pane in its place, and closes it again', (t) => {
  const opened = afterToggle(FIRST, 'network');
  t.deepEqual(opened, { open: ['play', 'sensor', 'machines', 'network', 'log'], last: 'network' });
  t.deepEqual(afterToggle(opened, 'play').open, ['sensor', 'machines', 'network', 'log']);
});

test('[panel] an address requests one pane or none', (t) => {
  t.deepEqual(['?pane=log&device=1', '?pane=attic', '?device=1', ''].map(requestedPane), ['log', null, null, null]);
});
