// Listings and defaults (store store §3.1, §3.2, C33): allowed transitions, the version served, and that an approval
// covers only the reviewed version.

import test, { type ExecutionContext } from 'ava';
import type { HttpAnswer } from '../../support/process/http-call.ts';
import { itemAt } from '../../support/items.ts';
import { listOf } from '../../support/read-json.ts';
import {
  luaOf,
  outcomeOf,
  servedStore,
  type Author,
  type Json,
  type StoreWorld,
  jsonOf,
  recordsIn,
} from '../../support/store/store-world.ts';

interface Scene {
  readonly world: StoreWorld;
  readonly ann: Author;
  readonly code: string;
}

async function scene(t: ExecutionContext): Promise<Scene> {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  return { world, ann, code: (await ann.publish({ name: 'V1' })).id };
}

const publicCodes = async ({ world }: Scene): Promise<unknown[]> =>
  recordsIn(await world.call('/public')).map(({ id }) => id);

type Step = 'request' | 'withdraw' | 'approve' | 'decline';
const take = async ({ world, ann, code }: Scene, step: Step): Promise<HttpAnswer> => {
  if (step === 'request' || step === 'withdraw') return ann.patch(code, { request_listing: step === 'request' });
  return world.decide(code, step === 'approve' ? { listing: 'public', version: 1 } : { listing: 'none' });
};

/** Rows of store §3.1, and steps to the current state (C135); all other steps are refused. */
const TRANSITIONS: readonly (readonly [from: 'none' | 'requested' | 'public', step: Step, to: string | null])[] = [
  ['none', 'request', 'requested'],
  ['none', 'withdraw', 'none'],
  ['none', 'approve', null],
  ['none', 'decline', 'none'],
  ['requested', 'request', 'requested'],
  ['requested', 'withdraw', 'none'],
  ['requested', 'approve', 'public'],
  ['requested', 'decline', 'none'],
  ['public', 'request', 'public'],
  ['public', 'withdraw', 'none'],
  ['public', 'approve', 'public'],
  ['public', 'decline', 'none'],
];

for (const [from, step, to] of TRANSITIONS)
  test(`[R113] a listing that is ${from}: ${step} ${to === null ? 'is refused' : `makes it ${to}`}`, async (t) => {
    const at = await scene(t);
    if (from !== 'none') await take(at, 'request');
    if (from === 'public') await take(at, 'approve');
    const answer = await take(at, step);
    if (to === null) t.deepEqual(outcomeOf(answer), [409, 'invalid_transition']);
    else t.deepEqual([answer.status, jsonOf(answer)['listing']], [200, to]);
    const listed = to ?? from;
    t.is(recordsIn(await at.ann.list())[0]?.['listing'], listed);
    t.deepEqual(await publicCodes(at), listed === 'public' ? [at.code] : []);
  });

test('[R113] an author cannot make an extension public with any body', async (t) => {
  const at = await scene(t);
  const { ann, code, world } = at;
  for (const body of [{ listing: 'public', version: 1 }, { request_listing: 'public' }, { request_listing: 1 }, {}, []])
    t.deepEqual(outcomeOf(await ann.patch(code, body)), [400, 'bad_request']);
  await ann.patch(code, { request_listing: true, listing: 'public', default: true, approved_version: 1 });
  const put = await ann.put(code, { text: luaOf(), listing: 'public', default: true, approved_version: 2 });
  t.deepEqual(
    [jsonOf(put)['listing'], jsonOf(put)['default'], jsonOf(put)['approved_version']],
    ['requested', false, null],
  );
  const headers = { Authorization: `Bearer ${ann.token}` };
  const body = JSON.stringify({ listing: 'public', version: 2 });
  const support = await world.call(`/support/extensions/${code}`, { method: 'PATCH', headers, body });
  t.deepEqual(outcomeOf(support), [401, 'unauthorized']);
  t.deepEqual(await publicCodes(at), []);
});

/** Returns the version that is fetched, queried, checked, and in the public list. */
async function served({ world, code }: Scene): Promise<unknown[]> {
  const fetched = (await world.fetch(code)).headers['x-extension-version'];
  const queried = jsonOf(await world.call(`/e/${code}/version`))['v'];
  const checked = recordsIn(await world.check([{ c: code, v: 1 }]), 'installed')[0]?.['v'];
  const listed = recordsIn(await world.call('/public'))[0];
  return [Number(fetched), queried, checked, listed?.['version']];
}

test('[R113] serves the approved version to the public until the next approval', async (t) => {
  const at = await scene(t);
  const { world, ann, code } = at;
  await take(at, 'request');
  await take(at, 'approve');
  await ann.put(code, { text: luaOf({ name: 'V2' }), description: 'Second.' });
  t.deepEqual(await served(at), [1, 1, 1, 1]);
  const [listed] = recordsIn(await world.call('/public'));
  t.deepEqual([listed?.['name'], listed?.['description']], ['V1', 'A ladder of putts.']);
  const [own] = recordsIn(await ann.list());
  t.deepEqual([own?.['name'], own?.['version'], own?.['approved_version']], ['V2', 2, 1]);
  t.is(
    (await world.call('/public?q=second')).text,
    '{"extensions":[],"next_cursor":null}',
    'its unapproved text is not searchable',
  );
  const approved = await world.decide(code, { listing: 'public', version: 2, reviewer: 'Sue' });
  t.deepEqual([jsonOf(approved)['approved_version'], jsonOf(approved)['reviewer']], [2, 'Sue']);
  t.deepEqual(await served(at), [2, 2, 2, 2]);
});

