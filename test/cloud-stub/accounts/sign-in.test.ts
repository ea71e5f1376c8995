// Sign-up and sign-in over HTTP, with an independent OpenID Connect client.

import test from 'ava';
import { createAuthorOf } from '../../../cloud-stub/store/authors.ts';
import { valueOf } from '../../support/results.ts';
import { ANN, beginSignIn, createVisitor, identityWorld, signUp } from '../../support/store/identity-world.ts';

test('[C110] an author signs up with a mailed code and gets a token that the store accepts', async (t) => {
  const world = await identityWorld(t, { has_outbox: false });
  const visitor = createVisitor(world.origin);
  const sign_in = await beginSignIn(world.origin);
  const first = await visitor.open(sign_in.url);
  t.is(first.status, 200);
  t.regex(first.text, /<h1>Sign in<\/h1>/);
  const waiting = await visitor.submit('sign-up', { ...ANN });
  t.regex(waiting.text, /sent a mail to ann@example\.com/);
  t.regex(waiting.text, /Check your spam folder/);
  t.is(world.mails().length, 1);
  const consent = await visitor.submit('confirm', { email: ANN.email, code: world.code() });
  t.regex(consent.text, /signed in as <strong>Ann Miller<\/strong>/);
  const back = await visitor.submit('consent', {});
  t.is(back.url.origin, 'http://127.0.0.1:49152');
  const tokens = await sign_in.tokens(back.url);
  const claims = tokens.claims();
  t.is(claims?.['name'], 'Ann Miller');
  t.is(claims?.['email'], 'ann@example.com');
  t.is(tokens.expires_in, 900);
  t.truthy(tokens.refresh_token);
  const authorOf = createAuthorOf(
    () => [world.identity.issuer()],
    () => world.clock.unix_s(),
  );
  const author = valueOf(t, { ok: true, value: await authorOf(tokens.access_token) });
  t.like(author, { ok: true, value: { owner: claims?.sub ?? '', label: 'Ann Miller' } });
});

test('[C110] skips the password for a signed-in browser, and takes it from an existing account', async (t) => {
  const world = await identityWorld(t);
  const visitor = createVisitor(world.origin);
  await signUp(world, visitor, await beginSignIn(world.origin));
  const again = await visitor.open((await beginSignIn(world.origin)).url);
  t.regex(again.text, /signed in as <strong>Ann Miller/);
  const elsewhere = createVisitor(world.origin);
  const sign_in = await beginSignIn(world.origin);
  await elsewhere.open(sign_in.url);
  const wrong = await elsewhere.submit('sign-in', { email: ANN.email, password: 'four putts in a row' });
  t.is(wrong.problem, 'Wrong address or password.');
  const unknown = await elsewhere.submit('sign-in', { email: 'bob@example.com', password: ANN.password });
  t.is(unknown.problem, wrong.problem);
  await elsewhere.submit('sign-in', { email: 'ANN@example.com ', password: ANN.password });
  const back = await elsewhere.submit('consent', {});
  t.truthy((await sign_in.tokens(back.url)).access_token);
});

test('[C110] without a mail server, each page that waits for a code links to the outbox', async (t) => {
  const world = await identityWorld(t);
  const visitor = createVisitor(world.origin);
  await visitor.open((await beginSignIn(world.origin)).url);
  const waiting = [
    await visitor.submit('sign-up', { ...ANN }),
    await visitor.submit('confirm', { email: ANN.email, code: '' }),
    await visitor.submit('forgot', { email: ANN.email }),
    await visitor.submit('reset', { email: ANN.email, code: '', password: '' }),
  ];
  for (const { text } of waiting) {
    t.regex(text, /This cloud sends no mail: the mail to ann@example\.com[^<]* is in the outbox\./);
    t.regex(text, /<\/form>[^]*<a href="\/id\/outbox"/);
    t.notRegex(text, /sent a mail|on its way|spam/);
  }
});
