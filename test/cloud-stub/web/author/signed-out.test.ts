// Expired sessions: a submitted form is neither processed nor lost, and signing in leads back to it.

import test from 'ava';
import { ANN } from '../../../support/store/identity-world.ts';
import {
  author,
  cookieLine,
  person,
  publish,
  SAM,
  siteWorld,
  supporter,
  type Person,
} from '../../../support/store/site-world.ts';
import { luaOf } from '../../../support/store/store-world.ts';

const TYPED = {
  text: luaOf({ name: 'Ladder' }, '-- typed </textarea>\n'),
  description: 'Putts of <three> feet.',
  notes: 'Better.',
};

const signIn = (ann: Person) => ann.submit('sign-in', { email: ANN.email, password: ANN.password });

/** Returns the fields of the publish form. */
function typedIn({ shown }: Person): Readonly<Record<string, string>> {
  const fields = shown().text.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>\n([^]*?)<\/textarea/g);
  const plain = (text = ''): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return Object.fromEntries([...fields].map(([, name, text]) => [name, plain(text)]));
}

for (const path of ['/own/new', '/own/CODE/edit'])
  test(`[C115] a form sent to ${path} without a session publishes nothing and keeps its text`, async (t) => {
    const world = await siteWorld(t);
    const ann = await author(world);
    const code = await publish(ann);
    const to = path.replace('CODE', code);
    const { extensions } = world.store.counts();
    await ann.open(to);
    ann.cookies.delete('tapin-site');
    await ann.fill(to, TYPED);
    t.is(ann.shown().status, 403);
    t.regex(ann.shown().text, /<title>Problem: Nothing was published/);
    t.deepEqual(typedIn(ann), TYPED);
    t.notRegex(ann.shown().text, /name="form_token"/);
    const [, link = ''] = /href="([^"]+)" target="_blank"/.exec(ann.shown().text) ?? [];
    ann.cookies.delete('_session');
    await ann.open(link.replaceAll('&amp;', '&'));
    await signIn(ann);
    t.regex(ann.shown().text, /You are signed in\. What you typed is still in the other tab\./);
    await ann.send(to, TYPED);
    t.regex(ann.shown().problem ?? '', /^Not published yet/);
    t.deepEqual(typedIn(ann), TYPED);
    t.is(world.store.counts().extensions, extensions, 'a form without a token publishes nothing');
    await ann.fill(to, TYPED);
    t.regex(ann.shown().url.search, /^\?said=(created|updated)$/);
  });

test('[C115] does not show a cross-site form sent without a session', async (t) => {
  const { origin } = await siteWorld(t);
  const sent = await fetch(`${origin}/own/new`, {
    method: 'POST',
    body: new URLSearchParams(TYPED),
    headers: { 'sec-fetch-site': 'cross-site' },
    redirect: 'manual',
  });
  t.is(sent.status, 303);
});

test('[C115] does not show a cross-site form sent with a session either', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const sent = await fetch(`${world.origin}/own/new`, {
    method: 'POST',
    body: new URLSearchParams(TYPED),
    headers: { 'sec-fetch-site': 'cross-site', cookie: cookieLine(ann.cookies) },
    redirect: 'manual',
  });
  t.is(sent.status, 403);
  t.notRegex(await sent.text(), /typed/);
});

test('[C115] reports after sign-in that another form was not processed', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann);
  await ann.open(`/own/${code}`);
  ann.cookies.delete('tapin-site');
  await ann.fill(`/own/${code}/delete`, {});
  t.is(ann.shown().url.href, `${world.origin}/own?said=not-done`);
  t.regex(ann.shown().text, /role="status">Nothing was done/);
  const sam = await supporter(world);
  await sam.open(`/support/extension/${code}`);
  sam.cookies.delete('tapin-support');
  sam.cookies.delete('_session');
  await sam.fill(`/support/extension/${code}`, { action: 'approve', version: '1' });
  await sam.submit('support-sign-in', { email: SAM.email, password: SAM.password, otp: sam.otp(1) });
  t.is(sam.shown().url.href, `${world.origin}/support?said=not-done`);
  t.regex(sam.shown().text, /role="status">Nothing was done/);
});

