// Isolates over browser workers (hal/isolate/isolate.ts), with a fake worker and a manual clock.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createBrowserIsolates, type WorkerLike } from '../../../hal/isolate/isolate-browser.ts';
import type { WorkerAnswer } from '../../../hal/isolate/isolate-over.ts';
import type { Result } from '../../../wire/errors.ts';

async function isolate() {
  const clock = createVirtualClock();
  const [sent, answers]: [unknown[], Result<unknown>[]] = [[], []];
  let onMessage: ((event: { readonly data: WorkerAnswer }) => void) | null = null;
  let broken: ((event: { readonly message?: string }) => void) | null = null;
  let ended = 0;
  const worker: WorkerLike = {
    postMessage: (message) => void sent.push(message),
    terminate: () => void ended++,
    addEventListener(type: string, to: NonNullable<typeof onMessage> & NonNullable<typeof broken>) {
      if (type === 'message') onMessage = to;
      else broken = to;
    },
  };
  const glue = new ArrayBuffer(1);
  const loaded = Promise.resolve({ worker, first: glue });
  const made = createBrowserIsolates(clock, () => loaded).start();
  await loaded;
  return {
    clock,
    sent,
    answers,
    glue,
    ended: () => ended,
    ask: (what: string) => made.request(what, (answer) => void answers.push(answer)),
    answer: (data: WorkerAnswer) => onMessage?.({ data }),
    break: (message: string) => broken?.({ message }),
    end: () => made.end(),
  };
}

const sentences = (answers: readonly Result<unknown>[]): readonly unknown[] =>
  answers.map((each) => (each.ok ? each.value : each.error.message));

test('[C112] sends the WebAssembly first, and matches responses in request order', async (t) => {
  const { sent, glue, ask, answer, answers } = await isolate();
  ask('one');
  ask('two');
  t.deepEqual(sent, [glue, 'one', 'two']);
  answer({ value: null });
  t.deepEqual(answers, []);
  answer({ value: 1 });
  answer({ value: 2 });
  t.deepEqual(sentences(answers), [1, 2]);
});

test('[C112] a response that takes over 2 s ends the worker and rejects all pending requests', async (t) => {
  const { clock, ask, answer, answers, ended } = await isolate();
  answer({ value: null });
  await clock.advance(60_000);
  t.is(ended(), 0, 'no request pending');
  ask('one');
  ask('two');
  await clock.advance(1999);
  t.is(ended(), 0);
  await clock.advance(1);
  t.is(ended(), 1);
  const why = 'No answer within 2000 ms.';
  t.deepEqual(sentences(answers), [why, why]);
  ask('three');
  answer({ value: 'late' });
  await clock.advance(1);
  t.deepEqual(sentences(answers), [why, why, why]);
  t.is(clock.pending(), 0);
});

test('[C112] loading may take longer, but not forever', async (t) => {
  const { clock, ask, answers, ended } = await isolate();
  ask('one');
  await clock.advance(14_999);
  t.is(ended(), 0);
  await clock.advance(1);
  t.deepEqual(sentences(answers), ['No answer within 15000 ms.']);
});

test('[C112] a worker error rejects the pending requests', async (t) => {
  const [one, two] = [await isolate(), await isolate()];
  one.ask('one');
  one.break('no such file');
  t.deepEqual(sentences(one.answers), ['The runtime failed. no such file']);
  two.ask('one');
  two.answer({ error: 'It is broken.' });
  t.deepEqual(sentences(two.answers), ['It is broken.']);
});

test('[C112] ignores messages of a terminated worker', async (t) => {
  const { clock, ask, answer, answers, ended, end } = await isolate();
  ask('one');
  end();
  answer({ value: null });
  answer({ value: 1 });
  await clock.advance(60_000);
  t.deepEqual(answers, []);
  t.is(ended(), 1);
});
