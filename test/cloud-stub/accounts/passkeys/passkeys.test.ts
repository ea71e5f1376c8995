// Passkey rules: adding, signing in, and everything that is refused.

import test, { type ExecutionContext } from 'ava';
import { createAccounts } from '../../../../cloud-stub/accounts/accounts.ts';
import { createCodes } from '../../../../cloud-stub/accounts/codes.ts';
import { openIdentityDatabase } from '../../../../cloud-stub/accounts/database.ts';
import { emailKey } from '../../../../cloud-stub/accounts/form-rules.ts';
import { createIdentityLimits } from '../../../../cloud-stub/accounts/limits.ts';
import { createOutbox } from '../../../../cloud-stub/accounts/mail/mailer-outbox.ts';
import { createPasskeys } from '../../../../cloud-stub/accounts/passkeys/passkeys.ts';
import { passkeyPlace } from '../../../../cloud-stub/accounts/passkeys/passkey-place.ts';
import { hashPassword } from '../../../../cloud-stub/accounts/passwords.ts';
import { createVirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../../hal/log/log-memory.ts';
import { ANN } from '../../../support/store/identity-world.ts';
import { NO_IDENTITY_LIMITS } from '../../../support/no-limits.ts';
import { failsWith, valueOf } from '../../../support/results.ts';
import {
  createAuthenticator,
  type SoftAuthenticator,
  type Wrongly,
} from '../../../support/store/soft-authenticator.ts';
import { importsOf, sourcesBelow } from '../../../support/repository/sources.ts';

const HOME = '192.0.2.7';
const ORIGIN = 'https://cloud.example';
const [ANNS, BOBS] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

async function begin(t: ExecutionContext, { limited = false, origin = ORIGIN } = {}) {
  const clock = createVirtualClock();
  const database = valueOf(t, openIdentityDatabase(':memory:'));
  t.teardown(() => database.close());
  const outbox = createOutbox(() => {});
  const limits = limited ? createIdentityLimits(clock, true) : NO_IDENTITY_LIMITS;
  const unix_s = (): number => clock.unix_s();
  const codes = createCodes({ database, mailer: outbox, log: createMemoryLog(clock), unix_s });
  const accounts = createAccounts({ database, limits, codes, unix_s, origin: () => origin });
  const password = await hashPassword(ANN.password);
  for (const [sub, email] of [
    [ANNS, ANN.email],
    [BOBS, 'bob@example.com'],
  ] as const)
    database.addAccount({ sub, email, email_key: emailKey(email), name: ANN.name, password, created_s: 0 });
  const passkeys = createPasskeys({ database, limits, codes, accounts, unix_s, origin: () => origin });
  const creationOptions = async (owner = ANNS, session = 'a visit'): Promise<string> =>
    valueOf(t, await passkeys.beginAdding(owner, session, ANN.password, HOME));
  /** Adds a passkey to an account. */
  const added = async (owner = ANNS, name = ''): Promise<SoftAuthenticator> => {
    const authenticator = createAuthenticator(origin);
    valueOf(t, await passkeys.add(owner, 'a visit', authenticator.make(await creationOptions(owner)), name));
    return authenticator;
  };
  const signIn = async (authenticator: SoftAuthenticator, wrongly: Wrongly = {}, page = 'a page') => {
    const options = await passkeys.beginSignIn(page);
    return passkeys.signIn(page, authenticator.sign(options, wrongly), HOME);
  };
  return { passkeys, accounts, clock, database, creationOptions, added, signIn, mails: outbox.mails };
}

const WRONG = /This passkey was not accepted/;

test('[C119] a passkey signs its owner in repeatedly and records the last use', async (t) => {
  const { passkeys, clock, added, signIn } = await begin(t);
  const [anns, bobs] = [await added(ANNS, ' My phone '), await added(BOBS)];
  t.like(passkeys.list(ANNS)[0], { id: anns.id, name: 'My phone', transports: ['internal'], counter: 0, used_s: null });
  await clock.advance(60_000);
  t.is(valueOf(t, await signIn(anns)).sub, ANNS);
  t.is(valueOf(t, await signIn(anns)).sub, ANNS);
  t.is(valueOf(t, await signIn(bobs)).sub, BOBS);
  t.like(passkeys.list(ANNS)[0], { counter: 2, used_s: clock.unix_s() });
});

for (const [what, wrongly] of [
  ['for another challenge', { challenge: 'AAAA' }],
  ['on another origin', { origin: 'https://cloud.example.evil.example' }],
  ['on the same host without https', { origin: 'http://cloud.example' }],
  ['for another name', { rp_id: 'evil.example' }],
  ['without user verification', { verified: false }],
  ['to make a passkey', { type: 'webauthn.create' }],
  ['for another account', { owner: BOBS }],
  ['without an account', { owner: '' }],
] as const)
  test(`[C119] rejects a sign-in signed ${what}`, async (t) => {
    const { added, signIn } = await begin(t);
    const authenticator = await added();
    failsWith(t, await signIn(authenticator, wrongly), 'bad_value', WRONG);
    t.is(valueOf(t, await signIn(authenticator)).sub, ANNS);
  });

test('[C119] a challenge is valid once, for five minutes, and for its own page', async (t) => {
  const { passkeys, clock, added } = await begin(t);
  const authenticator = await added();
  const fresh = (page: string): Promise<string> => passkeys.beginSignIn(page);
  const answer = authenticator.sign(await fresh('one'));
  failsWith(t, await passkeys.signIn('other', answer, HOME), 'bad_value', WRONG);
  await fresh('other');
  failsWith(t, await passkeys.signIn('other', answer, HOME), 'bad_value', WRONG);
  valueOf(t, await passkeys.signIn('one', answer, HOME));
  failsWith(t, await passkeys.signIn('one', answer, HOME), 'bad_value', WRONG);
  const wrong = await fresh('one');
  failsWith(t, await passkeys.signIn('one', 'no JSON', HOME), 'bad_value', WRONG);
  failsWith(t, await passkeys.signIn('one', authenticator.sign(wrong), HOME), 'bad_value', WRONG);
  const late = await fresh('one');
  await clock.advance(299_000);
  const almost = await fresh('two');
  await clock.advance(1000);
  failsWith(t, await passkeys.signIn('one', authenticator.sign(late), HOME), 'bad_value', WRONG);
  await clock.advance(298_000);
  await fresh('three');
  valueOf(t, await passkeys.signIn('two', authenticator.sign(almost), HOME));
});

test('[C119] rejects a passkey whose counter does not increase, as it may be a copy', async (t) => {
  const { added, signIn } = await begin(t);
  const authenticator = await added();
  valueOf(t, await signIn(authenticator, { counter: 7 }));
  for (const counter of [7, 6, 0]) failsWith(t, await signIn(authenticator, { counter }), 'bad_value', WRONG);
  valueOf(t, await signIn(authenticator, { counter: 8 }));
});

test('[C119] a passkey without a counter signs in any number of times', async (t) => {
  const { added, signIn } = await begin(t);
  const authenticator = await added();
  for (let n = 0; n < 3; n++) valueOf(t, await signIn(authenticator, { counter: 0 }));
});

test('[C119] accepts one of two simultaneous responses with the same counter', async (t) => {
  const { passkeys, added } = await begin(t);
  const authenticator = await added();
  const answers = [];
  for (const page of ['one', 'other']) {
    const answer = authenticator.sign(await passkeys.beginSignIn(page), { counter: 3 });
    answers.push(passkeys.signIn(page, answer, HOME));
  }
  t.is((await Promise.all(answers)).filter(({ ok }) => ok).length, 1);
});

test('[C119] answers a foreign, unknown or removed passkey with the same error', async (t) => {
  const { passkeys, added, signIn } = await begin(t);
  const [anns, bobs, unregistered] = [await added(ANNS), await added(BOBS), createAuthenticator(ORIGIN)];
  const stolen = await signIn(anns, { id: bobs.id, owner: BOBS });
  const unknown = await signIn(unregistered, { owner: ANNS });
  t.false(passkeys.remove(BOBS, anns.id), 'only its owner can remove it');
  valueOf(t, await signIn(anns));
  t.true(passkeys.remove(ANNS, anns.id));
  const removed = await signIn(anns);
  t.like(stolen, { ok: false });
  t.deepEqual([unknown, removed], [stolen, stolen]);
  valueOf(t, await signIn(bobs));
});

test('[C119] adding a passkey needs the password and sends a mail to the owner', async (t) => {
  const { passkeys, mails, added } = await begin(t);
  const result = await passkeys.beginAdding(ANNS, 'a visit', 'wrong', HOME);
  failsWith(t, result, 'bad_value', /^Wrong password\.$/);
  await added(ANNS, 'My phone');
  t.like(mails()[0], { to: ANN.email, subject: 'A passkey was added to your FooGolf account' });
  t.regex(mails()[0]?.text ?? '', /added to your account: My phone\./);
});

for (const [what, wrongly] of [
  ['for another challenge', { challenge: 'AAAA' }],
  ['on another origin', { origin: 'https://evil.example' }],
  ['for another name', { rp_id: 'evil.example' }],
  ['without user verification', { verified: false }],
  ['to sign in', { type: 'webauthn.get' }],
] as const)
  test(`[C119] refuses a passkey made ${what}`, async (t) => {
    const { passkeys, creationOptions } = await begin(t);
    const answer = createAuthenticator(ORIGIN).make(await creationOptions(), wrongly);
    failsWith(t, await passkeys.add(ANNS, 'a visit', answer, ''), 'bad_value', /was not added/);
    t.deepEqual(passkeys.list(ANNS), []);
  });

test('[C119] adds a new passkey once, within five minutes, in the session that requested it', async (t) => {
  const { passkeys, clock, creationOptions } = await begin(t);
  const [one, other] = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)];
  const answer = one.make(await creationOptions());
  failsWith(t, await passkeys.add(ANNS, 'another visit', answer, ''), 'bad_value', /expired or was already submitted/);
  valueOf(t, await passkeys.add(ANNS, 'a visit', answer, ''));
  failsWith(t, await passkeys.add(ANNS, 'a visit', answer, ''), 'bad_value', /expired or was already submitted/);
  const late = other.make(await creationOptions());
  await clock.advance(300_000);
  failsWith(t, await passkeys.add(ANNS, 'a visit', late, ''), 'bad_value', /expired or was already submitted/);
  t.is(passkeys.list(ANNS).length, 1);
});

