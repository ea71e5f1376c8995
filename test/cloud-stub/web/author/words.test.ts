// Page texts for states and missing items: the same terms everywhere, and a title that names the problem.

import test from 'ava';
import { ANN } from '../../../support/store/identity-world.ts';
import { author, person, publish, siteWorld, supporter, type Person } from '../../../support/store/site-world.ts';
import { luaOf } from '../../../support/store/store-world.ts';

const headOf = ({ shown }: Person): string => /<h1>([^<]*)/.exec(shown().text)?.[1] ?? '';
const tagsOf = ({ shown }: Person): readonly string[] =>
  [...shown().text.matchAll(/<span class="tag[^"]*">([^<]*)/g)].map(([, words = '']) => words);

test('[C117] distinguishes a missing extension, a missing version, and an extension of another author', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann, { name: 'Ladder' });
  for (const v of ['99', '', 'x', '<b>']) {
    await ann.open(`/own/${code}/changes?v=${encodeURIComponent(v)}`);
    t.is(ann.shown().status, 404);
    t.is(headOf(ann), 'Version not found', v);
    t.regex(ann.shown().text, new RegExp(`href="/own/${code}"`));
  }
  await ann.open('/own/ZZZZZ');
  t.is(headOf(ann), 'Extension not found');
  const bob = await author(world, { ...ANN, email: 'bob@example.com', name: 'Bob' });
  await bob.open(`/own/${code}`);
  t.is(headOf(bob), 'Not your extension');
  await ann.open(`/own/${code}`);
  await ann.fill(`/own/${code}/delete`, {});
  for (const path of ['', '/edit', '/changes?v=1']) {
    await ann.open(`/own/${code}${path}`);
    t.is(headOf(ann), 'Extension deleted', path);
    t.is(ann.shown().status, 410, path);
  }
  const sam = await supporter(world);
  await sam.open('/support/log');
  t.regex(sam.shown().text, new RegExp(`href="/support/extension/${code}"`));
  await sam.open(`/support/extension/${code}`);
  t.is(headOf(sam), 'Extension deleted');
  await sam.open('/support/extension/ZZZZZ');
  t.is(headOf(sam), 'Extension not found');
});

test('[C117] names a state the same for its author, for support, and in lists', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann, { name: 'Ladder' });
  const sam = await supporter(world);
  const bySupport = async (): Promise<readonly string[]> => {
    await sam.open(`/support/extension/${code}`);
    return tagsOf(sam).slice(1);
  };
  const byAuthor = async (): Promise<readonly string[]> => {
    await ann.open(`/own/${code}`);
    return tagsOf(ann);
  };
  t.deepEqual(await bySupport(), ['not listed']);
  t.deepEqual(await byAuthor(), ['not listed: anyone with the code can see it']);
  await ann.open(`/store/${code}`);
  t.true(tagsOf(ann).includes('not listed: anyone with the code can see it'));
  await ann.open(`/own/${code}`);
  await ann.fill(`/own/${code}/request`, {});
  t.regex(ann.shown().text, />Withdraw the request</);
  t.deepEqual(await byAuthor(), ['listing requested']);
  t.deepEqual(await bySupport(), ['listing requested']);
  await sam.open('/support');
  t.is(headOf(sam), 'Listing requested');
  await sam.open(`/support/extension/${code}`);
  await sam.fill(`/support/extension/${code}`, { action: 'approve', version: '1' });
  t.deepEqual(await bySupport(), ['listed']);
  t.deepEqual(await byAuthor(), ['listed']);
  t.regex(ann.shown().text, />Withdraw the listing</);
});

test('[C117] offers no install code or dead link for a taken-down extension', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann, { name: 'Ladder' });
  const sam = await supporter(world);
  await ann.open(`/own/${code}`);
  t.regex(ann.shown().text, /Enter this code on a device/);
  await sam.open(`/support/extension/${code}`);
  await sam.fill(`/support/extension/${code}`, { action: 'take_down', version: '1', reason: 'It is not yours.' });
  const stateOf = (): string => /data-label="State"[^>]*>([^<]*)/.exec(ann.shown().text)?.[1] ?? '';
  t.is(stateOf(), 'live');
  await ann.open(`/own/${code}`);
  t.notRegex(ann.shown().text, /Enter this code|Public page|Source of version/);
  t.regex(ann.shown().text, /Changes in version 1/);
  t.is(stateOf(), '');
  t.regex(ann.shown().text, /This code no longer installs it/);
});

test('[C117] a page of changes counts the lines', async (t) => {
  const ann = await author(await siteWorld(t));
  const code = await publish(ann, {}, '-- one\n-- two\n');
  await ann.open(`/own/${code}/edit`);
  await ann.fill(`/own/${code}/edit`, { text: luaOf({}, '-- three\n'), description: 'New.', notes: '' });
  await ann.open(`/own/${code}/changes?v=2`);
  t.regex(ann.shown().text, /<p>1 line added, 2 lines removed\.<\/p>/);
});

test('[C117] reports a bad search at its field, without a claim about the list', async (t) => {
  const someone = person((await siteWorld(t)).origin);
  await someone.open('/?sort=bogus&q=putt');
  t.is(someone.shown().status, 400);
  t.regex(someone.shown().problem ?? '', /^sort /);
  t.notRegex(someone.shown().text, /No extensions/);
  t.regex(someone.shown().text, /<title>Problem: /);
  t.regex(someone.shown().text, /<select id="sort"[^>]*aria-invalid="true"/);
  t.regex(someone.shown().text, /value="putt"/);
  await someone.open('/');
  t.regex(someone.shown().text, /No extensions yet/);
});

for (const [fields, field] of [
  [{ text: luaOf({}, 'compile_error'), description: 'Putts.' }, 'text'],
  [{ text: luaOf(), description: ' ' }, 'description'],
  [{ text: luaOf(), description: 'x'.repeat(1001) }, 'description'],
  [{ text: luaOf(), description: 'Putts.', notes: 'x'.repeat(1001) }, 'notes'],
] as const)
  test(`[C117] reports a wrong ${field} of ${fields.description.length} characters at its field`, async (t) => {
    const ann = await author(await siteWorld(t));
    await ann.open('/own/new');
    await ann.fill('/own/new', { notes: '', ...fields });
    t.is(ann.shown().status, 400);
    t.regex(ann.shown().text, new RegExp(`<textarea[^>]*id="${field}"[^>]*aria-describedby="${field}-hint draft-problem"[^>]*aria-invalid="true" autofocus`)); // oxfmt-ignore
    t.is(ann.shown().text.match(/ aria-invalid=/g)?.length, 1);
  });
