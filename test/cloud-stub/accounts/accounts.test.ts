// Account rules: valid form fields, codes, passwords and rate limits.

import test, { type ExecutionContext } from 'ava';
import { createAccounts, type Accounts } from '../../../cloud-stub/accounts/accounts.ts';
import { createCodes } from '../../../cloud-stub/accounts/codes.ts';
import { openIdentityDatabase } from '../../../cloud-stub/accounts/database.ts';
import { createIdentityLimits } from '../../../cloud-stub/accounts/limits.ts';
import { createOutbox } from '../../../cloud-stub/accounts/mail/mailer-outbox.ts';
import { hashPassword, isPassword } from '../../../cloud-stub/accounts/passwords.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { fail } from '../../../wire/errors.ts';
import { ANN } from '../../support/store/identity-world.ts';
import { NO_IDENTITY_LIMITS } from '../../support/no-limits.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const HOME = '192.0.2.7';
const ORIGIN = 'https://cloud.example';

function begin(t: ExecutionContext, { limited = false } = {}) {
  const clock = createVirtualClock();
  const database = valueOf(t, openIdentityDatabase(':memory:'));
  t.teardown(() => database.close());
  const outbox = createOutbox(() => {});
  const limits = limited ? createIdentityLimits(clock, true) : NO_IDENTITY_LIMITS;
  const log = createMemoryLog(clock);
  const unix_s = (): number => clock.unix_s();
  const codes = createCodes({ database, mailer: outbox, log, unix_s });
  const accounts = createAccounts({ database, limits, codes, unix_s, origin: () => ORIGIN });
  const code = (): string => /^\d{6}/.exec(outbox.mails()[0]?.subject ?? '')?.[0] ?? '';
  return { accounts, clock, database, log, code, mails: outbox.mails };
}

async function signedUp(t: ExecutionContext, { accounts, code }: ReturnType<typeof begin>, user = ANN) {
  valueOf(t, await accounts.signUp('one', user, HOME));
  return valueOf(t, accounts.confirm('one', code()));
}

// Test vector of the reference implementation, test.c: 64 MiB, two passes, one lane.
const REFERENCE = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

test('[C110] stores passwords as Argon2id hashes, each with its own salt', async (t) => {
  t.true(await isPassword('password', REFERENCE));
  t.false(await isPassword('Password', REFERENCE));
  t.false(await isPassword('password', 'password'));
  const [one, other] = [await hashPassword('three putts'), await hashPassword('three putts')];
  t.not(one, other);
  t.regex(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/);
  t.true(await isPassword('three putts', one));
  t.true(await isPassword('ﬁve cafe\u0301s', await hashPassword('five cafés')), 'in any Unicode form');
});

const FORMS: readonly (readonly [field: string, value: string, problem: RegExp | null])[] = [
  ['email', 'ann', /such as ann@example\.com/],
  ['email', 'ann@example.com, bob@example.com', /such as/],
  ['email', 'ann@example.com\r\nBcc: bob@example.com', /such as/],
  ['email', `${'a'.repeat(64)}@${'b'.repeat(189)}`, null],
  ['email', `${'a'.repeat(64)}@${'b'.repeat(190)}`, /such as/],
  ['name', '', /1 to 64 characters/],
  ['name', 'A', null],
  ['name', '🏌'.repeat(64), null],
  ['name', '🏌'.repeat(65), /1 to 64 characters/],
  ['name', 'Ann\nMiller', /on one line/],
  ['name', 'FooGolf', /reserved for FooGolf/],
  ['name', 'F о o G o l f', /reserved for FooGolf/],
  ['name', 'FooGolf\u3164', /reserved for FooGolf/],
  ['name', 'F00-G0lf', /reserved for FooGolf/],
  ['name', 'Тapin', /reserved for FooGolf/],
  ['name', 'Ford Golfer', null],
  ['password', '12 chars of', null],
  ['password', 'nine char', /10 to 128 characters/],
  ['password', 'ten chars!', null],
  ['password', 'a b c d e '.repeat(12) + 'eight ch', null],
  ['password', 'a b c d e '.repeat(12) + 'nine char', /10 to 128 characters/],
  ['password', '1qaz2wsx3edc', /too common/],
  ['password', 'Basketball', /too common/],
  ['password', 'abababababab', /too common/],
  ['password', 'i am ANN MILLER yes', /your name or address/],
  ['password', 'example.com4ever', /your name or address/],
];

