// Runs every seed that once found a defect, named after it. A seed's run changes with the simulation, so each fix also
// has a test of its own.

import test from 'ava';
import { passes } from './passes.ts';

const FOUND: readonly { readonly seed: number; readonly hours?: number; readonly what: string }[] = [
  { seed: 11, what: '[R46] a host in its lobby published its round without end' },
  { seed: 17, what: '[R83] a putt that waited for the relay was sent after its turn' },
  {
    seed: 103,
    what: '[R76] a host that hosted again during a round showed verdicts of shots never shown before',
  },
  { seed: 1008, what: '[R83] a second putt of one turn waited for the relay, and was sent' },
  {
    seed: 1044,
    hours: 0.5,
    what: '[R76] a host that rebooted in a new session repeated shots of an earlier session',
  },
  { seed: 6217, what: '[R85] a host that rebooted in a new session put a finished round back in play for a moment' },
  { seed: 6, hours: 0.3, what: '[R147] input queued for one simulator went to another that was chosen meanwhile' },
  { seed: 60_025, hours: 0.25, what: '[R147] taps that cancelled each other while queued counted as an aim' },
  { seed: 60_100, what: '[R77] after a long outage a score changed without its verdict' },
  { seed: 105, what: '[R76] after a long outage shots were shown without their verdicts' },
  { seed: 2, what: '[R84] a host on a page other than its round dropped the putts of its guests' },
  { seed: 5, what: '[R84] a host that showed its code dropped the putts of its guests' },
  { seed: 1206, hours: 0.1, what: '[C15] the rules took an old input that a restarted host drops for a new one' },
  { seed: 1510, hours: 0.9, what: '[R147] the rules counted shots of a host whose power had been cut' },
];
for (const { seed, hours = 0.25, what } of FOUND) test.serial(`${what}: seed ${seed}`, (t) => passes(t, seed, hours));

for (const seed of [1, 3])
  test.serial(`[R59] seed ${seed}: half an hour of faults breaks no rule, and all devices reconnect`, (t) =>
    passes(t, seed, 0.5),
  );
