// Forms that are sent twice: processed once.

import test from 'ava';
import { createOnce } from '../../../../cloud-stub/web/common/once.ts';
import type { HttpAnswer } from '../../../../cloud-stub/http/answers.ts';
import {
  author,
  hiddenFields,
  publishText,
  siteWorld,
  supporter,
  type Person,
} from '../../../support/store/site-world.ts';
import { luaOf } from '../../../support/store/store-world.ts';

/** Returns the number of extensions in the own list. */
async function ownCount(ann: Person): Promise<number> {
  const { text } = await ann.open('/own');
  return text.match(/<a class="code-link" href="\/own\/\w+">/g)?.length ?? 0;
}

const FIELDS = { text: luaOf({ name: 'Ladder' }), description: 'Putts of three feet.', notes: '' };

test('[C117] a form sent twice at the same time publishes one extension and shows its page both times', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await ann.open('/own/new');
  const [first, second] = await Promise.all([ann.fill('/own/new', FIELDS), ann.fill('/own/new', FIELDS)]);
  t.is(first.url.search, '?said=created');
  t.is(second.url.href, first.url.href);
  t.is(await ownCount(ann), 1);
});

test('[C117] publishes a changed form, and the same one from a reloaded page', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const form = await ann.open('/own/new');
  await ann.fill('/own/new', FIELDS);
  t.is(await ownCount(ann), 1);
  await ann.fill('/own/new', { ...hiddenFields(form), ...FIELDS, notes: 'Other notes.' });
  t.is(await ownCount(ann), 2);
  await publishText(ann, FIELDS.text);
  t.is(await ownCount(ann), 3);
});

test('[C116] stores a support comment that is sent twice once', async (t) => {
  const world = await siteWorld(t);
  const code = await publishText(await author(world), luaOf());
  const sam = await supporter(world);
  await sam.open(`/support/extension/${code}`);
  const comment = () => sam.fill(`/support/extension/${code}/comment`, { comment: 'Asks for much.', version: '1' });
  await Promise.all([comment(), comment()]);
  const { text } = await sam.open(`/support/extension/${code}`);
  t.is(text.match(/Asks for much\./g)?.length, 1);
});

const ANSWER: HttpAnswer = { status: 303, headers: {}, body: new Uint8Array() };

/** Counts how often forms made of `form_id` and `text` are processed. */
function counting(status = 303) {
  let [now_s, done] = [1000, 0];
  const once = createOnce<HttpAnswer>(() => now_s);
  return {
    wait: (seconds: number) => void (now_s += seconds),
    done: () => done,
    knows: once.knows,
    send: (id: string, { path = '/own/new', text = 'x' } = {}) =>
      once.answer([path, id, text], () => {
        done += 1;
        return { ...ANSWER, status };
      }),
  };
}

test('[R151] recognizes a repeated form for a minute, by path and fields', async (t) => {
  const { send, done, wait, knows } = counting();
  await send('1');
  wait(59);
  await send('1');
  t.is(done(), 1);
  t.true(knows('/own/new'));
  wait(1);
  t.false(knows('/own/new'));
  await send('1');
  t.is(done(), 2);
  await send('1', { path: '/own/7K3QZ/edit' });
  await send('1', { text: 'y' });
  t.is(done(), 4);
});

test('[R151] [C131] processes a refused form once within 5 s, and again after that', async (t) => {
  const { send, done, wait } = counting(400);
  await send('1');
  wait(4);
  await send('1');
  t.is(done(), 1);
  wait(1);
  await send('1');
  t.is(done(), 2);
});

test('[R151] reprocesses a form after a failure', async (t) => {
  const once = createOnce<HttpAnswer>(() => 1000);
  await t.throwsAsync(
    once.answer(['/own/new'], () => Promise.reject(new Error('the disk is gone'))),
    { message: 'the disk is gone' },
  );
  t.is((await once.answer(['/own/new'], () => ANSWER)).status, 303);
});

test('[C117] stores a thousand forms, and drops the oldest for one more', async (t) => {
  const { send, done } = counting();
  for (let id = 0; id < 1000; id += 1) await send(`${id}`);
  await send('0');
  t.is(done(), 1000);
  await send('1000');
  await send('0');
  t.is(done(), 1002);
});
