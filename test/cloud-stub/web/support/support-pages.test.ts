// Support pages: joining, the second factor, decisions, and what other users may not do.

import test from 'ava';
import * as client from 'openid-client';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { authenticatorUri } from '../../../../cloud-stub/accounts/support-accounts.ts';
import { ANN } from '../../../support/store/identity-world.ts';
import {
  author,
  heldBack,
  person,
  publish,
  SAM,
  siteWorld,
  supporter,
  type SiteWorld,
  type SupportPerson,
} from '../../../support/store/site-world.ts';
import { readJson } from '../../../support/read-json.ts';
import { luaOf } from '../../../support/store/store-world.ts';

const signOut = async (sam: SupportPerson): Promise<void> => {
  await sam.open('/support');
  await sam.fill('/support/sign-out', {});
};

async function requested(world: SiteWorld) {
  const ann = await author(world);
  const code = await publish(ann, { name: 'Ladder' }, '-- one\n');
  await ann.open(`/own/${code}`);
  await ann.fill(`/own/${code}/request`, {});
  return { ann, code };
}

test('[C116] joins support once, with a mailed code, a password and an authenticator', async (t) => {
  const world = await siteWorld(t);
  const invited = await world.identity.support.invite({ ...SAM, is_main: true }, `${world.origin}/support/join`);
  t.true(invited.ok);
  const code = /^[0-9A-Z]{12}$/m.exec(world.mails()[0]?.text ?? '')?.[0] ?? '';
  t.is(world.mails()[0]?.to, SAM.email);
  const sam = person(world.origin);
  await sam.send('/support/join', { email: SAM.email, code: 'AAAABBBBCCCC' });
  t.regex(sam.shown().problem ?? '', /Invitation not found/);
  await sam.send('/support/join', { email: SAM.email, code: code.toLowerCase().replace(/(.{4})/g, '$1-') });
  t.regex(sam.shown().text, /<img[^]*src="data:image\/svg\+xml;base64,/);
  await sam.send('/support/join', { email: SAM.email, code, password: SAM.password, otp: '000000' });
  t.regex(sam.shown().problem ?? '', /Wrong authenticator code/);
  await sam.send('/support/join', { email: SAM.email, code, password: 'short', otp: '000000' });
  t.regex(sam.shown().problem ?? '', /10 to 128/);
  const joined = await supporter(world);
  await joined.open('/support');
  t.is(joined.shown().url.pathname, '/support');
  await sam.send('/support/join', { email: SAM.email, code });
  t.regex(sam.shown().problem ?? '', /Invitation not found/);
});

test('[C116] accepts an invitation for a week and for five attempts', async (t) => {
  const world = await siteWorld(t);
  const invite = async (): Promise<string> => {
    const invited = await world.identity.support.invite({ ...SAM, is_main: false }, 'here');
    return invited.ok ? invited.value : '';
  };
  const comes = async (code: string): Promise<boolean> =>
    world.identity.support.invited(SAM.email, code, '192.0.2.1').ok;
  const first = await invite();
  for (let n = 0; n < 4; n++) t.false(await comes('AAAABBBBCCCC'));
  t.true(await comes(first));
  t.false(await comes('AAAABBBBCCCC'));
  t.false(await comes(first));
  const second = await invite();
  await world.clock.advance(7 * 86_400_000 - 1000);
  t.true(await comes(second));
  await world.clock.advance(1000);
  t.false(await comes(second));
});

test('[C116] requires password and code to sign in, and accepts each code once', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  await signOut(sam);
  const tries = async (more: Readonly<Record<string, string>>): Promise<string> => {
    const someone = person(world.origin);
    await someone.open('/support');
    await someone.submit('support-sign-in', { email: SAM.email, password: SAM.password, ...more });
    return someone.shown().url.pathname === '/support' ? 'in' : (someone.shown().problem ?? '');
  };
  const wrong = 'Wrong address, password or code.';
  t.is(await tries({ otp: sam.otp() }), wrong, 'the code was used to join');
  t.is(await tries({ otp: sam.otp(3) }), wrong);
  t.is(await tries({ otp: '' }), wrong);
  t.is(await tries({ otp: sam.otp(1), password: 'wrong' }), wrong);
  t.is(await tries({ otp: sam.otp(1) }), 'in');
  t.is(await tries({ otp: sam.otp(1) }), wrong, 'a code works once');
});