const redirectOf = async (origin: string, path: string): Promise<string | null> =>
  (await fetch(`${origin}${path}`, { redirect: 'manual' })).headers.get('location');

test('[C115] returns to the page with its query after sign-in', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann);
  const later = person(world.origin);
  await later.open(`/own/${code}/changes?v=1`);
  await signIn(later);
  t.is(later.shown().url.href, `${world.origin}/own/${code}/changes?v=1`);
  t.is(await redirectOf(world.origin, '/support?state=pending'), '/support/sign-in?to=%2Fsupport%3Fstate%3Dpending');
});

test('[C115] drops a query that is too long for a cookie', async (t) => {
  const world = await siteWorld(t);
  await author(world);
  t.is(await redirectOf(world.origin, `/own?x=${'a'.repeat(300)}`), '/sign-in?to=%2Fown');
  const response = await fetch(`${world.origin}/sign-in?to=/own/${'a'.repeat(8000)}`, { redirect: 'manual' });
  t.true((response.headers.get('set-cookie') ?? '').length < 1000);
  const ann = person(world.origin);
  await ann.open(`/sign-in?to=/own/${'a'.repeat(8000)}`);
  await signIn(ann);
  t.is(ann.shown().url.href, `${world.origin}/own`);
});

test('[C115] a query never leads to another site', async (t) => {
  const world = await siteWorld(t);
  await author(world);
  const ann = person(world.origin);
  await ann.open('/own?to=//evil.example&x=%0D%0Aset-cookie:a');
  await signIn(ann);
  t.is(ann.shown().url.origin, world.origin);
  t.is(ann.shown().url.pathname, '/own');
});

test('[C115] confirms a sign-out, on the site and in support', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await ann.open('/account');
  await ann.fill('/sign-out', {});
  t.regex(ann.shown().text, /<h1>You are signed out<\/h1>[^]*href="\/sign-in"/);
  await ann.fill('/sign-out', {});
  t.regex(ann.shown().text, /<h1>You are signed out<\/h1>/);
  const sam = await supporter(world);
  await sam.open('/support');
  await sam.fill('/support/sign-out', {});
  t.regex(sam.shown().text, /<h1>You are signed out<\/h1>[^]*href="\/support\/sign-in"/);
});

test('[C115] confirms a deletion and says which extensions keep the name', async (t) => {
  const ann = await author(await siteWorld(t));
  const code = await publish(ann);
  await ann.open('/account');
  t.regex(ann.shown().text, /your name stays on what you published\./);
  await ann.fill('/account/delete', { current: ANN.password, extensions: 'give' });
  t.regex(ann.shown().text, /<h1>Account deleted<\/h1>/);
  t.regex(ann.shown().text, /href="\/sign-in"/);
  t.regex(ann.shown().text, /Extensions that now belong to FooGolf keep your name\./);
  t.notRegex(ann.shown().text, /Nothing of it is left/);
  await ann.open(`/store/${code}`);
  t.regex(ann.shown().text, /by Ann Miller/);
});

test('[C115] never tells a signed-in user that they are signed out or deleted', async (t) => {
  const world = await siteWorld(t);
  const [ann, sam] = [await author(world), await supporter(world)];
  for (const [user, path, to] of [
    [ann, '/signed-out', '/own'],
    [ann, '/account/deleted', '/account'],
    [sam, '/support/signed-out', '/support'],
  ] as const) {
    await user.open(path);
    t.is(user.shown().url.pathname, to);
  }
});

test('[C115] reports a sign-out with the token of an earlier session as not done', async (t) => {
  const ann = await author(await siteWorld(t));
  await ann.send('/sign-out', { form_token: 'of-an-earlier-session' });
  t.is(ann.shown().url.pathname, '/own');
  t.regex(ann.shown().text, /role="status">Nothing was done/);
});