test('[C33] serves the newest version of a never approved extension', async (t) => {
  const at = await scene(t);
  await at.ann.put(at.code, { text: luaOf({ name: 'V2' }) });
  t.deepEqual(await served(at), [2, 2, 2, undefined]);
  await take(at, 'request');
  t.deepEqual(await served(at), [2, 2, 2, undefined]);
  await take(at, 'withdraw');
  await at.ann.put(at.code, { text: luaOf({ name: 'V3' }) });
  t.deepEqual(await served(at), [3, 3, 3, undefined]);
});

for (const [about, decision] of [
  ['an approval', { listing: 'public' }],
  ['a default', { default: true }],
  ['both', { listing: 'public', default: true }],
] as const)
  test(`[C33] refuses ${about} of another version than the newest as a whole`, async (t) => {
    const at = await scene(t);
    const { world, ann, code } = at;
    await take(at, 'request');
    await ann.put(code, { text: luaOf({ name: 'V2' }) });
    const before = (await world.waiting('?state=all')).text;
    for (const [version, expected] of [
      [1, [409, 'version_changed']],
      [3, [409, 'version_changed']],
      [0, [400, 'bad_request']],
      ['2', [400, 'bad_request']],
    ] as const) {
      t.deepEqual(outcomeOf(await world.decide(code, { ...decision, version })), [...expected], `${version}`);
      t.is((await world.waiting('?state=all')).text, before);
    }
    t.is((await world.decide(code, { ...decision, version: 2 })).status, 200);
  });

test('[C33] a support decision without a version applies to the newest, as documented', async (t) => {
  const at = await scene(t);
  const { world, ann, code } = at;
  await take(at, 'request');
  await ann.put(code, { text: luaOf({ name: 'V2' }) });
  const listed = jsonOf(await world.decide(code, { listing: 'public' }));
  t.deepEqual([listed['listing'], listed['approved_version']], ['public', 2]);
  await ann.put(code, { text: luaOf({ name: 'V3' }) });
  const set = jsonOf(await world.decide(code, { default: true }));
  t.deepEqual([set['default'], set['approved_version']], [true, 3]);
});

test('[C33] keeps the recorded reviewer until another one is given', async (t) => {
  const { world, code } = await scene(t);
  await world.decide(code, { default: true, reviewer: 'Sue' });
  t.is(jsonOf(await world.decide(code, { default: false }))['reviewer'], 'Sue');
  t.is(jsonOf(await world.decide(code, { default: true }))['reviewer'], 'Sue');
  t.is(jsonOf(await world.decide(code, { default: true, reviewer: 'Tom' }))['reviewer'], 'Tom');
});

test('[C33] a newer version of a default is pending, public or not', async (t) => {
  const { world, ann, code } = await scene(t);
  const pending = async () => recordsIn(await world.waiting('?state=pending')).map(({ id }) => id);
  await world.decide(code, { default: true });
  t.deepEqual(await pending(), []);
  await ann.put(code, { text: luaOf({ name: 'V2' }) });
  t.deepEqual(await pending(), [code]);
  await world.decide(code, { default: true });
  t.deepEqual(await pending(), []);
});

test('[C40] tells support once there are more defaults than fit on a device', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const codes = [];
  for (let n = 0; n < 7; n++) codes.push((await ann.publish({ name: `D${n}` })).id);
  for (const [n, code] of codes.entries()) {
    const { warning } = jsonOf(await world.decide(code, { default: true }));
    const expected = 'There are 7 default extensions, but a device has room for 6: devices do not get the last ones.';
    t.is(warning, n === 6 ? expected : undefined, `${n + 1} defaults`);
  }
  t.is(jsonOf(await world.decide(itemAt(codes, 0), { default: false }))['warning'], undefined);
});

test('[C33] refusing the listing or default part of a decision changes neither', async (t) => {
  const { world, code } = await scene(t);
  const refused = await world.decide(code, { listing: 'public', default: true, version: 1 });
  t.deepEqual(outcomeOf(refused), [409, 'invalid_transition'], 'no listing was requested');
  t.deepEqual(jsonOf(await world.check([]))['defaults'], []);
});

test('[R110] refuses to delete a default extension until support clears it', async (t) => {
  const { world, ann, code } = await scene(t);
  t.is((await world.decide(code, { default: true, version: 1 })).status, 200);
  t.deepEqual(outcomeOf(await ann.remove(code)), [409, 'is_default']);
  t.is((await world.fetch(code)).status, 200);
  t.is((await world.decide(code, { default: false })).status, 200);
  t.is((await ann.remove(code)).status, 204);
});