test('[C119] refuses to add the key of one account to another', async (t) => {
  const { passkeys, creationOptions, added, signIn } = await begin(t);
  const anns = await added(ANNS);
  failsWith(
    t,
    await passkeys.add(BOBS, 'a visit', anns.make(await creationOptions(BOBS)), ''),
    'bad_value',
    /was not added/,
  );
  t.deepEqual(passkeys.list(BOBS), []);
  t.is(valueOf(t, await signIn(anns, { owner: ANNS })).sub, ANNS);
});

test('[C119] limits an account to twenty passkeys', async (t) => {
  const { passkeys, creationOptions, added } = await begin(t);
  for (let n = 0; n < 19; n++) await added();
  const [one, other] = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)];
  const answer = one.make(await creationOptions(ANNS, 'a visit'));
  const second = other.make(await creationOptions(ANNS, 'another visit'));
  valueOf(t, await passkeys.add(ANNS, 'a visit', answer, ''));
  failsWith(t, await passkeys.add(ANNS, 'another visit', second, ''), 'too_many', /already have 20 passkeys/);
  failsWith(t, await passkeys.beginAdding(ANNS, 'a visit', ANN.password, HOME), 'too_many', /already have 20 passkeys/);
  t.is(passkeys.list(ANNS).length, 20);
});

