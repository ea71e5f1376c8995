// After an approval ends, devices keep the last approved version until the author or support releases another (C135).
// Repeating a state changes nothing.

import test, { type ExecutionContext } from 'ava';
import { fieldsOf, listOf } from '../../support/read-json.ts';
import {
  jsonOf,
  luaOf,
  outcomeOf,
  recordsIn,
  servedStore,
  SUPPORT_KEY,
  type Json,
} from '../../support/store/store-world.ts';

async function scene(t: ExecutionContext) {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const { id: code } = await ann.publish({ name: 'V1' });
  const update = (name: string) => ann.put(code, { text: luaOf({ name }) });
  const checked = async (): Promise<unknown> =>
    recordsIn(await world.check([{ c: code, v: 1 }]), 'installed').map(({ v, name }) => [v, name])[0];
  const entries = async (): Promise<unknown[]> => {
    const headers = { authorization: `Bearer ${SUPPORT_KEY}` };
    const { history } = jsonOf(await world.call('/support/history', { headers }));
    return listOf(history).map((entry) => fieldsOf(entry)['what']);
  };
  return { world, ann, code, update, checked, entries };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const list = async ({ ann, world, code }: Scene): Promise<void> => {
  await ann.patch(code, { request_listing: true });
  await world.decide(code, { listing: 'public' });
};
const setDefault = async ({ world, code }: Scene): Promise<void> => void (await world.decide(code, { default: true }));
const decide =
  (decision: Json) =>
  ({ world, code }: Scene) =>
    world.decide(code, decision);
const withdraw = ({ ann, code }: Scene) => ann.patch(code, { request_listing: false });

const ENDS = [
  ['support unlists', list, decide({ listing: 'none' })],
  ['the author withdraws', list, withdraw],
  ['support clears the default', setDefault, decide({ default: false })],
  [
    'support takes it down and restores it',
    list,
    async (at: Scene) => {
      await at.world.decide(at.code, { taken_down: true });
      return at.world.decide(at.code, { taken_down: false });
    },
  ],
] as const;

for (const [ending, trust, end] of ENDS) {
  test(`[C135] devices keep the approved version when ${ending} while a newer one waits`, async (t) => {
    const at = await scene(t);
    await trust(at);
    await at.update('V2');
    t.deepEqual(await at.checked(), [1, 'V1']);
    t.is((await end(at)).status, 200);
    t.deepEqual(await at.checked(), [1, 'V1']);
    t.is((await at.world.fetch(at.code)).headers['x-extension-version'], '1');
    t.is(jsonOf(await at.world.call(`/e/${at.code}/version`))['v'], 1);
  });

  test(`[C135] devices keep the approved version when ${ending} before a newer one is published`, async (t) => {
    const at = await scene(t);
    await trust(at);
    await end(at);
    const { served_version } = jsonOf(await at.update('V2'));
    t.is(served_version, 1);
    t.deepEqual(await at.checked(), [1, 'V1']);
    await at.ann.patch(at.code, { request_listing: true });
    await at.world.decide(at.code, { listing: 'none' });
    t.deepEqual(await at.checked(), [1, 'V1'], 'unchanged by a second check');
  });
}

test('[C135] once an author releases the newest version, later versions are served when published', async (t) => {
  const at = await scene(t);
  const { ann, code } = at;
  await list(at);
  await at.update('V2');
  await withdraw(at);
  const released = jsonOf(await ann.patch(code, { release: true, version: 2 }));
  t.like(released, { version: 2, served_version: 2, approved_version: 1, listing: 'none' });
  t.deepEqual(await at.checked(), [2, 'V2']);
  await at.update('V3');
  t.deepEqual(await at.checked(), [3, 'V3']);
  t.deepEqual(await at.entries(), ['release', 'withdraw', 'approve', 'request']);
  await list(at);
  await at.update('V4');
  await withdraw(at);
  t.deepEqual(await at.checked(), [3, 'V3'], 'a later approval fixes the version again');
});

test('[C135] an author cannot release an extension that is public, a default or taken down', async (t) => {
  const at = await scene(t);
  const { ann, world, code } = at;
  const refused = async (): Promise<void> =>
    void t.deepEqual(outcomeOf(await ann.patch(code, { release: true })), [409, 'invalid_transition']);
  await list(at);
  await at.update('V2');
  await refused();
  await world.decide(code, { listing: 'none' });
  await world.decide(code, { default: true });
  await at.update('V3');
  await refused();
  await world.decide(code, { taken_down: true });
  await refused();
  await world.decide(code, { taken_down: false });
  t.deepEqual(await at.checked(), [2, 'V2']);
});

test('[C135] a release names the newest version or none', async (t) => {
  const at = await scene(t);
  const { ann, code } = at;
  await list(at);
  await at.update('V2');
  await withdraw(at);
  t.deepEqual(outcomeOf(await ann.patch(code, { release: true, version: 3 })), [409, 'version_changed']);
  for (const body of [{ release: false }, { release: 2 }, { release: true, version: 0 }, { version: 2 }])
    t.deepEqual(outcomeOf(await ann.patch(code, body)), [400, 'bad_request'], JSON.stringify(body));
  t.deepEqual(await at.checked(), [1, 'V1']);
  t.is((await ann.patch(code, { release: true, version: 1 })).status, 200, 'devices already have it');
  t.deepEqual(await at.checked(), [1, 'V1']);
  t.is((await ann.patch(code, { release: true })).status, 200);
  t.deepEqual(await at.checked(), [2, 'V2']);
});

test('[C135] support releases a version to devices without listing it, and later ones wait', async (t) => {
  const at = await scene(t);
  await list(at);
  await at.update('V2');
  await withdraw(at);
  t.deepEqual(outcomeOf(await at.world.decide(at.code, { release: true, version: 1 })), [200], 'already in effect');
  const released = jsonOf(await at.world.decide(at.code, { release: true, version: 2, reviewer: 'Sue' }));
  t.like(released, { listing: 'none', default: false, approved_version: 2, served_version: 2, reviewer: 'Sue' });
  await at.update('V3');
  t.deepEqual(await at.checked(), [2, 'V2']);
  t.deepEqual(outcomeOf(await at.world.decide(at.code, { release: true, version: 1 })), [409, 'version_changed']);
});

for (const [state, reach, again] of [
  ['a request', async () => {}, { request_listing: true }],
  ['a request of what is public', list, { request_listing: true }],
  ['a withdrawal', withdraw, { request_listing: false }],
  ['a release', async (at: Scene) => void (await at.ann.patch(at.code, { release: true })), { release: true }],
] as const)
  test(`[C135] an author may repeat ${state} without a change or a second history entry`, async (t) => {
    const at = await scene(t);
    await reach(at);
    const first = await at.ann.patch(at.code, again);
    const before = await at.entries();
    const second = await at.ann.patch(at.code, again);
    t.deepEqual([first.status, second.status], [200, 200]);
    t.deepEqual(jsonOf(second), jsonOf(first));
    t.deepEqual(await at.entries(), before);
  });

for (const decision of [
  { listing: 'public' },
  { listing: 'public', version: 1 },
  { listing: 'none' },
  { default: true },
  { default: true, version: 1, reviewer: 'Sue' },
  { default: false },
  { default: false, listing: 'none' },
  { default: true, listing: 'public' },
  { release: true },
  { taken_down: true },
  { taken_down: true, reason: 'It is not yours.' },
  { taken_down: false },
] as const)
  test(`[C135] support may repeat ${JSON.stringify(decision)} without a change or a second history entry`, async (t) => {
    const at = await scene(t);
    await at.ann.patch(at.code, { request_listing: true });
    const first = await at.world.decide(at.code, decision);
    const before = await at.entries();
    const second = await at.world.decide(at.code, decision);
    t.deepEqual([first.status, second.status], [200, 200]);
    t.deepEqual(jsonOf(second), jsonOf(first));
    t.deepEqual(await at.entries(), before);
  });

test('[C135] clears a default even if the decision repeats that there is no listing', async (t) => {
  const at = await scene(t);
  await setDefault(at);
  const cleared = await at.world.decide(at.code, { default: false, listing: 'none' });
  t.like(jsonOf(cleared), { default: false, listing: 'none' });
  t.deepEqual(jsonOf(await at.world.check([]))['defaults'], []);
});

test('[C135] a repeated approval after a newer version succeeds and approves nothing new', async (t) => {
  const at = await scene(t);
  await list(at);
  await at.update('V2');
  const again = await at.world.decide(at.code, { listing: 'public', version: 1 });
  t.like(jsonOf(again), { listing: 'public', approved_version: 1, version: 2 });
  t.deepEqual(await at.checked(), [1, 'V1']);
  t.deepEqual(outcomeOf(await at.world.decide(at.code, { default: true, version: 1 })), [409, 'version_changed']);
});
