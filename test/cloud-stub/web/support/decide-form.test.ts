// The forms of support: a reason is typed or asked for, what was typed is there again where it was refused, and what was done is said.

import test, { type ExecutionContext } from 'ava';
import { CANNED_REASONS } from '../../../../cloud-stub/web/support/canned-reasons.ts';
import { author, publish, siteWorld, supporter, type SupportPerson } from '../../../support/store/site-world.ts';
import { luaOf } from '../../../support/store/store-world.ts';

async function looking(t: ExecutionContext) {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann, { name: 'Ladder' });
  await ann.open(`/own/${code}`);
  await ann.fill(`/own/${code}/request`, {});
  const sam = await supporter(world);
  const path = `/support/extension/${code}`;
  await sam.open(path);
  return { world, ann, sam, code, path };
}

/** What stands in a text field of the page that is shown, and its tag. */
function fieldOf({ shown }: SupportPerson, id: string): { readonly text: string; readonly tag: string } {
  const [, tag = '', text = ''] =
    new RegExp(`<textarea([^>]*id="${id}"[^>]*)>([^]*?)</textarea`).exec(shown().text) ?? [];
  return { text: text.replace(/^\n/, ''), tag };
}

const titleOf = ({ shown }: SupportPerson): string => /<title>([^<]*)/.exec(shown().text)?.[1] ?? '';

const [FAILS] = CANNED_REASONS;

test('[C116] a reason is empty until one is asked for', async (t) => {
  const { sam, path } = await looking(t);
  t.is(fieldOf(sam, 'reason').text, '');
  for (const asked of ['', 'x', '-1', '99', '1.0']) {
    await sam.open(`${path}?reason=${asked}`);
    t.is(fieldOf(sam, 'reason').text, '', asked);
  }
  await sam.open(`${path}?reason=0`);
  t.is(fieldOf(sam, 'reason').text, FAILS?.text ?? '');
});

test('[C116] a reason to begin with follows what is typed already, and decides nothing', async (t) => {
  const { world, sam, code, path } = await looking(t);
  const fields = { action: 'decline', version: '1' };
  await sam.fill(path, { ...fields, reason: 'It is slow.', begin: '0' });
  t.is(sam.shown().status, 200);
  t.is(fieldOf(sam, 'reason').text, `It is slow.\n\n${FAILS?.text}`);
  t.regex(fieldOf(sam, 'reason').tag, / autofocus/);
  t.regex(sam.shown().text, /value="decline"\s+required\s+checked/);
  t.like(world.store.view(code), { ok: true, value: { extension: { listing: 'requested' } } });
});

test('[C116] Enter in the form decides, and asks for no reason to begin with', async (t) => {
  const { sam } = await looking(t);
  const form = /<h2>Decide<\/h2>[^]*?<\/form>/.exec(sam.shown().text)?.[0] ?? '';
  t.regex(/<button[^>]*>/.exec(form)?.[0] ?? '', /^<button hidden>$/);
});

test('[C116] a reason in which something is still to be filled in is not sent', async (t) => {
  const { world, sam, path } = await looking(t);
  const mails = world.mails().length;
  for (const { text } of CANNED_REASONS.filter((each) => each.text.includes('['))) {
    await sam.fill(path, { action: 'decline', version: '1', reason: text });
    t.regex(sam.shown().problem ?? '', /^Write what it is in place of \[[^\]]+\]/);
  }
  t.is(world.mails().length, mails);
  await sam.fill(path, { action: 'decline', version: '1', reason: 'Its field [1] is read before it is there.' });
  t.is(sam.shown().url.search, '?said=done');
});

for (const [what, fields, problem] of [
  [
    'a reason that is too long',
    { action: 'decline', reason: 'x'.repeat(2001) },
    'A reason has at most 2000 characters.',
  ],
  ['no choice', { reason: 'It is slow.' }, 'Choose what becomes of it.'],
] as const)
  test(`[C116] what support typed is there again after ${what}`, async (t) => {
    const { sam, path } = await looking(t);
    await sam.fill(path, { version: '1', ...fields });
    t.is(sam.shown().problem, problem);
    t.regex(titleOf(sam), /^Problem: /);
    t.is(fieldOf(sam, 'reason').text, fields.reason);
    t.regex(fieldOf(sam, 'reason').tag, /maxlength="2000"/);
  });