test('[C33] pins a default to the reviewed version, public or not', async (t) => {
  const at = await scene(t);
  const { world, ann, code } = at;
  const set = jsonOf(await world.decide(code, { default: true, version: 1, reviewer: 'Sue' }));
  t.deepEqual([set['default'], set['approved_version'], set['reviewer'], set['listing']], [true, 1, 'Sue', 'none']);
  await ann.put(code, { text: luaOf({ name: 'Unseen' }) });
  t.deepEqual(await served(at), [1, 1, 1, undefined]);
  t.deepEqual(jsonOf(await world.check([]))['defaults'], [
    { c: code, id: code, v: 1, name: 'V1', kind: 'drill', default: true },
  ]);
  await world.decide(code, { default: true, version: 2 });
  t.deepEqual(await served(at), [2, 2, 2, undefined]);
  await ann.put(code, { text: luaOf({ name: 'V3' }) });
  await world.decide(code, { default: false });
  t.deepEqual(await served(at), [2, 2, 2, undefined]);
});

test('[C33] listing and default are independent, and an update keeps both', async (t) => {
  const at = await scene(t);
  const { world, ann, code } = at;
  await take(at, 'request');
  await world.decide(code, { listing: 'public', default: true, version: 1 });
  const put = jsonOf(await ann.put(code, { text: luaOf({ name: 'V2' }) }));
  t.deepEqual([put['listing'], put['default'], put['version']], ['public', true, 2]);
  t.is(jsonOf(await take(at, 'withdraw'))['default'], true);
  t.deepEqual(await served(at), [1, 1, 1, undefined]);
  await take(at, 'request');
  await world.decide(code, { default: false });
  t.is(recordsIn(await ann.list())[0]?.['listing'], 'requested');
});

test('[C41] refuses a decision that is empty or malformed', async (t) => {
  const { world, code } = await scene(t);
  const bodies: readonly Json[] = [
    {},
    { version: 1 },
    { reviewer: 'Sue' },
    { listing: 'requested', version: 1 },
    { listing: true, version: 1 },
    { default: 'yes', version: 1 },
    { default: true, version: 1, reviewer: '' },
    { default: true, version: 1, reviewer: 'x'.repeat(65) },
    { default: null },
  ];
  for (const body of bodies) t.deepEqual(outcomeOf(await world.decide(code, body)), [400, 'bad_request']);
  t.is((await world.decide(code, { default: true, version: 1, reviewer: 'x'.repeat(64) })).status, 200);
  t.deepEqual(outcomeOf(await world.decide('ZZZZZ', { listing: 'none' })), [404, 'not_found']);
});

test('[C41] support routes need the support key, and do not exist without one', async (t) => {
  const { world, ann, code } = await scene(t);
  for (const authorization of [
    undefined,
    'Bearer',
    'Bearer x',
    `Bearer ${ann.token}`,
    'Basic dGhlIGtleSBvZiBzdXBwb3J0',
  ]) {
    const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
    for (const [method, path] of [
      ['GET', '/support/extensions'],
      ['PATCH', `/support/extensions/${code}`],
    ] as const) {
      const body = method === 'PATCH' ? { body: '{"default":false}' } : {};
      const answer = await world.call(path, { method, headers, ...body });
      t.deepEqual(outcomeOf(answer), [401, 'unauthorized'], authorization);
      t.regex(String(answer.headers['www-authenticate']), /^Bearer /);
    }
  }
  const off = await servedStore(t, { support_key: null });
  t.deepEqual(outcomeOf(await off.waiting()), [404, 'not_found']);
  t.deepEqual(outcomeOf(await off.decide(code, { default: false })), [404, 'not_found']);
});

const versionsIn = (answer: HttpAnswer): readonly Json[] => listOf(jsonOf(answer)['versions']);

const versionsOf = async ({ ann, code }: Scene): Promise<unknown[]> => {
  const versions = versionsIn(await ann.versions(code));
  return versions.map(({ version, served, approved, waiting }) => [version, served, approved, waiting]);
};

test('[C111] shows an author the version on devices, the approved one and the pending one', async (t) => {
  const at = await scene(t);
  const { world, ann, code } = at;
  t.deepEqual(await versionsOf(at), [[1, true, false, false]]);
  await take(at, 'request');
  t.deepEqual(await versionsOf(at), [[1, true, false, true]]);
  await take(at, 'approve');
  t.deepEqual(await versionsOf(at), [[1, true, true, false]]);
  await ann.put(code, { text: luaOf({ name: 'V2' }), notes: 'Better.' });
  t.deepEqual(await versionsOf(at), [
    [2, false, false, true],
    [1, true, true, false],
  ]);
  const [newest] = versionsIn(await ann.versions(code));
  t.like(newest, { name: 'V2', notes: 'Better.' });
  await world.decide(code, { listing: 'none' });
  t.deepEqual(await versionsOf(at), [
    [2, false, false, false],
    [1, true, true, false],
  ]);
  const bob = await world.author('bob');
  t.deepEqual(outcomeOf(await bob.versions(code)), [403, 'not_owner']);
});
