// Publishing over HTTP: record fields, version numbers, refusals with their messages, and that a refusal changes
// nothing.

import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { PublishCheck } from '../../../cloud-stub/store/check.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { HttpAnswer } from '../../support/process/http-call.ts';
import { fakeCheck, luaOf, outcomeOf, servedStore, type StoreWorld, jsonOf } from '../../support/store/store-world.ts';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const DESCRIPTION = 'A ladder of putts.';

test('[C30] answers a create with 201, its location and the whole record', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann', { name: 'Ann Miller' });
  const text = luaOf({ name: 'Größe ⛳', kind: 'game', about: 'Eight putts.' }, '-- µ');
  const created = await ann.post({ text, description: DESCRIPTION });
  t.is(created.status, 201, created.text);
  t.regex(String(created.headers['content-type']), /^application\/json/);
  const { id, ...record } = jsonOf(created);
  t.is(created.headers['location'], `/extensions/${String(id)}`);
  t.deepEqual(record, {
    extension_id: id,
    name: 'Größe ⛳',
    kind: 'game',
    version: 1,
    sha256: sha256(text),
    description: DESCRIPTION,
    about: 'Eight putts.',
    author: 'Ann Miller',
    ts: 1_800_000_000,
    installs: 0,
    listing: 'none',
    approved_version: null,
    default: false,
    size: Buffer.byteLength(text),
  });
});

test('[R100] a code has five symbols of the alphabet and is unique', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const codes = new Set<string>();
  for (let n = 0; n < 40; n++) codes.add((await ann.publish()).id);
  t.is(codes.size, 40);
  for (const code of codes) t.regex(code, /^[0-9A-HJKMNP-TV-Z]{5}$/);
});

/** Random source that draws these bytes, one code after another. */
const drawing = (...codes: readonly string[]) => {
  const left = [...codes];
  const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const bytes = () => Uint8Array.from(left.shift() ?? 'ZZZZZ', (symbol) => symbols.indexOf(symbol));
  return { ...createSeededRandom(1), bytes };
};

test('[R100] redraws a code that is taken, even by a deleted extension', async (t) => {
  const world = await servedStore(t, { random: drawing('AAAAA', 'AAAAA', 'BBBBB', 'AAAAA', 'CCCCC') });
  const ann = await world.author('ann');
  t.is((await ann.publish()).id, 'AAAAA');
  t.is((await ann.publish()).id, 'BBBBB');
  t.is((await ann.remove('AAAAA')).status, 204);
  t.is((await ann.publish()).id, 'CCCCC');
});

test('[R100] never assigns the code CHECK, which is a route', async (t) => {
  const world = await servedStore(t, { random: drawing('CHECK', 'AAAAA') });
  t.is((await (await world.author('ann')).publish()).id, 'AAAAA');
});

test('[R100] ignores an id in the script or in the body, and an update keeps the code', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const text = luaOf({ name: 'Ladder', id: 'ZZZZZ' } as object);
  const { id } = jsonOf(await ann.post({ text, description: DESCRIPTION, id: 'ZZZZZ', extension_id: 'ZZZZZ' }));
  t.not(id, 'ZZZZZ');
  const updated = jsonOf(await ann.put(String(id), { text, id: 'YYYYY' }));
  t.deepEqual([updated['id'], updated['extension_id']], [id, id]);
});

test('[R101] posting a script twice yields two codes with the same bytes', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const [first, second] = [await ann.publish(), await ann.publish()];
  t.not(first.id, second.id);
  t.is(first['sha256'], second['sha256']);
  await ann.remove(first.id);
  t.is((await world.fetch(second.id)).status, 200, 'the text of the other one still exists');
});

test('[R102] versions increase by one, or to the number in the manifest if it is higher', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  for (const [manifests, versions] of [
    [
      [null, null, null],
      [1, 2, 3],
    ],
    [
      [7, null, 7, 9, 1, 12],
      [7, 8, 9, 10, 11, 12],
    ],
    [
      [1, 1, 5, 5],
      [1, 2, 5, 6],
    ],
  ] as const) {
    const [first = null, ...rest] = manifests;
    const record = await ann.publish({ version: first });
    const published = [record['version']];
    for (const version of rest)
      published.push(jsonOf(await ann.put(record.id, { text: luaOf({ version }) }))['version']);
    t.deepEqual(published, [...versions]);
  }
});

