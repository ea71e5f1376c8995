// Random days of a store against its model: all responses, lists and counts must agree. The seed is fixed.

import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import * as rules from '../../support/store/store-model.ts';
import { luaOf, outcomeOf, servedStore, type StoreWorld, jsonOf, recordsIn } from '../../support/store/store-world.ts';

const DEVICES = ['one', 'two'];

const which = fc.nat(3);
const author = fc.constantFrom('ann', 'ann', 'ann', 'bob');
const manifest = fc.constantFrom(null, null, 1, 2, 5, 9);
const STEPS = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant('create' as const), author, manifest }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('update' as const), which, author, manifest }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wish' as const), which, author, wanted: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('release' as const), which, author }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('remove' as const), which, author }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('approve' as const), which, stale: fc.nat(4) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('decline' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('default' as const), which, wanted: fc.boolean(), stale: fc.nat(4) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('install' as const),
      which,
      device: fc.constantFrom(...DEVICES),
      is_update: fc.boolean(),
    }),
  },
);
type Step = typeof STEPS extends fc.Arbitrary<infer T> ? T : never;

interface Day {
  readonly world: StoreWorld;
  readonly model: rules.Model;
  readonly codes: string[];
  texts: number;
}

const textOf = (name: string, version: number | null): string => luaOf({ name, version });

/** Applies a step to both and returns both responses, which must agree. */
async function take(day: Day, step: Step): Promise<readonly [unknown, unknown]> {
  const { world, model, codes } = day;
  const number = 'which' in step ? step.which : codes.length;
  const code = codes[number] ?? 'ZZZZZ';
  const found = model.get(number);
  const newest = found && found !== 'gone' ? found.newest : 1;
  switch (step.does) {
    case 'create': {
      const name = `T${day.texts++}`;
      const body = { text: textOf(name, step.manifest), description: 'Text.' };
      const created = await (await world.author(step.author)).post(body);
      codes.push(String(jsonOf(created)['id']));
      return [outcomeOf(created), rules.create(model, number, step.author, name, step.manifest)];
    }
    case 'update': {
      const name = `T${day.texts++}`;
      const updated = await (await world.author(step.author)).put(code, { text: textOf(name, step.manifest) });
      return [outcomeOf(updated), rules.update(model, number, step.author, name, step.manifest)];
    }
    case 'wish': {
      const wished = await (await world.author(step.author)).patch(code, { request_listing: step.wanted });
      return [outcomeOf(wished), rules.wish(model, number, step.author, step.wanted)];
    }
    case 'release': {
      const released = await (await world.author(step.author)).patch(code, { release: true });
      return [outcomeOf(released), rules.release(model, number, step.author)];
    }
    case 'remove':
      return [
        outcomeOf(await (await world.author(step.author)).remove(code)),
        rules.remove(model, number, step.author),
      ];
    case 'approve': {
      const stale = step.stale === 0;
      const decided = await world.decide(code, { listing: 'public', version: stale ? newest + 1 : newest });
      return [outcomeOf(decided), rules.approve(model, number, stale)];
    }
    case 'decline':
      return [outcomeOf(await world.decide(code, { listing: 'none' })), rules.decline(model, number)];
    case 'default': {
      const stale = step.stale === 0;
      const version = step.wanted ? { version: stale ? newest + 1 : newest } : {};
      const decided = await world.decide(code, { default: step.wanted, ...version });
      return [outcomeOf(decided), rules.setDefault(model, number, step.wanted, stale)];
    }
    case 'install': {
      const headers = { 'X-Service-Device': step.device, ...(step.is_update ? { 'X-Service-Update': '1' } : {}) };
      return [outcomeOf(await world.fetch(code, headers)), rules.install(model, number, step.device, step.is_update)];
    }
  }
}

