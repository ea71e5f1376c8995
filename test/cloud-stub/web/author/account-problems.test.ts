// Refused account forms: the error is at its form, typed text is kept, and the field to correct has the focus.

import test from 'ava';
import { ANN } from '../../../support/store/identity-world.ts';
import { author, siteWorld, type Person } from '../../../support/store/site-world.ts';

/** Returns the form of the current page that is sent to this path. */
const formOf = ({ shown }: Person, name: string): string =>
  new RegExp(`<form[^>]*action="/account/${name}"[^]*?</form>`).exec(shown().text)?.[0] ?? '';

/** Returns the ids of the elements with autofocus. */
const focused = ({ shown }: Person): readonly string[] =>
  [...shown().text.matchAll(/<\w+[^>]*? autofocus[^>]*>/g)].map(([tag]) => /(?<= id=")[^"]+/.exec(tag)?.[0] ?? tag);

const inputOf = (form: string, id: string): string => new RegExp(`<input[^>]*id="${id}"[^>]*>`).exec(form)?.[0] ?? '';

async function atAccount(t: Parameters<typeof siteWorld>[0]): Promise<Person> {
  const ann = await author(await siteWorld(t, { host_name: 'localhost' }));
  await ann.open('/account');
  return ann;
}

for (const [name, fields, field, kept] of [
  ['name', { name: 'FooGolf' }, 'name', ['FooGolf']],
  ['address', { email: 'ann@new.example', current: 'wrong secret' }, 'address-current', ['ann@new.example']],
  ['address', { email: 'unknown', current: 'wrong secret' }, 'email', ['unknown']],
  ['password', { current: 'wrong secret', password: 'a much longer one' }, 'password-current', []],
  ['password', { current: ANN.password, password: 'too short' }, 'password', []],
  ['passkey', { current: 'wrong secret' }, 'passkey-current', []],
  ['token', { current: 'wrong secret', token_name: 'CI', days: '31' }, 'token-current', ['CI', '31']],
  ['token', { current: ANN.password, token_name: ' ', days: '31' }, 'token_name', ['31']],
  ['token', { current: ANN.password, token_name: 'CI', days: '999' }, 'days', ['CI', '999']],
  ['delete', { current: 'wrong secret', extensions: 'remove' }, 'delete-current', []],
] as const)
  test(`[C115] reports a wrong ${field} at its form and keeps the typed text`, async (t) => {
    const ann = await atAccount(t);
    await ann.fill(`/account/${name}`, fields);
    t.is(ann.shown().status, 400);
    t.regex(ann.shown().text, /<title>Problem: Account/);
    const form = formOf(ann, name);
    const id = `${name}-problem`;
    t.regex(form, new RegExp(`<p class="problem" id="${id}"[^>]* role="alert">`));
    t.regex(inputOf(form, field), /aria-invalid="true"/);
    t.regex(inputOf(form, field), new RegExp(`aria-describedby="[^"]*${id}"`));
    t.deepEqual(focused(ann), [field]);
    for (const text of kept) t.true(form.includes(`value="${text}"`), text);
    for (const secret of ['wrong secret', 'a much longer one', 'too short', ANN.password])
      t.false(ann.shown().text.includes(secret), secret);
  });

test('[R154] refuses days that are not a whole number, and rounds none', async (t) => {
  const ann = await atAccount(t);
  for (const days of ['3e1', '0x1e', '30 days', '3 0', '30.5', '']) {
    await ann.fill('/account/token', { current: ANN.password, token_name: 'CI', days });
    t.regex(ann.shown().problem ?? '', /^A token can be valid for/, days);
    t.regex(inputOf(formOf(ann, 'token'), 'days'), /type="text"[^>]*inputmode="numeric"/);
  }
});

test('[C115] an error without a field has the focus itself', async (t) => {
  const ann = await author(await siteWorld(t, { limited: true }));
  await ann.open('/account');
  for (let n = 0; n < 6; n++) await ann.fill('/account/token', { current: 'wrong', token_name: 'CI', days: '31' });
  t.regex(ann.shown().problem ?? '', /Try again in/);
  t.deepEqual(focused(ann), ['token-problem']);
});

test('[C115] a wrong password for a deletion keeps the form open with its choice', async (t) => {
  const ann = await atAccount(t);
  t.notRegex(ann.shown().text, /<details open/);
  await ann.fill('/account/delete', { current: 'wrong', extensions: 'remove' });
  t.regex(ann.shown().text, /<details open[^]*Delete the account/);
  t.regex(formOf(ann, 'delete'), /value="remove"\s+checked/);
  t.notRegex(formOf(ann, 'delete'), /value="give"\s+checked/);
});

test('[C115] focuses the next field: the code of a new address, the name of a passkey', async (t) => {
  const ann = await atAccount(t);
  await ann.fill('/account/address', { current: ANN.password, email: 'ann@new.example' });
  t.deepEqual(focused(ann), ['code']);
  await ann.fill('/account/confirm-address', { email: 'ann@new.example', code: '000000' });
  t.deepEqual(focused(ann), ['code']);
  t.regex(inputOf(formOf(ann, 'confirm-address'), 'code'), /aria-describedby="code-hint confirm-address-problem"/);
  await ann.open('/account');
  await ann.fill('/account/passkey', { current: ANN.password });
  t.deepEqual(focused(ann), ['passkey_name']);
});
