// Links to a device in a tab.

import test from 'ava';
import { linkTo, readLink } from '../../../simulation/tab/tab-link.ts';

const read = (rest: string) => readLink(new URL(`https://host.example/tapin/${rest}`));
const NONE = {
  seed: null,
  guests: 0,
  experience: null,
  at_s: null,
  recording: null,
  drill: null,
  framed: false,
  problem: '',
};

test('[tab] a plain address asks for nothing', (t) => t.deepEqual(read(''), NONE));

test('[tab] reads each part of a link at its limits', (t) => {
  t.deepEqual(read('#seed=2147483647&guests=3&experience=lag&at=3600'), {
    ...NONE,
    seed: 2_147_483_647,
    guests: 3,
    experience: 'lag',
    at_s: 3600,
  });
  t.deepEqual(read('#seed=0&at=0.001'), { ...NONE, seed: 0, at_s: 0.001 });
  t.deepEqual(read('?drill=examples/nine.lua'), { ...NONE, drill: 'examples/nine.lua' });
  t.deepEqual(read('?recording=a/b.tapin.gz#at=2'), { ...NONE, recording: 'a/b.tapin.gz', at_s: 2 });
});

for (const [rest, problem] of [
  ['#seed=2147483648', 'In the link, seed must be a number from 0 to 2147483647.'],
  ['#seed=-1', 'In the link, seed must be a number from 0 to 2147483647.'],
  ['#guests=4', 'In the link, guests must be a number from 0 to 3.'],
  ['#guests=', 'In the link, guests must be a number from 0 to 3.'],
  ['#at=3600.001', 'In the link, at must be a number from 0 to 3600.'],
  ['#at=1e3', 'In the link, at must be a number from 0 to 3600.'],
  ['?recording=//other.example/a.gz', 'In the link, recording must be an address of the same host.'],
  ['?recording=javascript:alert(1)', 'In the link, recording must be an address of the same host.'],
  ['?drill=//other.example/a.lua', 'In the link, drill must be an address of the same host.'],
  ['?recording=data:,x', 'In the link, recording must be an address of the same host.'],
  ['?recording=http://[', 'In the link, recording must be an address of the same host.'],
] as const)
  test(`[tab] ${rest} is refused with a sentence`, (t) => t.deepEqual(read(rest), { ...NONE, problem }));

test('[tab] a link that is made reads as it was meant', (t) => {
  const page = new URL('https://host.example/tapin/?device=2#seed=1');
  const link = linkTo(page, { seed: 7, guests: 2, experience: 'lag', at_s: null });
  t.is(link, 'https://host.example/tapin/#seed=7&guests=2&experience=lag');
  t.deepEqual(readLink(new URL(link)), { ...NONE, seed: 7, guests: 2, experience: 'lag' });
  t.is(linkTo(page, { guests: 0 }), 'https://host.example/tapin/');
});
