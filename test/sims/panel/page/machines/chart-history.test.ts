// History of a machine: visits to its states, and transitions taken.

import test from 'ava';
import { visitsOf, wentAlong } from '../../../../../sims/panel/page/machines/chart-history.ts';
import type { Transition } from '../../../../../sims/panel/page/machines/transitions.ts';

const went = (number: number, from: string | null, to: string | null, step: Transition['step'] = null): Transition => ({ number, at_ms: number * 100, machine: 'link', from, to, step }); // oxfmt-ignore
const by = (source: string, event: string, target: string) => ({ source, event, target });
const TRANSITIONS = [
  went(1, null, 'idle'),
  went(2, 'idle', 'dialled.waiting', by('idle', 'dial', 'dialled')),
  went(3, 'dialled.waiting', 'dialled.connected', by('dialled.waiting', 'open', 'dialled.connected')),
  went(4, 'dialled.connected', 'idle', by('dialled', 'hang', 'idle')),
  went(5, 'idle', 'dialled.waiting', by('idle', 'dial', 'dialled')),
];

test('[panel] counts a visit each time the machine enters a state from outside', (t) => {
  const short = (path: string) => visitsOf(TRANSITIONS, path).map(({ at_ms, from, left }) => [at_ms, from, left?.at_ms ?? null, left?.to ?? null]); // oxfmt-ignore
  t.deepEqual(short('idle'), [
    [100, null, 200, 'dialled.waiting'],
    [400, 'dialled.connected', 500, 'dialled.waiting'],
  ]);
  t.deepEqual(short('dialled'), [
    [200, 'idle', 400, 'idle'],
    [500, 'idle', null, null],
  ]);
  t.deepEqual(short('dialled.connected'), [[300, 'dialled.waiting', 400, 'idle']]);
  t.deepEqual(short('dial'), []);
});

test('[panel] maps a transition to its own arrow, not to another between the same states', (t) => {
  const along = (at: number, from: string, to: string) => TRANSITIONS[at] && wentAlong(TRANSITIONS[at], { from, to });
  t.true(along(3, 'dialled', 'idle'));
  for (const from of ['dialled.connected', 'dialled.waiting', '']) t.false(along(3, from, 'idle'), from);
  t.true(along(1, 'idle', 'dialled'));
  t.true(along(0, 'start idle', 'idle'), 'the start transition');
  t.false(along(3, 'start idle', 'idle'));
  t.true(along(1, 'start dialled.waiting', 'dialled.waiting'), 'the outer state was entered');
  t.false(along(2, 'start dialled.connected', 'dialled.connected'));
});
