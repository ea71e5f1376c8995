// Persisted state of golf simulators: any stored data gives valid settings.

import test from 'ava';
import fc from 'fast-check';
import { changePersisted, type PersistedChange } from '../../../firmware/persisted/changes.ts';
import { persistedFrom, recordData, type Persisted } from '../../../firmware/persisted/persisted.ts';
import {
  simulatorFrom,
  withNextPreset,
  withReserved,
  type SimulatorSettings,
} from '../../../firmware/persisted/simulator.ts';
import { puttingUrl, addressOf } from '../../../firmware/simulator/address.ts';
import { mutations } from '../../support/device/spoilt-data.ts';

const FRESH: SimulatorSettings = {
  preset: 0,
  direct: '127.0.0.1',
  connector: '127.0.0.1',
  tap_gap_ms: 60,
  next_shot: 1,
};
const CONFIGURED: SimulatorSettings = {
  preset: 3,
  direct: 'golf-pc:9210',
  connector: '10.0.0.2',
  tap_gap_ms: 200,
  next_shot: 40_001,
};
const ID = 'TP-0123456789AB';
const fresh = (): Persisted => persistedFrom({}, ID);

test('[persisted] defaults: this computer, the first program, 60 ms, and shots from 1', (t) => {
  t.deepEqual(simulatorFrom({}), FRESH);
  t.deepEqual(fresh().simulator, FRESH);
});

test('[persisted] restores stored simulator settings unchanged', (t) => {
  const stored = JSON.parse(JSON.stringify(recordData({ ...fresh(), simulator: CONFIGURED }, 'simulator'))) as unknown;
  t.deepEqual(persistedFrom({ simulator: stored }, ID).simulator, CONFIGURED);
});

test('[persisted] an invalid field gets its default, and the other fields stay', (t) => {
  const wrong: readonly (readonly [keyof SimulatorSettings, readonly unknown[]])[] = [
    ['preset', [-1, 5, 0.5, '1', null, Number.NaN, [], {}]],
    ['direct', [7, null, [], {}, true]],
    ['connector', [7, null, [], {}, true]],
    ['tap_gap_ms', [-1, 501, 60.5, '60', null, 1e9]],
    ['next_shot', [0, -5, 1.5, 2 ** 31, 1e300, '7', null]],
  ];
  for (const [key, values] of wrong)
    for (const value of values)
      t.deepEqual(
        simulatorFrom({ ...CONFIGURED, [key]: value }),
        { ...CONFIGURED, [key]: FRESH[key] },
        `${key} ${String(value)}`,
      );
});

test('[persisted] a corrupted record gives settings within range and a valid address', (t) => {
  fc.assert(
    fc.property(mutations(CONFIGURED), (stored) => {
      const { simulator } = persistedFrom({ simulator: stored }, ID);
      const { preset, tap_gap_ms, next_shot, direct, connector } = simulator;
      const whole = (value: number, min: number, max: number): boolean =>
        Number.isInteger(value) && value >= min && value <= max;
      const { host, port } = addressOf.direct(simulator);
      return (
        whole(preset, 0, 4) &&
        whole(tap_gap_ms, 0, 500) &&
        whole(next_shot, 1, 2 ** 31 - 1) &&
        [direct, connector].every((text) => typeof text === 'string' && Array.from(text).length <= 32) &&
        host !== '' &&
        whole(port, 1, 65_535) &&
        /^http:\/\/[^/]+:\d+\/putting$/.test(puttingUrl(simulator))
      );
    }),
    { seed: 7, numRuns: 1000 },
  );
  t.pass();
});

test('[simulator] reserves a connection’s shot numbers before use, and only increases them', (t) => {
  const once = withReserved(FRESH);
  t.true(once.next_shot >= FRESH.next_shot + 1000);
  t.true(withReserved(once).next_shot > once.next_shot);
  t.is(withReserved({ ...FRESH, next_shot: 2 ** 31 - 2 }).next_shot, 2 ** 31 - 1, 'limited by the largest number');
  const changed = changePersisted(fresh(), { kind: 'reserve_shots' });
  t.deepEqual(changed.records, ['simulator']);
  t.is(changed.persisted.simulator.next_shot, once.next_shot);
});

test('[persisted] programs wrap round, taps step to their limits, addresses stay as typed', (t) => {
  const after = (...changes: readonly PersistedChange[]): SimulatorSettings =>
    changes.reduce((now, change) => changePersisted(now, change).persisted, fresh()).simulator;
  const preset = (direction: 1 | -1, times: number): number =>
    after(...Array.from({ length: times }, (): PersistedChange => ({ kind: 'step_preset', direction }))).preset;
  t.deepEqual([preset(1, 1), preset(1, 4), preset(1, 5), preset(-1, 1)], [1, 4, 0, 4]);
  t.is(withNextPreset({ ...FRESH, preset: 4 }, 1).preset, 0);
  const gap = (direction: 1 | -1, times: number): number =>
    after(...Array.from({ length: times }, (): PersistedChange => ({ kind: 'step_tap_gap', direction }))).tap_gap_ms;
  t.deepEqual([gap(-1, 9), gap(1, 1), gap(1, 99)], [0, 80, 500]);
  t.like(after({ kind: 'set_address', of: 'direct', text: 'golf-pc' }), { ...FRESH, direct: 'golf-pc' });
  t.like(after({ kind: 'set_address', of: 'connector', text: '10.0.0.9:1' }), { ...FRESH, connector: '10.0.0.9:1' });
});