for (const [field, value, problem] of FORMS)
  test(`[C110] signing up with ${field} ${JSON.stringify(value).slice(0, 60)}, ${value.length} long, is ${problem ? 'refused' : 'accepted'}`, async (t) => {
    const { accounts, mails } = begin(t);
    const sent = await accounts.signUp('one', { ...ANN, [field]: value }, HOME);
    if (problem) failsWith(t, sent, 'bad_value', problem);
    else valueOf(t, sent);
    t.is(mails().length, problem ? 0 : 1);
  });

test('[C110] creates an account once the browser that sent the form enters the code', async (t) => {
  const { accounts, code } = begin(t);
  valueOf(t, await accounts.signUp('one', ANN, HOME));
  failsWith(t, await accounts.signIn(ANN, HOME), 'bad_value', /Wrong address or password/);
  failsWith(t, accounts.confirm('another', code()), 'bad_value', /has expired/);
  const spaced = `${code().slice(0, 3)} ${code().slice(3)}`;
  const account = valueOf(t, accounts.confirm('one', spaced));
  t.like(account, { email: 'ann@example.com', name: 'Ann Miller' });
  failsWith(t, accounts.confirm('one', code()), 'bad_value', /has expired/);
  t.is(valueOf(t, await accounts.signIn({ ...ANN, email: ' Ann@Example.com' }, HOME)).sub, account.sub);
});

test('[C110] a code expires after half an hour', async (t) => {
  for (const [s, good] of [
    [1799, true],
    [1800, false],
  ] as const) {
    const { accounts, clock, code } = begin(t);
    valueOf(t, await accounts.signUp('one', ANN, HOME));
    await clock.advance(s * 1000);
    t.is(accounts.confirm('one', code()).ok, good, `${s} s`);
  }
});

test('[C110] a code survives four wrong attempts, but not five', async (t) => {
  for (const wrong of [4, 5]) {
    const { accounts, code } = begin(t);
    valueOf(t, await accounts.signUp('one', ANN, HOME));
    const other = code() === '000000' ? '000001' : '000000';
    for (let tried = 0; tried < wrong; tried++) failsWith(t, accounts.confirm('one', other), 'bad_value', /Wrong code/);
    t.is(accounts.confirm('one', code()).ok, wrong === 4);
  }
});

test('[C110] reveals only by mail that a sign-up address already has an account', async (t) => {
  const world = begin(t);
  const { sub } = await signedUp(t, world);
  const { accounts, mails, code } = world;
  valueOf(t, await accounts.signUp('two', { ...ANN, password: 'another good one' }, HOME));
  t.regex(mails()[0]?.subject ?? '', /already have a FooGolf account/);
  t.is(code(), '');
  failsWith(t, accounts.confirm('two', '000000'), 'bad_value', /Wrong code/);
  t.is(valueOf(t, await accounts.signIn(ANN, HOME)).sub, sub);
});

test('[C110] two confirmations of one address create one account', async (t) => {
  const { accounts, code } = begin(t);
  valueOf(t, await accounts.signUp('one', ANN, HOME));
  const first = code();
  valueOf(t, await accounts.signUp('two', { ...ANN, name: 'Ann Two' }, HOME));
  valueOf(t, accounts.confirm('two', code()));
  failsWith(t, accounts.confirm('one', first), 'bad_value', /already has an account/);
});

