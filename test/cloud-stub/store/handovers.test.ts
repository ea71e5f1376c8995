// Handing an extension over to another author by a code (C120).

import test, { type ExecutionContext } from 'ava';
import type { HttpAnswer } from '../../support/process/http-call.ts';
import { fieldsOf, listOf } from '../../support/read-json.ts';
import {
  jsonOf,
  outcomeOf,
  recordsIn,
  servedStore,
  SUPPORT_KEY,
  type Author,
  type StoreWorld,
} from '../../support/store/store-world.ts';

const posts = ({ call }: StoreWorld, { token }: Author, path: string, body?: unknown): Promise<HttpAnswer> =>
  call(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function scene(t: ExecutionContext, limited = false) {
  const world = await servedStore(t, { limited });
  const [ann, bob] = [await world.author('ann'), await world.author('bob')];
  const { id: code } = await ann.publish({ name: 'Ladder' });
  const offer = async (): Promise<string> =>
    String(jsonOf(await posts(world, ann, `/extensions/${code}/handover`))['handover']);
  const accept = (author: Author, handover: string) => posts(world, author, '/handovers', { handover });
  const codesOf = async (author: Author): Promise<unknown[]> => recordsIn(await author.list()).map(({ id }) => id);
  return { world, ann, bob, code, offer, accept, codesOf };
}

test('[C120] the author who redeems the code owns the extension, and the previous owner loses it', async (t) => {
  const { world, ann, bob, code, offer, accept, codesOf } = await scene(t);
  const handover = await offer();
  t.regex(handover, /^[0-9A-Z]{10}$/);
  t.deepEqual(await codesOf(ann), [code], 'an offer changes nothing');
  const typed = `${handover.slice(0, 4).toLowerCase()}-${handover.slice(4)}`;
  t.like(jsonOf(await accept(bob, typed)), { id: code, name: 'Ladder' });
  t.deepEqual([await codesOf(ann), await codesOf(bob)], [[], [code]]);
  t.deepEqual(outcomeOf(await ann.remove(code)), [403, 'not_owner']);
  t.deepEqual(outcomeOf(await accept(ann, handover)), [404, 'not_found'], 'a code works once');
  const log = await world.call('/support/history', { headers: { authorization: `Bearer ${SUPPORT_KEY}` } });
  t.like(fieldsOf(listOf(jsonOf(log)['history'])[0]), { what: 'transfer', code, text: 'From ann to bob.' });
});

test('[C120] a code is valid for a week, or until a new one is made', async (t) => {
  const { world, bob, offer, accept } = await scene(t);
  const [first, second] = [await offer(), await offer()];
  t.deepEqual(outcomeOf(await accept(bob, first)), [404, 'not_found']);
  await world.clock.advance(7 * 86_400_000);
  const later = await world.author('bob');
  t.deepEqual(outcomeOf(await accept(later, second)), [404, 'not_found']);
});

test('[C120] only the owner makes a code, and it is void once the extension is deleted', async (t) => {
  const { world, ann, bob, code, offer, accept, codesOf } = await scene(t);
  t.deepEqual(outcomeOf(await posts(world, bob, `/extensions/${code}/handover`)), [403, 'not_owner']);
  const handover = await offer();
  await accept(bob, handover);
  const again = String(jsonOf(await posts(world, bob, `/extensions/${code}/handover`))['handover']);
  await world.call(`/extensions/${code}`, { method: 'DELETE', headers: { authorization: `Bearer ${bob.token}` } });
  t.deepEqual(outcomeOf(await accept(ann, again)), [404, 'not_found']);
  t.deepEqual(await codesOf(ann), []);
});

for (const [handover, error] of [
  ['', 'bad_request'],
  ['A'.repeat(33), 'bad_request'],
  ['A'.repeat(32), 'not_found'],
  ['!!!!!!!!!!', 'not_found'],
  [7, 'bad_request'],
] as const)
  test(`[C120] answers the code ${JSON.stringify(handover)} with ${error}`, async (t) => {
    const { world, bob } = await scene(t);
    t.is(outcomeOf(await posts(world, bob, '/handovers', { handover }))[1], error);
  });

test('[C120] limits attempts at codes', async (t) => {
  const { bob, accept, offer } = await scene(t, true);
  await offer();
  for (let n = 0; n < 60; n++) t.is((await accept(bob, 'AAAAAAAAAA')).status, 404);
  t.is((await accept(bob, 'AAAAAAAAAA')).status, 429);
});