for (const [typed, name] of [
  ['', 'Windows Hello'],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), null],
  ['one\ntwo', null],
] as const)
  test(`[C119] a passkey named ${JSON.stringify(typed).slice(0, 20)}, ${typed.length} long, is ${name === null ? 'refused' : `called ${name.slice(0, 20)}`}`, async (t) => {
    const { passkeys, creationOptions } = await begin(t);
    const hello = createAuthenticator(ORIGIN, '08987058cadc4b81b6e130de50dcbe96');
    const result = await passkeys.add(ANNS, 'a visit', hello.make(await creationOptions()), typed);
    t.is(result.ok, name !== null);
    t.is(passkeys.list(ANNS)[0]?.name, name ?? undefined);
  });

test('[C119] thirty wrong passkeys block their IP address but no account', async (t) => {
  const { passkeys, clock, added, signIn } = await begin(t, { limited: true });
  const authenticator = await added();
  for (let n = 0; n < 30; n++) failsWith(t, await signIn(authenticator, { owner: BOBS }), 'bad_value', WRONG);
  failsWith(t, await signIn(authenticator), 'limited', /Too many attempts/);
  const elsewhere = authenticator.sign(await passkeys.beginSignIn('a page'));
  valueOf(t, await passkeys.signIn('a page', elsewhere, '198.51.100.1'));
  await clock.advance(20_000);
  valueOf(t, await signIn(authenticator));
});