test('[C110] a new password needs a mailed code, sent only to an address with an account', async (t) => {
  const world = begin(t);
  const { accounts, mails, code } = world;
  const { sub } = await signedUp(t, world);
  valueOf(t, accounts.forgot('one', 'bob@example.com', HOME));
  t.is(mails().length, 1);
  failsWith(t, await accounts.reset('one', '000000', 'a good new one'), 'bad_value', /Wrong code/);
  valueOf(t, accounts.forgot('one', ANN.email, HOME));
  failsWith(t, await accounts.reset('one', code(), 'basketball'), 'bad_value', /too common/);
  t.is(valueOf(t, await accounts.reset('one', code(), 'a good new one')).sub, sub);
  failsWith(t, await accounts.signIn(ANN, HOME), 'bad_value', /Wrong address or password/);
  t.is(valueOf(t, await accounts.signIn({ ...ANN, password: 'a good new one' }, HOME)).sub, sub);
  failsWith(t, await accounts.reset('one', code(), 'another new one'), 'bad_value', /has expired/);
});

const tryWrongly = async (accounts: Accounts, times: number, email: string, address: string): Promise<void> => {
  for (let tried = 0; tried < times; tried++) await accounts.signIn({ email, password: 'not the right one' }, address);
};

test('[C110] five wrong passwords lock an address for three minutes, with or without an account', async (t) => {
  const world = begin(t, { limited: true });
  const { accounts, clock } = world;
  await signedUp(t, world);
  await tryWrongly(accounts, 4, ANN.email, HOME);
  valueOf(t, await accounts.signIn(ANN, HOME));
  await tryWrongly(accounts, 1, ANN.email, '198.51.100.1');
  failsWith(t, await accounts.signIn(ANN, '203.0.113.9'), 'limited', /Try again in 3 min\./);
  await clock.advance(180_000);
  valueOf(t, await accounts.signIn(ANN, HOME));
  await tryWrongly(accounts, 5, 'bob@example.com', HOME);
  failsWith(t, await accounts.signIn({ ...ANN, email: 'bob@example.com' }, HOME), 'limited', /3 min/);
});

test('[C110] thirty wrong passwords from one IP address block it for other accounts too', async (t) => {
  const { accounts } = begin(t, { limited: true });
  for (let one = 0; one < 6; one++) await tryWrongly(accounts, 5, `${one}@example.com`, HOME);
  failsWith(t, await accounts.signIn({ ...ANN, email: 'new@example.com' }, HOME), 'limited', /1 min/);
  failsWith(
    t,
    await accounts.signIn({ ...ANN, email: 'new@example.com' }, '198.51.100.1'),
    'bad_value',
    /Wrong address or password/,
  );
});

test('[C110] limits mails to a burst of three per account and ten per IP address', async (t) => {
  const { accounts, mails } = begin(t, { limited: true });
  for (let sent = 0; sent < 3; sent++) valueOf(t, await accounts.signUp('one', ANN, HOME));
  failsWith(t, await accounts.signUp('one', ANN, HOME), 'limited', /20 min/);
  failsWith(t, accounts.forgot('one', ANN.email, HOME), 'limited', /20 min/);
  for (let one = 0; one < 7; one++) valueOf(t, accounts.forgot('one', `${one}@example.com`, HOME));
  failsWith(t, accounts.forgot('one', 'last@example.com', HOME), 'limited', /6 min/);
  t.is(mails().length, 3);
});

test('[C110] reports on the page that no mail can be sent, and logs the reason', async (t) => {
  const { database, log } = begin(t);
  const mailer = { send: async () => fail('mail_failed', 'The mail was not sent: no.') };
  const accounts = createAccounts({
    database,
    limits: NO_IDENTITY_LIMITS,
    codes: createCodes({ database, mailer, log, unix_s: () => 0 }),
    unix_s: () => 0,
    origin: () => ORIGIN,
  });
  failsWith(t, await accounts.signUp('one', ANN, HOME), 'mail_failed', /could not be sent/);
  t.deepEqual(
    log.lines().map(({ level, text }) => `${level} ${text}`),
    ['error The mail was not sent: no.'],
  );
});
