// Attackers who know the address of a supporter can lock the account, but not shut out its owner.

import test from 'ava';
import { createIdentityLimits } from '../../../../cloud-stub/accounts/limits.ts';
import { createVirtualClock } from '../../../../hal/clock/clock-virtual.ts';
import { person, SAM, siteWorld, supporter, type Person, type SiteWorld } from '../../../support/store/site-world.ts';

const TOO_OFTEN = /^Too many attempts/;
const WRONG = /^Wrong address, password or code/;

async function tries({ origin }: SiteWorld, user: Person, password: string, otp: string): Promise<Person> {
  for (const name of ['tapin-support', '_session', '_session.sig']) user.cookies.delete(name);
  await user.open(`${origin}/support`);
  await user.submit('support-sign-in', { email: SAM.email, password, otp });
  return user;
}

test('[C132] a supporter signs in to a locked account from a browser used before', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  const signIn = (user: Person) => tries(world, user, SAM.password, sam.otp());
  await world.clock.advance(60_000);
  await signIn(sam);
  t.regex(sam.shown().text, /You are signed in as/);
  const outsider = person(world.origin);
  for (let i = 0; i < 5; i++) t.regex((await tries(world, outsider, 'wrong', '000000')).shown().problem ?? '', WRONG);
  await world.clock.advance(60_000);
  t.regex((await signIn(person(world.origin))).shown().problem ?? '', TOO_OFTEN, 'even with the right password');
  await signIn(sam);
  t.regex(sam.shown().text, /You are signed in as/);
});

test('[C132] a known browser has five attempts too; a foreign or forged cookie gives none', async (t) => {
  const world = await siteWorld(t);
  const sam = await supporter(world);
  const bea = await supporter(world, { ...SAM, email: 'bea@example.com', name: 'Bea' });
  await world.clock.advance(60_000);
  await tries(world, sam, SAM.password, sam.otp());
  await bea.open('/support');
  for (const name of ['tapin-support', '_session', '_session.sig']) bea.cookies.delete(name);
  await bea.open('/support');
  await bea.submit('support-sign-in', { email: 'bea@example.com', password: SAM.password, otp: bea.otp() });
  t.regex(bea.shown().text, /You are signed in as/);
  const made_up = person(world.origin);
  made_up.cookies.set('tapin-support-known', 'a'.repeat(43));
  for (let i = 0; i < 5; i++) t.regex((await tries(world, made_up, 'wrong', '000000')).shown().problem ?? '', WRONG);
  for (const user of [made_up, bea])
    t.regex((await tries(world, user, 'wrong', '000000')).shown().problem ?? '', TOO_OFTEN);
  for (let i = 0; i < 5; i++) t.regex((await tries(world, sam, 'wrong', '000000')).shown().problem ?? '', WRONG);
  t.regex((await tries(world, sam, SAM.password, sam.otp())).shown().problem ?? '', TOO_OFTEN);
});

test('[C132] an invalid e-mail address locks nothing, and counts against the IP address', async (t) => {
  const world = await siteWorld(t, { limited: true });
  const { accounts, support } = world.identity;
  const wrong = async (i: number, address: string) => {
    const email = i % 2 ? 'unknown' : 'a'.repeat(10_000);
    const form = { email, password: 'wrong', otp: '' };
    const tried = i % 3 ? await accounts.signIn(form, address) : await support.signIn(form, address, '');
    return tried.ok ? 'ok' : tried.error.code;
  };
  const codes: string[] = [];
  for (let i = 0; i < 31; i++) codes.push(await wrong(i, '192.0.2.1'));
  t.deepEqual([...new Set(codes.slice(0, 30))], ['bad_value']);
  t.is(codes[30], 'limited');
  t.is(await wrong(0, '192.0.2.2'), 'bad_value');
});

test('[R150] [C130] limits an unauthenticated address to a burst of 100 bodies, then two a second', async (t) => {
  const clock = createVirtualClock();
  const limits = createIdentityLimits(clock, true);
  for (let i = 0; i < 100; i++) t.is(limits.body('192.0.2.1'), null);
  t.is(limits.body('192.0.2.1'), 1);
  t.is(limits.body('192.0.2.2'), null);
  await clock.advance(500);
  t.is(limits.body('192.0.2.1'), null);
  t.is(limits.body('192.0.2.1'), 1);
});