test('[C116] sets authenticators to SHA-1, six digits and 30 s, with the codes of RFC 6238', (t) => {
  const otp_secret = Secret.fromLatin1('12345678901234567890').base32;
  const params = new URL(authenticatorUri({ email: SAM.email, otp_secret })).searchParams;
  t.deepEqual(
    ['algorithm', 'digits', 'period', 'secret'].map((name) => params.get(name)),
    ['SHA1', '6', '30', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  );
  // Appendix B, SHA-1: at 59 s this secret gives 94287082; an authenticator shows the last six digits.
  const totp = new TOTP({ secret: Secret.fromBase32(params.get('secret') ?? '') });
  t.is(totp.generate({ timestamp: 59_000 }), '287082');
});

test('[C116] asks authors to sign in on support pages, and support staff on author pages', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await ann.open('/support');
  t.regex(ann.shown().text, /Sign in to support/);
  await ann.submit('sign-in', { ...ANN });
  t.regex(ann.shown().text, /Sign in to support/, 'an author password is not accepted');
  const sam = await supporter(world);
  await sam.open('/own');
  t.regex(sam.shown().text, /<h1>Sign in<\/h1>/);
});

test('[C116] rejects author cookies on support pages and support cookies on author pages', async (t) => {
  const world = await siteWorld(t);
  const [ann, sam] = [await author(world), await supporter(world)];
  const fetchPage = (path: string, cookie: string) =>
    fetch(`${world.origin}${path}`, { headers: { cookie }, redirect: 'manual' });
  const site = ann.cookies.get('tapin-site') ?? '';
  const support = sam.cookies.get('tapin-support') ?? '';
  for (const path of ['/support', '/support/log', '/support/log/export', '/support/people', '/support/own']) {
    t.is((await fetchPage(path, `tapin-support=${site}`)).status, 303, path);
    t.true([200, 403].includes((await fetchPage(path, `tapin-support=${support}`)).status), path);
  }
  t.is((await fetchPage('/own', `tapin-site=${support}`)).status, 303);
});

test('[C116] ends a support session after twelve hours', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  const cookie = `tapin-support=${sam.cookies.get('tapin-support') ?? ''}`;
  const fetchPage = () => fetch(`${world.origin}/support`, { headers: { cookie }, redirect: 'manual' });
  await world.clock.advance(12 * 3_600_000 - 1000);
  t.is((await fetchPage()).status, 200);
  await world.clock.advance(1000);
  t.is((await fetchPage()).status, 303);
});

test('[C116] support declines with a reason, the author reads it and fixes it, and support approves', async (t) => {
  const world = await siteWorld(t);
  const { ann, code } = await requested(world);
  const sam = await supporter(world);
  await sam.open('/support');
  t.true(sam.shown().text.includes(code));
  await sam.open(`/support/extension/${code}`);
  await sam.fill(`/support/extension/${code}`, { action: 'decline', version: '1', reason: ' ' });
  t.is(sam.shown().problem, 'Enter a reason: the author sees it.');
  await sam.fill(`/support/extension/${code}`, { action: 'decline', version: '1', reason: 'It counts <twice>.' });
  t.like(world.mails()[0], { to: ANN.email, subject: `${code}: support decision on Ladder` });
  t.true(world.mails()[0]?.text.includes('It counts <twice>.'));
  t.true(world.mails()[0]?.text.endsWith(`Its page: ${world.origin}/own/${code}\n`));
  await ann.open(`/own/${code}`);
  t.true(ann.shown().text.includes('It counts &lt;twice&gt;.'));
  await ann.fill(`/own/${code}/edit`, {
    text: luaOf({ name: 'Ladder' }, '-- two\n'),
    description: 'Better.',
    notes: '',
  });
  await ann.open(`/own/${code}`);
  await ann.fill(`/own/${code}/request`, {});
  await sam.open(`/support/extension/${code}`);
  await sam.fill(`/support/extension/${code}`, { action: 'approve', version: '1' });
  t.regex(sam.shown().problem ?? '', /newest version of \w+ is 2/, 'the decision named another version');
  await sam.open(`/support/extension/${code}`);
  await sam.fill(`/support/extension/${code}`, { action: 'approve', version: '2' });
  t.is(sam.shown().url.search, '?said=done');
  await ann.open('/');
  t.true(ann.shown().text.includes(`/store/${code}`));
  t.like(world.store.view(code), { ok: true, value: { extension: { reviewer: 'Sam', approved_version: 2 } } });
});

