// The update job's state machine on its own: it serves requests made at any time, in order, and each run ends once.

import test from 'ava';
import { fromPromise } from 'xstate';
import * as v from 'valibot';
import { updateMachine } from '../../../firmware/extension/update.machine.ts';
import { viewOf } from '../../../firmware/extension/update.ts';
import type { Installed } from '../../../firmware/persisted/extensions.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import type { UpdateNews } from '../../../wire/store/messages.ts';
import type { CheckInput, FetchInput } from '../../../firmware/extension/update.actors.ts';
import { recordedActor } from '../../support/device/recorded-actor.ts';
import { readAs } from '../../support/read-json.ts';

const NOTHING: UpdateNews = { installed: [], defaults: [] };
const REFUSED = fail('bad_value', 'the store is out of order');

/** Starts a job whose actors answer when the test tells them to. */
function job({
  networked = true,
  has_store = true,
  news = NOTHING,
  refuses = () => false,
}: { networked?: boolean; has_store?: boolean; news?: UpdateNews; refuses?: (call: string) => boolean } = {}) {
  const calls: string[] = [];
  const waiting: (() => void)[] = [];
  const slot = <T, I>(name: (input: I) => string, value: (input: I) => T) =>
    fromPromise<T, I>(({ input }) => {
      calls.push(name(input));
      return new Promise((resolve) => waiting.push(() => resolve(value(input))));
    });
  const machine = updateMachine.provide({
    actors: {
      check: slot<Result<UpdateNews>, CheckInput>(
        () => 'check',
        () => (refuses('check') ? REFUSED : ok(news)),
      ),
      fetch: slot<Result<Installed>, FetchInput>(({ step }) => `fetch ${step.code}`, ({ step }) => refuses(step.code) ? REFUSED : ok({ ...entryOf(step.code), default: step.default })), // oxfmt-ignore
      tidy: slot<Result<void>, readonly Installed[]>(
        () => 'tidy',
        () => ok(undefined),
      ),
    },
  });
  const actor = recordedActor(machine, {
    persisted: {
      id: 'TP-0123456789AB',
      firmware: '0.9.0',
      installed: [],
      networked,
      has_store,
      release_pending: false,
    },
  });
  actor.send({ type: 'audio.settled' });
  return {
    ...actor,
    calls,
    /** Completes the oldest pending call. */
    async answer(): Promise<void> {
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
    /** Returns the result of the last run. */
    outcome: () => {
      const over = actor.parent_events.findLast((event) => event.type === 'update.over');
      return { done: over?.['done'] as unknown, failures: over?.['failures'] as unknown };
    },
    runs: () => actor.parent_events.filter((event) => event.type === 'update.over').length,
  };
}

const entryOf = (code: string): Installed => ({ code, version: 1, name: code, kind: 'drill', sha256: 'a'.repeat(64), default: false, about: '', settings: [], trend: [] }); // oxfmt-ignore

test('[R115] the boot check is one check, one tidying and one end', async (t) => {
  const update = job();
  t.is(update.state(), 'checking');
  for (let n = 0; n < 2; n++) await update.answer();
  t.deepEqual([update.calls, update.state(), update.runs()], [['check', 'tidy'], 'idle', 1]);
});

test('[R115] serves a request made at any time during a run within that run', async (t) => {
  for (let before = 0; before <= 2; before++)
    for (const request of [{ type: 'update.check' }, { type: 'update.install', code: 'AAAAA' }] as const) {
      const update = job();
      for (let n = 0; n < before; n++) await update.answer();
      update.send(request);
      for (let n = 0; n < 6; n++) await update.answer();
      t.is(update.state(), 'idle', `${request.type} after ${before}`);
      const wanted = request.type === 'update.check' ? 'check' : 'fetch AAAAA';
      t.is(
        update.calls.filter((call) => call === wanted).length,
        // A request made during a running check is served by that check.
        wanted === 'check' && before > 0 ? 2 : 1,
        `${request.type} after ${before}`,
      );
      t.is(update.calls.at(-1), 'tidy');
    }
});

test('[R115] without a store sends and reports nothing regardless of what the user presses', async (t) => {
  const update = job({ has_store: false });
  update.send({ type: 'update.check' });
  update.send({ type: 'update.install', code: 'AAAAA' });
  await update.clock.advance(120_000);
  t.deepEqual([update.state(), update.calls, update.parent_events.length], ['off', [], 0]);
});

test('[R115] a request made before there is a network does not wait for it', async (t) => {
  const update = job({ networked: false });
  t.is(update.state(), 'starting');
  update.send({ type: 'update.check' });
  t.deepEqual([update.state(), update.calls], ['checking', ['check']]);
  for (let n = 0; n < 2; n++) await update.answer();
  await update.clock.advance(120_000);
  t.deepEqual([update.calls, update.runs()], [['check', 'tidy'], 1], 'the manual check replaces the check at boot');
});

test('[R110] a code typed during a check keeps its default flag when it is fetched', async (t) => {
  const update = job({ news: { installed: [], defaults: [{ c: 'AAAAA', name: 'A' }] } });
  update.send({ type: 'update.install', code: 'AAAAA' });
  for (let n = 0; n < 5; n++) await update.answer();
  const entries = update.parent_events.flatMap((event) => (event.type === 'device.change' ? [readAs(v.object({ entry: v.object({ default: v.boolean() }) }), event['change']).entry] : [])); // oxfmt-ignore
  t.deepEqual(entries.map((entry) => entry.default), entries.map(() => true)); // oxfmt-ignore
  t.is(update.state(), 'idle');
});

test('[extension] fetches a code entered many times once', async (t) => {
  const update = job();
  for (let n = 0; n < 10; n++) update.send({ type: 'update.install', code: 'AAAAA' });
  for (let n = 0; n < 6; n++) await update.answer();
  t.deepEqual(update.calls, ['check', 'fetch AAAAA', 'tidy']);
});

test('[R115] a code typed while waiting for the network does not replace the boot check', async (t) => {
  const update = job({ networked: false });
  update.send({ type: 'update.install', code: 'AAAAA' });
  for (let n = 0; n < 6; n++) await update.answer();
  t.deepEqual(update.calls, ['fetch AAAAA', 'check', 'tidy']);
});

const NOT_INSTALLED = (code: string): string => `${code} was not installed: the store is out of order.`;

test('[R104] lists an installation that fails again in the same run once', async (t) => {
  const update = job({ refuses: (call) => call !== 'check' });
  for (const code of ['AAAAA', 'BBBBB']) update.send({ type: 'update.install', code });
  for (let n = 0; n < 2; n++) await update.answer();
  t.is(update.calls.at(-1), 'fetch BBBBB');
  update.send({ type: 'update.install', code: 'AAAAA' });
  for (let n = 0; n < 6; n++) await update.answer();
  t.deepEqual(update.calls, ['check', 'fetch AAAAA', 'fetch BBBBB', 'fetch AAAAA', 'tidy']);
  t.deepEqual(update.outcome().failures, [NOT_INSTALLED('BBBBB'), NOT_INSTALLED('AAAAA')]);
});

test('[R104] drops a failure if the same run then installs the extension', async (t) => {
  let out_of_order = true;
  const update = job({ refuses: (call) => call === 'AAAAA' && out_of_order });
  for (const code of ['AAAAA', 'BBBBB']) update.send({ type: 'update.install', code });
  for (let n = 0; n < 2; n++) await update.answer();
  out_of_order = false;
  update.send({ type: 'update.install', code: 'AAAAA' });
  for (let n = 0; n < 6; n++) await update.answer();
  t.deepEqual(update.outcome(), { done: ['BBBBB was installed.', 'AAAAA was installed.'], failures: [] });
});

test('[R104] fetches a default extension also requested by code once, and fails it once', async (t) => {
  const news: UpdateNews = { installed: [], defaults: [{ c: 'AAAAA', name: 'Putts' }] };
  const update = job({ news, refuses: (call) => call === 'AAAAA' });
  update.send({ type: 'update.install', code: 'AAAAA' });
  for (let n = 0; n < 6; n++) await update.answer();
  t.deepEqual(update.calls, ['check', 'fetch AAAAA', 'tidy']);
  t.deepEqual(update.outcome().failures, [NOT_INSTALLED('Putts')]);
});

test('[C40] a default extension without a slot, also requested by code, fails once', async (t) => {
  const defaults = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((letter) => ({ c: letter.repeat(5), name: letter }));
  const update = job({ news: { installed: [], defaults } });
  update.send({ type: 'update.install', code: 'GGGGG' });
  for (let n = 0; n < 9; n++) await update.answer();
  const { failures } = update.outcome();
  t.deepEqual(failures, ['GGGGG was not installed: all 6 slots are in use, so remove one first.']);
});

test('[R115] lists a check that fails twice in a run once, until a third succeeds', async (t) => {
  let out_of_order = true;
  const update = job({ refuses: (call) => call === 'check' && out_of_order });
  update.send({ type: 'update.install', code: 'AAAAA' });
  await update.answer();
  update.send({ type: 'update.check' });
  update.send({ type: 'update.install', code: 'BBBBB' });
  for (let n = 0; n < 2; n++) await update.answer();
  t.deepEqual(update.calls, ['check', 'fetch AAAAA', 'check', 'fetch BBBBB']);
  t.deepEqual(viewOf(update.context()).failures, ['Extensions were not checked: the store is out of order.']);
  out_of_order = false;
  update.send({ type: 'update.check' });
  for (let n = 0; n < 6; n++) await update.answer();
  t.deepEqual(update.outcome().failures, []);
});
