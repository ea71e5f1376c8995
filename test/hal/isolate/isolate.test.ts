// One test suite for isolates in this process and in worker threads.

import test, { type ExecutionContext } from 'ava';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createLocalIsolates } from '../../../hal/isolate/isolate-local.ts';
import { createWaitingIsolates } from '../../../hal/isolate/isolate-waiting.ts';
import { createWorkerIsolates } from '../../../hal/isolate/isolate-worker.ts';
import type { Isolate, Isolates } from '../../../hal/isolate/isolate.ts';
import type { Result } from '../../../wire/errors.ts';
import { createEcho } from '../../support/extension/echo-module.ts';
import { fieldsOf } from '../../support/read-json.ts';

interface Kind {
  readonly name: string;
  /** Creates isolates and the function that lets their time pass. */
  make(): { readonly isolates: Isolates; pass(): Promise<void> };
}

const ECHO = new URL('../../support/extension/echo-module.ts', import.meta.url);

const KINDS: readonly Kind[] = [
  {
    name: 'local',
    make() {
      const clock = createVirtualClock();
      return { isolates: createLocalIsolates(clock, createEcho), pass: () => clock.advance(10) };
    },
  },
  {
    name: 'waiting',
    make() {
      const clock = createVirtualClock();
      return {
        isolates: createWaitingIsolates(clock, ECHO, { first_ms: 30_000, each_ms: 300 }),
        pass: () => clock.advance(10),
      };
    },
  },
  {
    name: 'worker',
    make: () => ({
      isolates: createWorkerIsolates(createSystemClock(), ECHO),
      pass: () => Promise.resolve(),
    }),
  },
];

type Answer = Result<unknown>;

/** Sends all messages concurrently; resolves with the answers in order of arrival. */
const ask = async (
  isolate: Isolate,
  messages: readonly unknown[],
  pass: () => Promise<void>,
): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  const all = new Promise<void>((resolve) => {
    for (const message of messages)
      isolate.request(message, (answer) => {
        answers.push(answer);
        if (answers.length === messages.length) resolve();
      });
  });
  if (answers.length > 0) throw new Error('an answer came before request had returned');
  await pass();
  await all;
  return answers;
};

const valueOf = (answer: Answer | undefined): unknown => (answer?.ok ? answer.value : answer?.error.code);
const valuesOf = (answers: readonly Answer[]): readonly unknown[] => answers.map((answer) => valueOf(answer));

async function using(
  t: ExecutionContext,
  kind: Kind,
  body: (isolate: Isolate, pass: () => Promise<void>) => Promise<void>,
) {
  const { isolates, pass } = kind.make();
  const isolate = isolates.start();
  t.teardown(() => isolate.end());
  await body(isolate, pass);
}

for (const kind of KINDS) {
  test(`[isolate] ${kind.name}: answers in order, each once, with copies`, (t) =>
    using(t, kind, async (isolate, pass) => {
      const given = { deep: [1, { two: 2 }] };
      const answers = await ask(isolate, [1, 'two', given], pass);
      t.deepEqual(valuesOf(answers), [{ said: 1 }, { said: 'two' }, { said: given }]);
      const last = answers[2];
      t.not(last?.ok && fieldsOf(last.value)['said'], given);
    }));

  test(`[isolate] ${kind.name}: fails the current and every later request once it breaks`, (t) =>
    using(t, kind, async (isolate, pass) => {
      const [first, second] = await ask(isolate, ['break', 'more'], pass);
      t.is(valueOf(first), 'isolate_broken');
      t.is(valueOf(second), 'isolate_broken');
      t.regex(first?.ok === false ? first.error.message : '', /failed on request/);
      t.deepEqual(valuesOf(await ask(isolate, ['again'], pass)), ['isolate_broken']);
    }));

  test(`[isolate] ${kind.name}: does not affect another isolate when it breaks`, (t) =>
    using(t, kind, async (isolate, pass) => {
      await ask(isolate, ['break'], pass);
      await using(t, kind, async (other, passOther) => {
        t.deepEqual(valuesOf(await ask(other, [1], passOther)), [{ said: 1 }]);
      });
    }));

  test(`[isolate] ${kind.name}: sends no answer after its end`, (t) =>
    using(t, kind, async (isolate, pass) => {
      await ask(isolate, [1], pass);
      isolate.request(2, () => t.fail('no answer after the end'));
      isolate.end();
      isolate.end();
      await pass();
      t.pass();
    }));
}

for (const kind of KINDS.slice(1))
  test(`[R122] ${kind.name}: ends a module that never returns and fails the requests behind it`, (t) =>
    using(t, kind, async (isolate, pass) => {
      await ask(isolate, ['ready'], pass);
      t.deepEqual(valuesOf(await ask(isolate, ['loop', 'after it'], pass)), ['isolate_slow', 'isolate_slow']);
    }));

test('[isolate] reports a missing module in the first answer', async (t) => {
  const isolates = createWorkerIsolates(createSystemClock(), new URL('nothing.ts', import.meta.url));
  const isolate = isolates.start();
  t.teardown(() => isolate.end());
  t.deepEqual(valuesOf(await ask(isolate, [1], () => Promise.resolve())), ['isolate_broken']);
});