test('[C116] shows support the changes since the approved version', async (t) => {
  const world = await siteWorld(t);
  const { ann, code } = await requested(world);
  const sam = await supporter(world);
  await sam.open(`/support/extension/${code}`);
  t.regex(sam.shown().text, /no version approved yet/);
  await sam.fill(`/support/extension/${code}`, { action: 'approve', version: '1' });
  await ann.open(`/own/${code}/edit`);
  await ann.fill(`/own/${code}/edit`, {
    text: luaOf({ name: 'Ladder' }, '-- two\n'),
    description: 'Better.',
    notes: '',
  });
  await ann.open(`/store/${code}`);
  t.false(ann.shown().text.includes('-- two'), 'not public yet');
  await sam.open('/support?state=pending');
  t.true(sam.shown().text.includes(code));
  await sam.open(`/support/extension/${code}`);
  t.regex(
    sam.shown().text,
    /Changes since approved version 1[^]*class="removed"[^]*?-- one[^]*?class="added"[^]*?-- two/,
  );
});

test('[C116] shows how many devices a default reaches, and hides a taken-down extension from readers', async (t) => {
  const world = await siteWorld(t);
  const { ann, code } = await requested(world);
  const sam = await supporter(world);
  await sam.open(`/support/extension/${code}`);
  t.regex(sam.shown().text, /every device: 7 devices/);
  await sam.fill(`/support/extension/${code}`, { action: 'default', version: '1' });
  await ann.open(`/own/${code}`);
  t.regex(ann.shown().text, /on every device, so it can’t be deleted/);
  await ann.fill(`/own/${code}/delete`, {});
  t.regex(ann.shown().problem ?? '', /is a default: /);
  await sam.open(`/support/extension/${code}`);
  await sam.fill(`/support/extension/${code}`, {
    action: 'take_down',
    version: '1',
    reason: 'It copies another author.',
  });
  await ann.open(`/store/${code}`);
  t.is(ann.shown().status, 410);
  await ann.open(`/own/${code}`);
  t.true(ann.shown().text.includes('It copies another author.'));
});

test('[C116] shows comments to support only, and lists everything in the log and its download', async (t) => {
  const world = await siteWorld(t);
  const { ann, code } = await requested(world);
  const sam = await supporter(world);
  await sam.open(`/support/extension/${code}`);
  await sam.fill(`/support/extension/${code}/comment`, { comment: 'Between us.', version: '1' });
  t.true(sam.shown().text.includes('Between us.'));
  for (const path of [`/own/${code}`, `/own/${code}/changes?v=1`, '/own/export', `/store/${code}`]) {
    await ann.open(path);
    t.false(ann.shown().text.includes('Between us.'), path);
  }
  const { text, headers } = await sam.open('/support/log/export');
  t.is(headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  const lines = text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  t.like(lines[0], { who: 'Sam', what: 'comment', code, version: 1, text: 'Between us.' });
  t.like(lines[2], { who: 'Ann Miller', what: 'request', code });
});

test('[C116] lets only main accounts invite and remove staff', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  const kim = await supporter(world, { ...SAM, email: 'kim@example.com', name: 'Kim' }, false);
  await kim.open('/support/people');
  t.false(kim.shown().text.includes('Invite a support member'));
  await kim.fill('/support/people', { email: 'mo@example.com', name: 'Mo' });
  t.is(kim.shown().status, 403);
  await kim.open('/support/people');
  await kim.fill('/support/people', { remove: SAM.email });
  t.is(kim.shown().status, 403);
  await kim.open('/support/own');
  t.is(kim.shown().status, 403);
  await sam.open('/support/people');
  await sam.fill('/support/people', { email: 'mo@example.com', name: 'Mo' });
  t.is(world.mails()[0]?.to, 'mo@example.com');
  await sam.fill('/support/people', { remove: SAM.email });
  t.is(sam.shown().problem, 'You can’t remove yourself. Ask another main account.');
  await sam.open('/support/people');
  await sam.fill('/support/people', { remove: 'kim@example.com' });
  await kim.open('/support');
  t.regex(kim.shown().text, /Sign in to support/, 'signed out at once');
});

test('[C116] lets a main account publish the extensions of FooGolf', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  await sam.open('/support/own/new');
  await sam.fill('/support/own/new', { text: luaOf({ name: 'Our drill' }), description: 'Ours.', notes: '' });
  const code = sam.shown().url.pathname.split('/')[3] ?? '';
  t.like(world.store.view(code), { ok: true, value: { extension: { owner: 'foogolf' } } });
  t.is((await fetch(`${world.origin}/e/${code}`)).headers.get('x-extension-author'), 'FooGolf');
});

