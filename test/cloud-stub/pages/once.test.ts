// A form that is sent twice is done once.

import test from 'ava';
import { createOnce } from '../../../cloud-stub/pages/once.ts';
import type { HttpAnswer } from '../../../cloud-stub/http/answers.ts';
import { author, hiddenFields, publishText, siteWorld, supporter, type Person } from '../../support/site-world.ts';
import { luaOf } from '../../support/store-world.ts';

/** How many extensions the list of one's own has. */
async function ownCount(ann: Person): Promise<number> {
  const { text } = await ann.open('/own');
  return text.match(/<a class="code-link" href="\/own\/\w+">/g)?.length ?? 0;
}

const FIELDS = { text: luaOf({ name: 'Ladder' }), description: 'Putts of three feet.', notes: '' };

test('[C117] a form that is sent twice at once publishes one extension, and both times its page is shown', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await ann.open('/own/new');
  const [first, second] = await Promise.all([ann.fill('/own/new', FIELDS), ann.fill('/own/new', FIELDS)]);
  t.is(first.url.search, '?said=created');
  t.is(second.url.href, first.url.href);
  t.is(await ownCount(ann), 1);
});

test('[C117] what was changed before it is sent again is published, as is the same on a page that was loaded again', async (t) => {
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

test('[C116] a comment of support that is sent twice is kept once', async (t) => {
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

/** Counts how often a form is done that `form_id` and `text` make. */
function counting(status = 303) {
  let [now_s, done] = [1000, 0];
  const once = createOnce(() => now_s);
  return {
    wait: (seconds: number) => void (now_s += seconds),
    done: () => done,
    send: (id: string, { who = 'ann', text = 'x' } = {}) =>
      once(who, '/own/new', new Map([['form_id', id], ['text', text]]), () => {
        done += 1;
        return { ...ANSWER, status };
      }), // oxfmt-ignore
  };
}

test('[C117] a form is remembered for a minute, and of each person apart', async (t) => {
  const { send, done, wait } = counting();
  await send('1');
  wait(59);
  await send('1');
  t.is(done(), 1);
  wait(1);
  await send('1');
  t.is(done(), 2);
  await send('1', { who: 'bob' });
  t.is(done(), 3);
});

test('[C117] what was refused may be sent again', async (t) => {
  const { send, done } = counting(400);
  await send('1');
  await send('1');
  t.is(done(), 2);
});

test('[C117] a thousand forms are remembered, the oldest is forgotten for one more', async (t) => {
  const { send, done } = counting();
  for (let id = 0; id < 1000; id += 1) await send(`${id}`);
  await send('0');
  t.is(done(), 1000);
  await send('1000');
  await send('0');
  t.is(done(), 1002);
});