test('[R102] every old version keeps its exact bytes', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const texts = ['', '\r\n', '\n\n-- \u0000 zero', '-- ünïcödé 🏌', '--\u00a0', '--\ufeff inside'].map((more, n) =>
    luaOf({ name: `V${n + 1}` }, more),
  );
  const [first = '', ...rest] = texts;
  const { id } = jsonOf(await ann.post({ text: first, description: DESCRIPTION }));
  for (const text of rest) t.is((await ann.put(String(id), { text })).status, 200);
  for (const [n, text] of texts.entries()) {
    const read = await world.call(`/e/${String(id)}?v=${n + 1}`);
    t.deepEqual(read.body, Buffer.from(text));
    t.is(read.headers['x-extension-version'], `${n + 1}`);
    t.is(read.headers['x-extension-sha256'], sha256(text));
  }
});

test('[R102] accepts version 2147483647 in a manifest, and no version after it', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  for (const version of [0, -1, 1.5, 2_147_483_648]) {
    const refused = await ann.post({ text: luaOf({ version }), description: DESCRIPTION });
    t.deepEqual(outcomeOf(refused), [400, 'bad_manifest'], `${version}`);
  }
  const { id } = await ann.publish({ version: 2_147_483_647 });
  t.deepEqual(outcomeOf(await ann.put(id, { text: luaOf() })), [400, 'bad_manifest']);
  t.is((await world.fetch(id)).headers['x-extension-version'], '2147483647');
});

test('[C30] an update replaces the description only if it has one, and takes the current author name', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann', { name: 'Ann' });
  const { id } = await ann.publish({}, 'First.');
  const renamed = await world.author('ann', { name: 'Ann Miller' });
  await world.clock.advance(5000);
  const kept = jsonOf(await renamed.put(id, { text: luaOf({ name: 'New' }) }));
  t.deepEqual(
    [kept['description'], kept['author'], kept['name'], kept['ts']],
    ['First.', 'Ann Miller', 'New', 1_800_000_005],
  );
  const changed = await ann.put(id, { text: luaOf(), description: 'Second.', notes: 'Longer.' });
  t.is(changed.status, 200);
  t.is(jsonOf(changed)['description'], 'Second.');
  t.is(jsonOf(await ann.put(id, { text: luaOf(), description: null }))['description'], 'Second.');
});

/** Returns the store as seen by its authors, the public and support. */
async function snapshot(world: StoreWorld, authors: readonly string[], codes: readonly string[]): Promise<unknown> {
  const lists = [];
  for (const sub of authors) lists.push((await (await world.author(sub)).list()).text);
  lists.push((await world.call('/public')).text, (await world.waiting('?state=all')).text);
  for (const code of codes) lists.push(outcomeOf(await world.fetch(code)), (await world.fetch(code)).text);
  return lists;
}

interface Refusal {
  readonly about: string;
  readonly body: unknown;
  readonly expected: readonly [status: number, error: string, line?: number | null];
  readonly create_only?: boolean;
}