test('[C116] gives support tokens their own audience, and records decisions under the signed-in name', async (t) => {
  const world = await siteWorld(t);
  const { ann, code } = await requested(world);
  const sam = await supporter(world);
  const config = await client.discovery(new URL(`${world.origin}/id`), 'tapin-support', undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: `${world.origin}/support/signed-in`,
    scope: 'openid support',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const form = { email: SAM.email, password: SAM.password, otp: sam.otp(1) };
  const { back: next } = await heldBack(world.origin, url, 'support-sign-in', form);
  const { access_token } = await client.authorizationCodeGrant(config, next, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  const headers = { authorization: `Bearer ${access_token}` };
  t.is((await fetch(`${world.origin}/extensions`, { headers })).status, 401);
  const decided = await fetch(`${world.origin}/support/extensions/${code}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ listing: 'public', reviewer: 'Another reviewer' }),
  });
  t.like(await decided.json(), { listing: 'public', reviewer: 'Sam' });
  await ann.open('/account');
  const { text } = await ann.fill('/account/token', { current: ANN.password, token_name: 'CI', days: '1' });
  const token = /tapin_[\w-]{43}/.exec(text)?.[0] ?? '';
  t.is(
    (await fetch(`${world.origin}/support/extensions`, { headers: { authorization: `Bearer ${token}` } })).status,
    401,
  );
});

test('[C116] accepts a code once under concurrent use, and allows five attempts under concurrent guessing', async (t) => {
  const world = await siteWorld(t, { limited: true });
  const sam = await supporter(world);
  const tries = async (otp: string): Promise<string> => {
    const someone = person(world.origin);
    await someone.open('/support');
    await someone.submit('support-sign-in', { email: SAM.email, password: SAM.password, otp });
    return someone.shown().url.pathname === '/support' ? 'in' : (someone.shown().problem ?? '');
  };
  const same = await Promise.all([1, 2, 3].map(() => tries(sam.otp(1))));
  t.is(same.filter((each) => each === 'in').length, 1);
  const guesses = await Promise.all(Array.from({ length: 10 }, () => tries('000000')));
  t.is(guesses.filter((each) => /Wrong address, password or code/.test(each)).length, 3, 'two failures came before');
});

test('[C116] keeps the last main account from removing itself, however it spells its address', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  await sam.open('/support/people');
  await sam.fill('/support/people', { remove: 'SAM@Example.com' });
  t.is(sam.shown().problem, 'You can’t remove yourself. Ask another main account.');
});

test('[C116] ignores unknown decisions', async (t) => {
  const world = await siteWorld(t);
  const { code } = await requested(world);
  const sam = await supporter(world);
  const mails = world.mails().length;
  for (const action of ['constructor', '__proto__', 'toString', '']) {
    await sam.open(`/support/extension/${code}`);
    await sam.fill(`/support/extension/${code}`, { action, version: '1' });
    t.is(sam.shown().problem, 'Choose a decision.', action);
  }
  t.is(world.mails().length, mails);
});

test('[C117] finds the listed version and compares with the approved one after a hundred newer versions', async (t) => {
  const world = await siteWorld(t);
  const { ann, code } = await requested(world);
  const sam = await supporter(world);
  await sam.open(`/support/extension/${code}`);
  await sam.fill(`/support/extension/${code}`, { action: 'approve', version: '1' });
  await ann.open(`/own/${code}/edit`);
  for (let n = 2; n <= 102; n++)
    await ann.fill(`/own/${code}/edit`, {
      text: luaOf({ name: 'Ladder' }, `-- ${n}\n`),
      description: 'New.',
      notes: '',
    });
  await ann.open(`/store/${code}`);
  t.regex(ann.shown().text, /version 1, /);
  await sam.open(`/support/extension/${code}`);
  t.regex(sam.shown().text, /Changes since approved version 1/);
});

test('[C116] logs who invited, joined and removed support staff', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  await sam.open('/support/people');
  await sam.fill('/support/people', { email: 'kim@example.com', name: 'Kim' });
  await sam.open('/support/people');
  await sam.fill('/support/people', { remove: 'kim@example.com' });
  const { text } = await sam.open('/support/log/export');
  const entries = text
    .trim()
    .split('\n')
    .map((line) =>
      readJson(v.looseObject({ who: v.string(), what: v.string(), code: v.string(), text: v.string() }), line),
    );
  t.deepEqual(
    entries.map(({ who, what, code, text: about }) => [who, what, code, about]),
    [
      ['Sam', 'remove', '', 'kim@example.com'],
      ['Sam', 'invite', '', 'kim@example.com'],
      ['Sam', 'join', '', 'sam@example.com'],
    ],
  );
  await sam.open('/support/log');
  t.regex(sam.shown().text, /removed a support member/);
});