test('[C116] a choice is kept where the reason is missing, and the field for it has the focus', async (t) => {
  const { sam, path } = await looking(t);
  await sam.fill(path, { version: '1', action: 'decline', reason: ' ' });
  t.is(sam.shown().problem, 'Say why: the author reads it.');
  t.regex(sam.shown().text, /value="decline"\s+required\s+checked/);
  t.regex(fieldOf(sam, 'reason').tag, /aria-describedby="reason-hint decide-problem" aria-invalid="true" autofocus/);
});

test('[C116] after a newer version the reason is there again, and the choice has to be made again', async (t) => {
  const { ann, sam, code, path } = await looking(t);
  await ann.open(`/own/${code}/edit`);
  await ann.fill(`/own/${code}/edit`, { text: luaOf({}, '-- two\n'), description: 'Better.', notes: '' });
  await sam.fill(path, { version: '1', action: 'approve', reason: 'It is slow.' });
  t.regex(sam.shown().problem ?? '', /newest version of \w+ is 2/);
  t.is(fieldOf(sam, 'reason').text, 'It is slow.');
  t.notRegex(sam.shown().text, /required\s+checked/);
});

for (const length of [0, 2001])
  test(`[C116] a comment of ${length} characters is refused at its form, and there again`, async (t) => {
    const { sam, path } = await looking(t);
    await sam.fill(`${path}/comment`, { comment: 'x'.repeat(length), version: '1' });
    t.regex(sam.shown().text, /id="comment-problem"[^>]*>A comment has 1 to 2000 characters\./);
    t.is(fieldOf(sam, 'comment').text, 'x'.repeat(length));
    t.regex(fieldOf(sam, 'comment').tag, /maxlength="2000"[^]*aria-invalid="true" autofocus/);
  });

test('[C116] a reason and a comment of the most characters are taken in any language', async (t) => {
  const { sam, path } = await looking(t);
  const words = '🏌'.repeat(2000);
  await sam.fill(`${path}/comment`, { comment: words, version: '1' });
  t.is(sam.shown().url.search, '?said=done');
  await sam.fill(path, { action: 'decline', version: '1', reason: words });
  t.is(sam.shown().url.search, '?said=done');
});

test('[C116] an invitation and removing somebody say that they are done, and removing has a second step', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  await sam.open('/support/people');
  await sam.fill('/support/people', { email: 'kim@example.com', name: 'Kim' });
  t.regex(sam.shown().text, /role="status">[^<]*[Tt]he invitation is /);
  t.regex(sam.shown().text, /<details>[^]*?Remove<\/summary>[^]*?name="remove" value="kim@example\.com"/);
  await sam.fill('/support/people', { remove: 'kim@example.com' });
  t.regex(sam.shown().text, /role="status">That address has no account of support/);
  t.notRegex(sam.shown().text, /kim@example\.com/);
});

for (const [fields, field] of [
  [{ email: 'nobody', name: 'Kim' }, 'email'],
  [{ email: 'kim@example.com', name: ' ' }, 'name'],
] as const)
  test(`[C116] an invitation with a wrong ${field} is refused at its form, with what was typed`, async (t) => {
    const world = await siteWorld(t);
    const sam = await supporter(world);
    await sam.open('/support/people');
    await sam.fill('/support/people', { ...fields, is_main: 'yes' });
    t.regex(titleOf(sam), /^Problem: People/);
    t.regex(sam.shown().text, /Invite somebody[^]*id="invite-problem"/);
    t.regex(sam.shown().text, new RegExp(`<input[^>]*id="${field}"[^>]*aria-invalid="true" autofocus`));
    t.regex(sam.shown().text, new RegExp(`value="${fields.email}"`));
    t.regex(sam.shown().text, /value="yes"\s+checked/);
  });

test('[R154] a comment on a version that is no number is refused, and not kept without one', async (t) => {
  const { sam, path } = await looking(t);
  for (const version of ['', '1x', '1 2', '1e0', '-1', '1.5']) {
    await sam.fill(`${path}/comment`, { comment: 'Between us.', version });
    t.is(sam.shown().problem, 'A version is a whole number from 1.', version);
  }
  t.false((await sam.open('/support/log/export')).text.includes('Between us.'));
});