const text = luaOf({ name: 'Ladder' });
const REFUSED: readonly Refusal[] = [
  ...(['compile_error', 'double_manifest', 'no_manifest', 'bad_manifest'] as const).map((code) => ({
    about: code,
    body: { text: luaOf({}, code), description: DESCRIPTION },
    expected: [400, code, 2] as const,
  })),
  {
    about: 'a runaway',
    body: { text: luaOf({}, 'runaway_top_level'), description: DESCRIPTION },
    expected: [400, 'runaway_top_level', null],
  },
  { about: 'no description', body: { text }, expected: [400, 'missing_description'], create_only: true },
  {
    about: 'a null description',
    body: { text, description: null },
    expected: [400, 'missing_description'],
    create_only: true,
  },
  { about: 'an empty description', body: { text, description: '' }, expected: [400, 'missing_description'] },
  { about: 'a blank one', body: { text, description: ' \n\t ' }, expected: [400, 'missing_description'] },
  { about: '1001 characters', body: { text, description: 'x'.repeat(1001) }, expected: [400, 'description_too_long'] },
  { about: '1001 🏌', body: { text, description: '🏌'.repeat(1001) }, expected: [400, 'description_too_long'] },
  { about: 'a number as description', body: { text, description: 7 }, expected: [400, 'bad_request'] },
  { about: 'half a character', body: { text, description: 'x\ud83c' }, expected: [400, 'bad_request'] },
  { about: 'no text', body: { description: DESCRIPTION }, expected: [400, 'bad_request'] },
  { about: 'a number', body: { text: 7, description: DESCRIPTION }, expected: [400, 'bad_request'] },
  {
    about: 'half a character',
    body: { text: `${text}\udfff`, description: DESCRIPTION },
    expected: [400, 'bad_request'],
  },
  { about: 'a mark', body: { text: `\ufeff${text}`, description: DESCRIPTION }, expected: [400, 'compile_error', 1] },
  { about: 'long notes', body: { text, description: 'x', notes: 'x'.repeat(1001) }, expected: [400, 'bad_request'] },
  { about: 'a list', body: [text], expected: [400, 'bad_request'] },
  { about: 'nothing', body: null, expected: [400, 'bad_request'] },
  {
    about: '65,537 bytes',
    body: { text: luaOf({}, 'x'.repeat(65_537 - luaOf().length)), description: DESCRIPTION },
    expected: [413, 'text_too_large'],
  },
];

const isRefused = (
  t: ExecutionContext,
  answer: HttpAnswer,
  { about, expected: [status, error, line] }: Refusal,
): void => {
  const reply = jsonOf(answer);
  t.deepEqual([answer.status, reply['error'], reply['line']], [status, error, line], about);
  t.regex(String(reply['message']), /^[^\n]+\.$/, about);
};

test('[R114] [C34] a refused publish gives the reason in one line and changes nothing', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const { id } = await ann.publish();
  const before = await snapshot(world, ['ann'], [id]);
  for (const refusal of REFUSED) {
    isRefused(t, await ann.post(refusal.body), refusal);
    if (!refusal.create_only) isRefused(t, await ann.put(id, refusal.body), refusal);
    t.deepEqual(await snapshot(world, ['ann'], [id]), before, refusal.about);
  }
});

test('[C34] refuses a body that is empty, not JSON or not UTF-8', async (t) => {
  const world = await servedStore(t);
  const headers = { Authorization: `Bearer ${(await world.author('ann')).token}` };
  const bad_utf8 = Buffer.concat([
    Buffer.from('{"text":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('","description":"x"}'),
  ]);
  for (const body of ['', '{', 'text', bad_utf8]) {
    const answer = await world.call('/extensions', { method: 'POST', headers, body });
    t.deepEqual(outcomeOf(answer), [400, 'bad_request']);
    t.regex(String(jsonOf(answer)['message']), /The body is not (JSON|UTF-8)\./);
  }
});

test('[R104] [C38] publishes a script of 65,536 UTF-8 bytes with any JSON escapes', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const space = 65_536 - luaOf().length;
  for (const more of ['x'.repeat(space), `${'é'.repeat((space - 1) / 2)}x`, '\u0001'.repeat(space)]) {
    const whole = luaOf({}, more);
    t.is(Buffer.byteLength(whole), 65_536);
    const created = await ann.post({ text: whole, description: 'x'.repeat(1000) });
    t.is(created.status, 201, created.text.slice(0, 200));
    t.is(jsonOf(created)['size'], 65_536);
    t.deepEqual((await world.fetch(String(jsonOf(created)['id']))).body, Buffer.from(whole));
    t.deepEqual(outcomeOf(await ann.post({ text: `${whole}x`, description: 'x' })), [413, 'text_too_large']);
  }
});

test('[C38] answers a body of more than 524,288 bytes with 413 regardless of its content', async (t) => {
  const world = await servedStore(t);
  const headers = { Authorization: `Bearer ${(await world.author('ann')).token}` };
  const body = JSON.stringify({ text, description: DESCRIPTION });
  for (const [bytes, expected] of [
    [524_288, [201]],
    [524_289, [413, 'text_too_large']],
  ] as const)
    t.deepEqual(outcomeOf(await world.call('/extensions', { method: 'POST', headers, body: body.padEnd(bytes) })), [
      ...expected,
    ]);
});