/** Returns the whole visible store, by code. */
async function observed({ world, codes }: Day): Promise<unknown> {
  const all = recordsIn(await world.waiting('?state=all&limit=100'));
  const shown = recordsIn(await world.call('/public?limit=100'));
  const checked = await world.check(codes.slice(0, 64).map((c) => ({ c, v: 0 })));
  const texts: Record<string, string> = {};
  for (const record of all)
    for (let v = 1; v <= Number(record['version']); v++) {
      const read = await world.call(`/e/${String(record['id'])}?v=${v}`);
      if (read.status === 200)
        texts[`${String(record['id'])} ${v}`] = decodeURIComponent(String(read.headers['x-extension-name']));
    }
  return {
    all: Object.fromEntries(
      all.map(({ id, owner, version, listing, default: is_default, installs }) => [
        id,
        { owner, version, listing, is_default, installs },
      ]),
    ),
    public: Object.fromEntries(shown.map(({ id, version, name }) => [id, { version, name }])),
    checked: recordsIn(checked, 'installed').map(({ c, v, gone }) => [c, gone ?? v]),
    defaults: recordsIn(checked, 'defaults')
      .map(({ c, v }) => `${String(c)} ${String(v)}`)
      .toSorted(),
    texts,
  };
}

/** Returns the same from the model. */
function expected({ model, codes }: Day): unknown {
  const there = [...model].flatMap(([number, extension]) =>
    extension === 'gone' ? [] : [{ code: codes[number] ?? '', extension }],
  );
  return {
    all: Object.fromEntries(
      there.map(({ code, extension: { owner, newest, listing, is_default, installed_by } }) => [
        code,
        { owner, version: newest, listing, is_default, installs: installed_by.size },
      ]),
    ),
    public: Object.fromEntries(
      there
        .filter(({ extension }) => extension.listing === 'public')
        .map(({ code, extension: { approved, versions } }) => [
          code,
          { version: approved, name: versions.get(approved ?? -1) },
        ]),
    ),
    checked: codes.map((code, number) => {
      const extension = model.get(number);
      return [code, extension === undefined || extension === 'gone' ? true : rules.servedOf(extension)];
    }),
    defaults: there
      .filter(({ extension }) => extension.is_default)
      .map(({ code, extension }) => `${code} ${rules.servedOf(extension)}`)
      .toSorted(),
    texts: Object.fromEntries(
      there.flatMap(({ code, extension }) => [...extension.versions].map(([v, name]) => [`${code} ${v}`, name])),
    ),
  };
}

/** Plays a day and returns each kind of response once. */
async function lived(t: ExecutionContext, steps: readonly Step[]): Promise<ReadonlySet<string>> {
  const kinds = new Set<string>();
  const day: Day = { world: await servedStore(t), model: new Map(), codes: [], texts: 0 };
  for (const step of steps) {
    const found = day.model.get('which' in step ? step.which : -1);
    const before = found && found !== 'gone' ? found.listing : 'nothing';
    const [actual, ought] = await take(day, step);
    t.deepEqual(actual, ought, JSON.stringify(step));
    kinds.add(`${step.does} ${before} ${String(actual)}`);
  }
  t.deepEqual(await observed(day), expected(day));
  return kinds;
}

test('[R100] [R102] [R110] [R112] [R113] [C33] [C135] random days of a store match the model', async (t) => {
  const days = fc.sample(fc.array(STEPS, { minLength: 30, maxLength: 80, size: 'max' }), { numRuns: 30, seed: 135 });
  const kinds = new Set<string>();
  for (const steps of days) {
    const first = { does: 'create', author: 'ann', manifest: null } as const;
    for (const kind of await lived(t, [first, first, ...steps])) kinds.add(kind);
  }
  const changed = [
    'create nothing 201',
    'remove public 204',
    ...['wish none', 'wish requested', 'wish public', 'approve requested', 'approve public'].map(
      (does) => `${does} 200`,
    ),
    ...[
      'decline requested',
      'decline public',
      'decline none',
      'release none',
      'default none',
      'default public',
      'update public',
    ].map((does) => `${does} 200`),
  ];
  const refused = [
    'approve none 409,invalid_transition',
    'approve public 409,version_changed',
    'remove none 409,is_default',
  ];
  const unchanging = ['update none 403,not_owner', 'install nothing 404,not_found', 'update nothing 410,gone'];
  for (const kind of [...changed, ...refused, ...unchanging]) t.true(kinds.has(kind), `${kind} is among them`);
});
