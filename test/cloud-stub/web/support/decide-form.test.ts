// Support forms: a reason is typed or inserted, a refused form keeps its text, and a completed one is confirmed.

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

/** Returns the text and the tag of a text field on the current page. */
function fieldOf({ shown }: SupportPerson, id: string): { readonly text: string; readonly tag: string } {
  const [, tag = '', text = ''] =
    new RegExp(`<textarea([^>]*id="${id}"[^>]*)>([^]*?)</textarea`).exec(shown().text) ?? [];
  return { text: text.replace(/^\n/, ''), tag };
}

const titleOf = ({ shown }: SupportPerson): string => /<title>([^<]*)/.exec(shown().text)?.[1] ?? '';

const [FAILS] = CANNED_REASONS;

test('[C116] a reason is empty until a template is chosen', async (t) => {
  const { sam, path } = await looking(t);
  t.is(fieldOf(sam, 'reason').text, '');
  for (const reason of ['', 'x', '-1', '99', '1.0']) {
    await sam.open(`${path}?reason=${reason}`);
    t.is(fieldOf(sam, 'reason').text, '', reason);
  }
  await sam.open(`${path}?reason=0`);
  t.is(fieldOf(sam, 'reason').text, FAILS?.text ?? '');
});

test('[C116] inserting a template keeps the typed reason and decides nothing', async (t) => {
  const { world, sam, code, path } = await looking(t);
  const fields = { action: 'decline', version: '1' };
  await sam.fill(path, { ...fields, reason: 'It is slow.', begin: '0' });
  t.is(sam.shown().status, 200);
  t.is(fieldOf(sam, 'reason').text, `It is slow.\n\n${FAILS?.text}`);
  t.regex(fieldOf(sam, 'reason').tag, / autofocus/);
  t.regex(sam.shown().text, /value="decline"\s+required\s+checked/);
  t.like(world.store.view(code), { ok: true, value: { extension: { listing: 'requested' } } });
});

test('[C116] Enter in the form decides and inserts no template', async (t) => {
  const { sam } = await looking(t);
  const form = /<h2>Decide<\/h2>[^]*?<\/form>/.exec(sam.shown().text)?.[0] ?? '';
  t.regex(/<button[^>]*>/.exec(form)?.[0] ?? '', /^<button hidden>$/);
});

test('[C116] refuses a reason with an unfilled placeholder', async (t) => {
  const { world, sam, path } = await looking(t);
  const mails = world.mails().length;
  for (const { text } of CANNED_REASONS.filter((each) => each.text.includes('['))) {
    await sam.fill(path, { action: 'decline', version: '1', reason: text });
    t.regex(sam.shown().problem ?? '', /^Replace \[[^\]]+\] in the reason/);
  }
  t.is(world.mails().length, mails);
  await sam.fill(path, { action: 'decline', version: '1', reason: 'Its field [1] is read before it is there.' });
  t.is(sam.shown().url.search, '?said=done');
});

for (const [what, fields, problem] of [
  [
    'a reason that is too long',
    { action: 'decline', reason: 'x'.repeat(2001) },
    'A reason can have at most 2000 characters.',
  ],
  ['no choice', { reason: 'It is slow.' }, 'Choose a decision.'],
] as const)
  test(`[C116] keeps the text that support staff entered after ${what}`, async (t) => {
    const { sam, path } = await looking(t);
    await sam.fill(path, { version: '1', ...fields });
    t.is(sam.shown().problem, problem);
    t.regex(titleOf(sam), /^Problem: /);
    t.is(fieldOf(sam, 'reason').text, fields.reason);
    t.regex(fieldOf(sam, 'reason').tag, /maxlength="2000"/);
  });

test('[C116] keeps the choice if the reason is missing, and focuses the reason field', async (t) => {
  const { sam, path } = await looking(t);
  await sam.fill(path, { version: '1', action: 'decline', reason: ' ' });
  t.is(sam.shown().problem, 'Enter a reason: the author sees it.');
  t.regex(sam.shown().text, /value="decline"\s+required\s+checked/);
  t.regex(fieldOf(sam, 'reason').tag, /aria-describedby="reason-hint decide-problem" aria-invalid="true" autofocus/);
});