test('[C119] passkeys are deleted with the account and survive a new password, which the mail says', async (t) => {
  const { passkeys, accounts, mails, added, signIn } = await begin(t);
  valueOf(t, accounts.forgot('a page', ANN.email, HOME));
  t.notRegex(mails()[0]?.text ?? '', /passkey/);
  const authenticator = await added();
  valueOf(t, accounts.forgot('a page', ANN.email, HOME));
  t.regex(mails()[0]?.text ?? '', /The passkeys of your account still work/);
  const code = /^\d{6}/.exec(mails()[0]?.subject ?? '')?.[0] ?? '';
  valueOf(t, await accounts.reset('a page', code, 'a much longer one'));
  valueOf(t, await signIn(authenticator));
  const typed = { current: 'a much longer one', password: 'another long one' };
  valueOf(t, await accounts.changePassword(ANNS, typed, HOME, ''));
  t.regex(mails()[0]?.text ?? '', /The passkeys of your account still work/);
  accounts.removeAccount(ANNS);
  t.deepEqual(passkeys.list(ANNS), []);
  failsWith(t, await signIn(authenticator), 'bad_value', WRONG);
});

for (const [address, problem] of [
  ['https://cloud.example', /^$/],
  ['https://cloud.example:8443', /^$/],
  ['http://localhost:8322', /^$/],
  ['http://putt.localhost', /^$/],
  ['http://127.0.0.1:8322', /127\.0\.0\.1\. Start .* --public-url http:\/\/localhost:8322 and open that address/],
  ['http://[::1]:8322', /--public-url http:\/\/localhost:8322 and/],
  ['http://192.168.1.20:8322', /require a domain name and https/],
  ['https://192.168.1.20', /require a domain name and https/],
  ['http://cloud.example', /require a domain name and https/],
] as const)
  test(`[C119] ${problem.source === '^$' ? '' : 'no '}passkeys at ${address}`, async (t) => {
    t.regex(passkeyPlace(address).problem, problem);
    if (problem.source === '^$') return;
    const { passkeys } = await begin(t, { origin: address });
    t.regex(passkeys.problem(), problem);
    failsWith(t, await passkeys.beginAdding(ANNS, 'a visit', ANN.password, HOME), 'bad_value', problem);
  });

test('[C119] loads the passkey library only on first use', (t) => {
  let users = 0;
  for (const source of sourcesBelow('cloud-stub', 'bin'))
    for (const { from, type_only } of importsOf(source)) {
      if (from !== '@simplewebauthn/server') continue;
      users++;
      t.true(type_only || source.text.includes(`await import('${from}')`), source.path);
      t.notRegex(source.text, /^import (?!type)[^;]*'@simplewebauthn\/server'/m, source.path);
    }
  t.true(users > 0);
});
