// What became of a machine: the visits to its states, and the arrows that it went.

import test from 'ava';
import { visitsOf, wentAlong } from '../../../../sims/panel/page/chart-history.ts';
import type { Transition } from '../../../../sims/panel/page/transitions.ts';

const went = (number: number, from: string | null, to: string | null): Transition => ({ number, at_ms: number * 100, machine: 'link', from, to }); // oxfmt-ignore
const TRANSITIONS = [
  went(1, null, 'idle'),
  went(2, 'idle', 'dialled.waiting'),
  went(3, 'dialled.waiting', 'dialled.connected'),
  went(4, 'dialled.connected', 'idle'),
  went(5, 'idle', 'dialled.waiting'),
];

test('[panel] a state has been visited as often as the machine came into it from outside', (t) => {
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

test('[panel] a transition went along an arrow between its states, from an outer one and from any', (t) => {
  const [, , , back] = TRANSITIONS;
  if (!back) return void t.fail();
  for (const [from, to, is] of [
    ['dialled.connected', 'idle', true],
    ['dialled', 'idle', true],
    ['', 'idle', true],
    ['dialled.waiting', 'idle', false],
    ['dialled', 'dialled', false],
  ] as const)
    t.is(wentAlong(back, { from, to }), is, `${from} → ${to}`);
  const along = (at: number, from: string, to: string) => TRANSITIONS[at] && wentAlong(TRANSITIONS[at], { from, to });
  t.true(along(0, 'start idle', 'idle'), 'it has begun');
  t.false(along(3, 'start idle', 'idle'));
  t.true(along(1, 'start dialled.waiting', 'dialled.waiting'), 'the outer one was entered');
  t.false(along(2, 'start dialled.connected', 'dialled.connected'));
});
