// Parts of the page editor without a browser: drafts, completion, the verdict of the checker, and its marks.

import { Text } from '@codemirror/state';
import test from 'ava';
import { VERBS } from '../../../../firmware/extension-runtime/verbs/verbs.ts';
import { CALLBACKS } from '../../../../firmware/extension-runtime/prelude.ts';
import { createVirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import type { Isolates } from '../../../../hal/isolate/isolate.ts';
import { createChecker } from '../../../../cloud-stub/web/browser/editor/checker.ts';
import { diagnosticsOf } from '../../../../cloud-stub/web/browser/editor/diagnostics.ts';
import { createDrafts, type DraftStorage } from '../../../../cloud-stub/web/browser/editor/draft.ts';
import { nameAt, wordOf } from '../../../../cloud-stub/web/browser/editor/words.ts';
import { referenceWords } from '../../../../cloud-stub/web/browser/reference-words.ts';
import { fail } from '../../../../wire/errors.ts';
import { localIsolates, manifestOf } from '../../../support/extension/extension-fixture.ts';

function storage(): DraftStorage & { readonly held: Map<string, string> } {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (name) => held.get(name) ?? null,
    setItem: (name, text) => void held.set(name, text),
    removeItem: (name) => void held.delete(name),
  };
}

test('[C113] stores a draft under its key, with its time, until it is dropped', (t) => {
  const kept = storage();
  const [mine, other] = ['one', 'two'].map((key) =>
    createDrafts(
      () => kept,
      key,
      () => 1234,
    ),
  );
  t.is(mine?.read(), null);
  mine?.keep('text');
  t.deepEqual(mine?.read(), { text: 'text', at_ms: 1234 });
  t.is(other?.read(), null);
  t.deepEqual([...kept.held.keys()], ['tapin.draft.one']);
  mine?.drop();
  t.is(mine?.read(), null);
});

test('[C113] a blocked or damaged storage keeps no draft, and typing still works', (t) => {
  const closed = createDrafts(
    () => {
      throw new Error('SecurityError');
    },
    'one',
    () => 0,
  );
  closed.keep('text');
  closed.drop();
  t.is(closed.read(), null);
  for (const damaged of ['', 'x', '[]', '{"text":1,"at_ms":2}', '{"text":"x"}']) {
    const kept = storage();
    kept.held.set('tapin.draft.one', damaged);
    t.is(
      createDrafts(
        () => kept,
        'one',
        () => 0,
      ).read(),
      null,
      damaged,
    );
  }
});

test('[C113] completes each verb and callback of the runtime, with its arguments', (t) => {
  const words = referenceWords();
  for (const { module, name, args } of VERBS) {
    const word = wordOf(words, module ? `${module}.${name}` : name);
    t.true(word !== undefined && word.doc !== '' && word.signature.startsWith(word.label), `${module}.${name}`);
    t.deepEqual(
      word?.args.map((each) => each.name),
      args.map((each) => each.name),
    );
  }
  for (const name of CALLBACKS) t.is(wordOf(words, `ext.${name}`)?.kind, 'callback');
  const labels = words.map(({ label }) => label);
  t.is(new Set(labels).size, labels.length);
});

test('[C113] the name at a position in a line includes its dots', (t) => {
  const line = 'x = canvas.text(a, players.list())';
  t.deepEqual(nameAt(line, 5), { name: 'canvas.text', from: 4, to: 15 });
  t.is(nameAt(line, 13)?.name, 'canvas.text');
  t.is(nameAt(line, 25)?.name, 'players.list');
  t.is(nameAt(line, 3), null);
});

test('[C113] marks the line of the problem without surrounding white space', (t) => {
  const text = Text.of(['manifest {}', '  local x = = 3  ', '']);
  const marksOf = (line: number | null) =>
    diagnosticsOf(text, { ok: false, problem: { message: 'No.', line } }).map(({ from, to, message }) => [
      text.sliceString(from, to),
      message,
    ]);
  t.deepEqual(marksOf(2), [['local x = = 3', 'No.']]);
  t.deepEqual(marksOf(null), [['manifest {}', 'No.']]);
  t.deepEqual(marksOf(3), [['', 'No.']]);
  t.deepEqual(marksOf(99), [['', 'No.']], 'a line that no longer exists');
  const ok = { ok: true, manifest: { ...MANIFEST } } as const;
  t.deepEqual(diagnosticsOf(text, ok), []);
});

const MANIFEST = {
  name: 'Drill',
  kind: 'drill',
  version: null,
  about: '',
  players: { min: 1, max: 4 },
  settings: [],
  trend: [],
} as const;

test('[C113] shows the verdict of the checker, and restarts a terminated one', async (t) => {
  const clock = createVirtualClock();
  const inner = (await localIsolates())(clock);
  let [slow, started] = [false, 0];
  const isolates: Isolates = {
    start() {
      started++;
      const isolate = inner.start();
      return {
        end: () => isolate.end(),
        request: (message, done) =>
          isolate.request(message, (answer) => done(slow ? fail('isolate_slow', 'It was stopped.') : answer)),
      };
    },
  };
  const checker = createChecker(isolates);
  const check = async (text: string) => {
    const result = checker.check(text);
    await clock.advance(1);
    return result;
  };
  t.like(await check(manifestOf('Drill')), { ok: true, manifest: { name: 'Drill' } });
  t.like(await check(`${manifestOf('Drill')}x = = 3`), { ok: false, problem: { line: 2 } });
  t.is(started, 1);
  slow = true;
  t.deepEqual(await check(''), { ok: false, problem: { message: 'It was stopped.', line: null } });
  slow = false;
  t.true((await check(manifestOf('Drill'))).ok);
  t.is(started, 2);
});