test('[C30] accepts descriptions and notes of 1000 code points', async (t) => {
  const world = await servedStore(t);
  const ann = await world.author('ann');
  const long = '🏌'.repeat(1000);
  const { id } = await ann.publish({}, long);
  t.is((await ann.put(id, { text, notes: long })).status, 200);
  t.is(jsonOf(await ann.put(id, { text }))['description'], long);
});

test('[C34] refuses changes to an extension that is unknown or of another author', async (t) => {
  const world = await servedStore(t);
  const [ann, bob] = [await world.author('ann'), await world.author('bob')];
  const { id } = await ann.publish();
  const gone = await ann.publish();
  t.is((await ann.remove(gone.id)).status, 204);
  const before = await snapshot(world, ['ann', 'bob'], [id]);
  const bad = { text: luaOf({}, 'compile_error') };
  t.deepEqual(outcomeOf(await bob.put(id, bad)), [403, 'not_owner'], 'whatever the text');
  for (const [code, expected] of [
    [id, [403, 'not_owner']],
    [gone.id, [410, 'gone']],
    ['ZZZZZ', [404, 'not_found']],
    ['UUUUU', [404, 'not_found']],
    ['ABC', [404, 'not_found']],
  ] as const) {
    t.deepEqual(outcomeOf(await bob.put(code, { text })), [...expected], code);
    t.deepEqual(outcomeOf(await bob.patch(code, { request_listing: true })), [...expected], code);
    t.deepEqual(outcomeOf(await bob.remove(code)), [...expected], code);
  }
  t.deepEqual(await snapshot(world, ['ann', 'bob'], [id]), before);
});

/** Check that waits for `go`. */
function slowCheck(): { readonly check: PublishCheck; go(): void; readonly waiting: () => number } {
  const pending: (() => void)[] = [];
  const check: PublishCheck = async (given) => {
    await new Promise<void>((resolve) => pending.push(resolve));
    return fakeCheck(given);
  };
  return { check, go: () => pending.shift()?.(), waiting: () => pending.length };
}

/** Keeps calling the store until the condition holds. */
async function until(world: StoreWorld, holds: () => boolean): Promise<void> {
  while (!holds()) await world.call('/healthz');
}

test('[R102] two concurrent updates get two versions and are checked one after another', async (t) => {
  const slow = slowCheck();
  const world = await servedStore(t, { check: slow.check });
  const ann = await world.author('ann');
  const creating = ann.publish({ name: 'One' });
  await until(world, () => slow.waiting() === 1);
  slow.go();
  const { id } = await creating;
  const updates = ['Two', 'Three'].map((name) => ann.put(id, { text: luaOf({ name }) }));
  for (const _ of updates) {
    await until(world, () => slow.waiting() === 1);
    slow.go();
  }
  const versions = (await Promise.all(updates)).map((answer) => Number(jsonOf(answer)['version']));
  t.deepEqual(
    versions.toSorted((a, b) => a - b),
    [2, 3],
  );
});

test('[R114] an extension deleted while its update is checked stays deleted', async (t) => {
  const slow = slowCheck();
  const world = await servedStore(t, { check: slow.check });
  const ann = await world.author('ann');
  const creating = ann.publish();
  await until(world, () => slow.waiting() === 1);
  slow.go();
  const { id } = await creating;
  const updating = ann.put(id, { text });
  await until(world, () => slow.waiting() === 1);
  t.is((await ann.remove(id)).status, 204);
  slow.go();
  t.deepEqual(outcomeOf(await updating), [410, 'gone']);
  t.deepEqual(outcomeOf(await world.fetch(id)), [410, 'gone']);
});

test('[R114] answers a failing check with 500 without the reason, and changes nothing', async (t) => {
  const world = await servedStore(t, {
    check: () => Promise.reject(new Error('a secret of the machine')),
    may_fail: true,
  });
  const ann = await world.author('ann');
  const answer = await ann.post({ text, description: DESCRIPTION });
  t.is(answer.status, 500);
  t.false(answer.text.includes('secret'));
  t.deepEqual(jsonOf(await ann.list())['extensions'], []);
  t.true(world.log.lines().some(({ text: line }) => line.includes('a secret of the machine')));
});
