// Support actions in addition to approval: reasons, comments, takedowns, and their history (C114).

import test, { type ExecutionContext } from 'ava';
import { listOf, fieldsOf } from '../../support/read-json.ts';
import { jsonOf, outcomeOf, recordsIn, servedStore, SUPPORT_KEY, type Json } from '../../support/store/store-world.ts';

const AUTHORIZED = { authorization: `Bearer ${SUPPORT_KEY}` };

async function scene(t: ExecutionContext) {
  const world = await servedStore(t);
  const ann = await world.author('ann', { name: 'Ann Miller' });
  const { id: code } = await ann.publish({ name: 'Ladder' });
  const own = async (): Promise<Json> => fieldsOf(recordsIn(await ann.list())[0]);
  const support = (path: string, method: 'GET' | 'POST' = 'GET', body?: Json) =>
    world.call(`/support${path}`, {
      method,
      headers: AUTHORIZED,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { world, ann, code, own, support };
}

test('[C114] shows an author why support declined, until the next listing request', async (t) => {
  const { world, ann, code, own } = await scene(t);
  await ann.patch(code, { request_listing: true });
  t.false('refused' in (await own()));
  await world.decide(code, { listing: 'none', reason: 'The last putt counts twice.', reviewer: 'Sam' });
  t.like(await own(), {
    listing: 'none',
    refused: { what: 'decline', version: 1, reason: 'The last putt counts twice.' },
  });
  await ann.put(code, { text: '--{"name":"Ladder"}\n-- mended' });
  t.like(await own(), { version: 2, refused: { version: 1 } }, 'a new version does not clear the decline');
  await ann.patch(code, { request_listing: true });
  t.false('refused' in (await own()));
  await world.decide(code, { listing: 'public' });
  await world.decide(code, { listing: 'none', reason: 'A name was in it.' });
  t.like(await own(), { refused: { what: 'unlist', version: 2, reason: 'A name was in it.' } });
});

test('[C114] making an extension a default clears its decline', async (t) => {
  const { world, ann, code, own } = await scene(t);
  await ann.patch(code, { request_listing: true });
  await world.decide(code, { listing: 'none', reason: 'Not for the list.' });
  t.true('refused' in (await own()));
  await world.decide(code, { default: true });
  t.like(await own(), { default: true });
  t.false('refused' in (await own()));
});

test('[C114] a takedown removes the extension from devices and lists, and tells its author why', async (t) => {
  const { world, ann, code, own } = await scene(t);
  await world.decide(code, { default: true });
  await ann.patch(code, { request_listing: true });
  await world.decide(code, { listing: 'public' });
  await world.decide(code, { taken_down: true, reason: 'It copies another author.' });
  t.deepEqual(outcomeOf(await world.fetch(code)), [410, 'gone']);
  t.deepEqual(outcomeOf(await world.fetch(`${code}?v=1`)), [410, 'gone']);
  t.deepEqual(outcomeOf(await world.call(`/e/${code}/version`)), [410, 'gone']);
  t.deepEqual(jsonOf(await world.check([{ c: code, v: 1 }])), { installed: [{ c: code, gone: true }], defaults: [] });
  t.deepEqual(recordsIn(await world.call('/public')), []);
  t.like(await own(), {
    listing: 'none',
    default: false,
    refused: { what: 'take_down', reason: 'It copies another author.' },
  });
  t.deepEqual(outcomeOf(await ann.patch(code, { request_listing: true })), [409, 'invalid_transition']);
  t.deepEqual(outcomeOf(await world.decide(code, { listing: 'public' })), [409, 'invalid_transition']);
  t.deepEqual(outcomeOf(await world.decide(code, { default: true })), [409, 'invalid_transition']);
  t.deepEqual(
    recordsIn(await world.waiting('?state=taken_down')).map(({ id }) => id),
    [code],
  );
  await world.decide(code, { taken_down: false });
  t.is((await world.fetch(code)).status, 200);
  t.false('refused' in (await own()));
  t.is((await ann.patch(code, { request_listing: true })).status, 200);
});

test('[C114] refuses to take down and show an extension in one decision', async (t) => {
  const { world, code } = await scene(t);
  t.deepEqual(outcomeOf(await world.decide(code, { taken_down: true, default: true })), [409, 'invalid_transition']);
  t.is((await world.fetch(code)).status, 200);
});

test('[C114] the history records who did what, when and why, and outlives the extension', async (t) => {
  const { world, ann, code, support } = await scene(t);
  await ann.patch(code, { request_listing: true });
  await support(`/extensions/${code}/comments`, 'POST', { text: 'Looks like K7M2Q.', version: 1, reviewer: 'Sam' });
  await world.decide(code, { listing: 'none', reason: 'Too like another.', reviewer: 'Sam' });
  await ann.remove(code);
  const { history } = jsonOf(await support('/history'));
  t.deepEqual(
    listOf(history).map((entry) => {
      const { who, what, code: of, version, text } = fieldsOf(entry);
      return [who, what, of, version, text];
    }),
    [
      ['Ann Miller', 'delete', code, 1, ''],
      ['Sam', 'decline', code, 1, 'Too like another.'],
      ['Sam', 'comment', code, 1, 'Looks like K7M2Q.'],
      ['Ann Miller', 'request', code, 1, ''],
    ],
  );
  const first = jsonOf(await support('/history?limit=1'));
  const { serial } = fieldsOf(listOf(first['history'])[0]);
  t.is(first['next_before'], serial);
  t.like(jsonOf(await support(`/history?limit=1&before=${String(serial)}`)), { history: [{ what: 'decline' }] });
});

test('[C114] hides comments of support from authors', async (t) => {
  const { ann, code, support } = await scene(t);
  await support(`/extensions/${code}/comments`, 'POST', { text: 'Between us.' });
  const visible = [await ann.list(), await ann.versions(code)].map((answer) => JSON.stringify(jsonOf(answer)));
  t.false(visible.join().includes('Between us'));
  const { history } = jsonOf(await support(`/extensions/${code}/history`));
  t.like(listOf(history)[0], { what: 'comment', text: 'Between us.', version: null });
});

for (const [chars, status] of [
  [2000, 200],
  [2001, 400],
] as const)
  test(`[C114] answers a reason of ${chars} characters with ${status}`, async (t) => {
    const { world, code } = await scene(t);
    const { status: got } = await world.decide(code, { default: true, reason: '🏌'.repeat(chars) });
    t.is(got, status);
  });

test('[C114] shows support an extension with its versions, history and daily installs', async (t) => {
  const { world, ann, code, support } = await scene(t);
  await ann.put(code, { text: '--{"name":"Ladder 2"}\n', notes: 'Faster.' });
  await world.fetch(code, { 'X-Service-Device': 'TP-1' });
  await world.fetch(code, { 'X-Service-Device': 'TP-2' });
  await world.clock.advance(86_400_000);
  await world.fetch(code, { 'X-Service-Device': 'TP-1' });
  const history = jsonOf(await support(`/extensions/${code}/history`));
  t.like(history['extension'], { owner: 'ann', name: 'Ladder 2', installs: 3 });
  t.like(history['versions'], [
    { version: 2, notes: 'Faster.', author: 'Ann Miller' },
    { version: 1, name: 'Ladder' },
  ]);
  t.deepEqual(
    listOf(history['installs_by_day']).map((day) => fieldsOf(day)['installs']),
    [2, 1],
  );
  t.deepEqual(outcomeOf(await world.call(`/support/extensions/${code}/history`)), [401, 'unauthorized']);
  t.deepEqual(outcomeOf(await world.call('/support/history')), [401, 'unauthorized']);
});