test('[C116] after a newer version, keeps the reason and clears the choice', async (t) => {
  const { ann, sam, code, path } = await looking(t);
  await ann.open(`/own/${code}/edit`);
  await ann.fill(`/own/${code}/edit`, { text: luaOf({}, '-- two\n'), description: 'Better.', notes: '' });
  await sam.fill(path, { version: '1', action: 'approve', reason: 'It is slow.' });
  t.regex(sam.shown().problem ?? '', /newest version of \w+ is 2/);
  t.is(fieldOf(sam, 'reason').text, 'It is slow.');
  t.notRegex(sam.shown().text, /required\s+checked/);
});

for (const length of [0, 2001])
  test(`[C116] refuses a comment of ${length} characters at its form and keeps it`, async (t) => {
    const { sam, path } = await looking(t);
    await sam.fill(`${path}/comment`, { comment: 'x'.repeat(length), version: '1' });
    t.regex(sam.shown().text, /id="comment-problem"[^>]*>A comment must have 1 to 2000 characters\./);
    t.is(fieldOf(sam, 'comment').text, 'x'.repeat(length));
    t.regex(fieldOf(sam, 'comment').tag, /maxlength="2000"[^]*aria-invalid="true" autofocus/);
  });

test('[C116] accepts a reason and a comment of the maximum length in any language', async (t) => {
  const { sam, path } = await looking(t);
  const words = '🏌'.repeat(2000);
  await sam.fill(`${path}/comment`, { comment: words, version: '1' });
  t.is(sam.shown().url.search, '?said=done');
  await sam.fill(path, { action: 'decline', version: '1', reason: words });
  t.is(sam.shown().url.search, '?said=done');
});

test('[C116] confirms an invitation or a removal; a removal takes a second step', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  await sam.open('/support/people');
  await sam.fill('/support/people', { email: 'kim@example.com', name: 'Kim' });
  t.regex(sam.shown().text, /role="status">[^<]*[Tt]he invitation is /);
  t.regex(sam.shown().text, /<details>[^]*?Remove<\/summary>[^]*?name="remove" value="kim@example\.com"/);
  await sam.fill('/support/people', { remove: 'kim@example.com' });
  t.regex(sam.shown().text, /role="status">This address no longer has a support account/);
  t.notRegex(sam.shown().text, /kim@example\.com/);
});

for (const [fields, field] of [
  [{ email: 'unknown', name: 'Kim' }, 'email'],
  [{ email: 'kim@example.com', name: ' ' }, 'name'],
] as const)
  test(`[C116] refuses an invitation with a wrong ${field} at its form and keeps the typed text`, async (t) => {
    const world = await siteWorld(t);
    const sam = await supporter(world);
    await sam.open('/support/people');
    await sam.fill('/support/people', { ...fields, is_main: 'yes' });
    t.regex(titleOf(sam), /^Problem: People/);
    t.regex(sam.shown().text, /Invite a support member[^]*id="invite-problem"/);
    t.regex(sam.shown().text, new RegExp(`<input[^>]*id="${field}"[^>]*aria-invalid="true" autofocus`));
    t.regex(sam.shown().text, new RegExp(`value="${fields.email}"`));
    t.regex(sam.shown().text, /value="yes"\s+checked/);
  });

test('[R154] refuses a comment with an invalid version and stores nothing', async (t) => {
  const { sam, path } = await looking(t);
  for (const version of ['', '1x', '1 2', '1e0', '-1', '1.5']) {
    await sam.fill(`${path}/comment`, { comment: 'Between us.', version });
    t.is(sam.shown().problem, 'A version must be a whole number from 1.', version);
  }
  t.false((await sam.open('/support/log/export')).text.includes('Between us.'));
});
