// The pages of an author: signing in, publishing, requesting a listing, changes and deletion, and what other authors
// may not do.

import test from 'ava';
import { ANN } from '../../../support/store/identity-world.ts';
import {
  author,
  cookieLine,
  heldBack,
  person,
  publish,
  publishText,
  siteWorld,
  supporter,
} from '../../../support/store/site-world.ts';
import { fakeCheck, luaOf } from '../../../support/store/store-world.ts';
import type { PublishCheck } from '../../../../cloud-stub/store/check.ts';

test('[C115] sends a signed-out visitor to sign in and then back to the requested page', async (t) => {
  const world = await siteWorld(t);
  const ann = person(world.origin);
  await ann.open('/account');
  t.regex(ann.shown().url.pathname, /^\/id\/interaction\//);
  await ann.submit('sign-up', { ...ANN });
  await ann.submit('confirm', { email: ANN.email, code: world.code() });
  t.is(ann.shown().url.pathname, '/account');
  t.true(ann.shown().text.includes('Ann Miller'));
});

test('[C115] never redirects to another site after sign-in', async (t) => {
  const world = await siteWorld(t);
  await author(world);
  for (const to of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/own\r\nX: y',
  ]) {
    const ann = person(world.origin);
    await ann.open(`/sign-in?to=${encodeURIComponent(to)}`);
    await ann.submit('sign-in', { ...ANN });
    t.is(ann.shown().url.href, `${world.origin}/own`, to);
  }
});

test('[C115] a cookie is opaque, bound to this origin, and expires after two weeks', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const cookie = ann.cookies.get('tapin-site') ?? '';
  t.regex(cookie, /^[\w-]{43}$/);
  const again = await fetch(`${world.origin}/own`, { headers: { cookie: `tapin-site=${cookie}` }, redirect: 'manual' });
  t.is(again.status, 200);
  await world.clock.advance(14 * 86_400_000 + 1000);
  const late = await fetch(`${world.origin}/own`, { headers: { cookie: `tapin-site=${cookie}` }, redirect: 'manual' });
  t.is(late.headers.get('location'), '/sign-in?to=%2Fown');
});

test('[C115] rejects a code and a state that this browser did not request', async (t) => {
  const world = await siteWorld(t);
  const ann = person(world.origin);
  await ann.open('/signed-in?code=abc&state=def');
  t.is(ann.shown().status, 400);
  t.false(ann.cookies.has('tapin-site'));
  const response = await fetch(`${world.origin}/sign-in`, { redirect: 'manual' });
  const flow = /tapin-site-begun=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const location = new URL(response.headers.get('location') ?? '', world.origin);
  const state = location.searchParams.get('state') ?? '';
  const answer = await fetch(`${world.origin}/signed-in?code=made-up&state=${state}`, {
    headers: { cookie: `tapin-site-begun=${flow}` },
    redirect: 'manual',
  });
  t.is(answer.status, 400);
  t.is(answer.headers.get('set-cookie'), null);
});

test('[C115] a code signs in only its own browser, with its own state', async (t) => {
  const world = await siteWorld(t);
  await author(world);
  const form = { email: ANN.email, password: ANN.password };
  const comesWith = async (back: URL, cookies: ReadonlyMap<string, string>): Promise<number> =>
    (await fetch(back, { headers: { cookie: cookieLine(cookies) }, redirect: 'manual' })).status;
  const one = await heldBack(world.origin, '/own', 'sign-in', form);
  const other = await heldBack(world.origin, '/own', 'sign-in', form);
  const another_state = new URL(one.back);
  another_state.searchParams.set('state', 'made-up');
  t.is(await comesWith(another_state, one.cookies), 400);
  const code_of_other = new URL(one.back);
  code_of_other.searchParams.set('code', other.back.searchParams.get('code') ?? '');
  t.is(await comesWith(code_of_other, one.cookies), 400, 'a different verifier');
  t.is(await comesWith(one.back, one.cookies), 303);
  t.is(await comesWith(one.back, one.cookies), 303, 'a second click gets the first response');
  t.is(await comesWith(one.back, other.cookies), 400, 'another browser is refused');
  await world.clock.advance(60_000);
  t.is(await comesWith(one.back, one.cookies), 400, 'a code works once');
});

test('[C115] signing out ends the session, and the next sign-in needs the password', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const cookie = ann.cookies.get('tapin-site') ?? '';
  await ann.open('/account');
  await ann.fill('/sign-out', {});
  const kept = await fetch(`${world.origin}/own`, { headers: { cookie: `tapin-site=${cookie}` }, redirect: 'manual' });
  t.is(kept.status, 303);
  await ann.open('/own');
  t.regex(ann.shown().text, /<h1>Sign in<\/h1>/);
});

test('[C115] a form from another site or session, or without one, changes nothing', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann);
  const bob = await author(world, { ...ANN, email: 'bob@example.com', name: 'Bob' });
  await bob.open('/account');
  const token_of_bob = /name="form_token" value="([^"]+)"/.exec(bob.shown().text)?.[1] ?? '';
  const cookie = `tapin-site=${ann.cookies.get('tapin-site') ?? ''}`;
  await ann.open(`/own/${code}`);
  const token = /name="form_token" value="([^"]+)"/.exec(ann.shown().text)?.[1] ?? '';
  const postDelete = async (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${world.origin}/own/${code}/delete`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: { cookie, ...headers },
    });
  t.is((await postDelete({})).status, 403);
  t.is((await postDelete({ form_token: token_of_bob })).status, 403);
  t.is((await postDelete({ form_token: token }, { 'sec-fetch-site': 'cross-site' })).status, 403);
  t.is((await postDelete({ form_token: token }, { 'content-type': 'application/json' })).status, 403);
  t.is(
    (await postDelete({ form_token: token }, { cookie: '' })).headers.get('location'),
    '/sign-in?to=%2Fown%3Fsaid%3Dnot-done',
  );
  t.is((await fetch(`${world.origin}/e/${code}`)).status, 200);
  t.is((await postDelete({ form_token: token })).headers.get('location'), '/own?said=deleted');
  t.is((await fetch(`${world.origin}/e/${code}`)).status, 410);
});

test('[C117] an author publishes a script, after reading which line is wrong', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await ann.open('/own/new');
  const wrong = luaOf({ name: 'Ladder' }, 'compile_error');
  await ann.fill('/own/new', { text: wrong, description: 'Putts of <three> feet.', notes: '' });
  t.is(ann.shown().problem, 'Line 2: The check says compile_error.');
  t.true(ann.shown().text.includes('Putts of &lt;three&gt; feet.'), 'the typed text is kept');
  await ann.fill('/own/new', { text: luaOf({ name: 'Ladder' }), description: '  ', notes: '' });
  t.regex(ann.shown().problem ?? '', /description is required/);
  await ann.fill('/own/new', {
    text: luaOf({ name: 'Ladder' }),
    description: 'Putts of <three> feet.',
    notes: 'First.',
  });
  const code = ann.shown().url.pathname.split('/')[2];
  t.is(ann.shown().url.search, '?said=created');
  const text = await (await fetch(`${world.origin}/e/${code}`)).text();
  t.is(text, luaOf({ name: 'Ladder' }));
});

test('[C117] publishes a file instead of the typed text, with line ends normalized', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  await ann.open('/own/new');
  const form = new FormData();
  const token = /name="form_token" value="([^"]+)"/.exec(ann.shown().text)?.[1] ?? '';
  for (const [name, value] of Object.entries({ form_token: token, text: 'typed', description: 'A file.', notes: '' }))
    form.set(name, value);
  form.set('file', new File([luaOf({ name: 'Of a file' }).replaceAll('\n', '\r\n')], 'ladder.lua'));
  const cookie = `tapin-site=${ann.cookies.get('tapin-site') ?? ''}`;
  const sent = await fetch(`${world.origin}/own/new`, {
    method: 'POST',
    body: form,
    headers: { cookie },
    redirect: 'manual',
  });
  const code = sent.headers.get('location')?.split(/[/?]/)[2] ?? '';
  t.is(await (await fetch(`${world.origin}/e/${code}`)).text(), luaOf({ name: 'Of a file' }));
});

for (const [bytes, status] of [
  [65_536, 303],
  [65_537, 400],
] as const)
  test(`[C117] answers a text of ${bytes} bytes on a page with ${status}`, async (t) => {
    const world = await siteWorld(t);
    const ann = await author(world);
    await ann.open('/own/new');
    const token = /name="form_token" value="([^"]+)"/.exec(ann.shown().text)?.[1] ?? '';
    const head = luaOf({}, '-- ');
    const body = new URLSearchParams({
      form_token: token,
      text: head + 'a'.repeat(bytes - head.length),
      description: 'Long.',
    });
    const cookie = `tapin-site=${ann.cookies.get('tapin-site') ?? ''}`;
    const sent = await fetch(`${world.origin}/own/new`, {
      method: 'POST',
      body,
      headers: { cookie },
      redirect: 'manual',
    });
    t.is(sent.status, status);
  });

test('[C117] shows an author the changes of a version, and republishes an older text', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann, { name: 'Ladder' }, '-- one\n');
  await ann.open(`/own/${code}/edit`);
  await ann.fill(`/own/${code}/edit`, {
    text: luaOf({ name: 'Ladder' }, '-- two\n'),
    description: 'Better.',
    notes: '',
  });
  await ann.open(`/own/${code}/changes?v=2`);
  t.regex(ann.shown().text, /class="removed"[^]*?-- one[^]*?class="added"[^]*?-- two/);
  await ann.open(`/own/${code}/changes?v=1`);
  await ann.fill(`/own/${code}/changes?v=1`, { version: '1' });
  t.is(ann.shown().url.search, '?said=updated');
  const answer = await fetch(`${world.origin}/e/${code}`);
  t.is(answer.headers.get('x-extension-version'), '3');
  t.is(await answer.text(), luaOf({ name: 'Ladder' }, '-- one\n'));
});

test('[C117] refuses to show, change or export the extensions of another author', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann, { name: 'Ann’s' });
  const bob = await author(world, { ...ANN, email: 'bob@example.com', name: 'Bob' });
  for (const path of [`/own/${code}`, `/own/${code}/edit`, `/own/${code}/changes?v=1`]) {
    await bob.open(path);
    t.is(bob.shown().status, 404, path);
  }
  await bob.open('/account');
  for (const path of ['edit', 'changes?v=1', 'request', 'withdraw', 'delete']) {
    await bob.open('/account');
    await bob.fill(`/own/${code}/${path}`, { text: luaOf(), description: 'Mine.', version: '1' });
    t.true(bob.shown().status >= 400, path);
  }
  await bob.open('/own/export');
  t.false(bob.shown().text.includes(code));
  t.like(world.store.view(code), { ok: true, value: { extension: { version: 1, listing: 'none' } } });
});

test('[C117] escapes author text on every page', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const evil = '<img src=x onerror=alert(1)>';
  const code = await publish(ann, { name: evil, about: evil }, `-- ${evil}\n`);
  await ann.open(`/own/${code}`);
  await ann.fill(`/own/${code}/request`, {});
  const sam = await supporter(world);
  await sam.open(`/support/extension/${code}`);
  await sam.fill(`/support/extension/${code}`, { action: 'approve', version: '1', reason: evil });
  const pages = ['/', `/store/${code}`, '/own', `/own/${code}`, `/own/${code}/edit`, `/own/${code}/changes?v=1`];
  for (const path of pages) {
    await ann.open(path);
    t.is(ann.shown().status, 200, path);
    t.false(ann.shown().text.includes('<img src=x'), path);
    t.true(ann.shown().text.includes('&lt;img src=x'), path);
  }
  for (const path of ['/support?state=public', `/support/extension/${code}`, '/support/log']) {
    await sam.open(path);
    t.false(sam.shown().text.includes('<img src=x'), path);
  }
});

test('[C117] each page blocks other origins and framing', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const code = await publish(ann);
  const sam = await supporter(world);
  const pages = [
    ...['/', `/store/${code}`, '/store/NONE5', '/own', '/own/new', `/own/${code}`, '/account'].map(
      (path) => [ann, path] as const,
    ),
    ...['/support', '/support/log', '/support/people', '/support/own', '/support/join'].map(
      (path) => [sam, path] as const,
    ),
  ];
  for (const [user, path] of pages) {
    const { headers, text } = await user.open(path);
    const policy = headers.get('content-security-policy') ?? '';
    t.regex(policy, /default-src 'none'/, path);
    t.regex(policy, /frame-ancestors 'none'/, path);
    t.notRegex(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/, path);
    t.is(headers.get('x-content-type-options'), 'nosniff', path);
    t.notRegex(text, /<script(?![^>]*src=)|<style| style="| on[a-z]+="/, path);
  }
});

test('[C117] the skip link jumps past the navigation', async (t) => {
  const { text } = await person((await siteWorld(t)).origin).open('/');
  t.regex(text, /<a class="skip" href="#content">[^]*<\/nav>[^]*id="content"[^]*<h1>/);
  t.notRegex(text, /id="content"[^]*<nav/);
});

test('[C117] does not diff two long texts without a common line, which would take too long', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const long = (sign: string): string =>
    Array.from({ length: 12_000 }, (_, n) => `${sign}${n.toString(36)}`).join('\n');
  const code = await publish(ann, {}, `--[[\n${long('a')}\n]]`);
  await ann.open(`/own/${code}/edit`);
  await ann.fill(`/own/${code}/edit`, { text: luaOf({}, `--[[\n${long('b')}\n]]`), description: 'New.', notes: '' });
  const start_ms = performance.now();
  await ann.open(`/own/${code}/changes?v=2`);
  t.regex(ann.shown().text, /More than 1500 lines changed/);
  t.true(performance.now() - start_ms < 5000);
});

test('[C117] ignores unknown message names in the address', async (t) => {
  const ann = await author(await siteWorld(t));
  for (const path of ['/own?said=', '/account?said='])
    for (const said of ['constructor', '__proto__', 'toString', '<b>'])
      t.is((await ann.open(`${path}${encodeURIComponent(said)}`)).status, 200, said);
});

test('[C117] publishes nothing for an account that was deleted in the meantime', async (t) => {
  const check_released = Promise.withResolvers<void>();
  const check_started = Promise.withResolvers<void>();
  const check: PublishCheck = async (text) => {
    check_started.resolve();
    await check_released.promise;
    return fakeCheck(text);
  };
  const world = await siteWorld(t, { check });
  const ann = await author(world);
  const other_tab = person(world.origin);
  for (const [name, value] of ann.cookies) other_tab.cookies.set(name, value);
  await ann.open('/own/new');
  await other_tab.open('/account');
  const published = ann.fill('/own/new', { text: luaOf(), description: 'Late.', notes: '' });
  await check_started.promise;
  await other_tab.fill('/account/delete', { extensions: 'remove', current: ANN.password });
  check_released.resolve();
  t.regex((await published).problem ?? '', /account of this token no longer exists/);
  t.is(world.store.counts().extensions, 0);
});

test('[C117] labels each table cell with its column, and each text link with its version', async (t) => {
  const ann = await author(await siteWorld(t));
  const code = await publish(ann);
  for (const path of [`/own/${code}`, `/store/${code}`, '/own', '/account']) {
    const { text } = await ann.open(path);
    for (const [table] of text.matchAll(/<table[^]*?<\/table>/g)) {
      const heads = [...table.matchAll(/<th [^>]*>([^<]*)</g)].map(([, title]) => title);
      const cells = [...table.matchAll(/<td[^>]*data-label="([^"]*)"/g)].map(([, label]) => label);
      t.deepEqual(cells.slice(0, heads.length), heads, path);
      t.is(cells.length % heads.length, 0, path);
    }
    for (const [, label] of text.matchAll(/<a href="\/e\/\w+\?v=\d+">([^<]*)</g))
      t.is(label, 'Source of version 1', path);
  }
});

test('[C113] keeps drafts apart by author, and drops one on the page that confirms publication', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const bob = await author(world, { ...ANN, email: 'bob@example.com', name: 'Bob' });
  const keyOf = (text: string): string => /data-draft="([^"]+)"/.exec(text)?.[1] ?? '';
  const [of_ann, of_bob] = [await ann.open('/own/new'), await bob.open('/own/new')];
  t.not(keyOf(of_ann.text), keyOf(of_bob.text));
  await publish(ann);
  t.true(ann.shown().text.includes(`data-published-draft="${keyOf(of_ann.text)}"`));
});

test('[C113] the confirmation page has the published text, even of a republished version', async (t) => {
  const ann = await author(await siteWorld(t));
  const publishedIn = (): string | undefined =>
    /data-published-text="([^"]*)"/.exec(ann.shown().text)?.[1]?.replaceAll('&quot;', '"');
  const [one, two] = [luaOf({ name: 'Ladder' }, '-- one\n'), luaOf({ name: 'Ladder' }, '-- two\n')];
  const code = await publishText(ann, one);
  t.is(publishedIn(), one);
  await ann.open(`/own/${code}/edit`);
  await ann.fill(`/own/${code}/edit`, { text: two.replaceAll('\n', '\r\n'), description: 'Better.', notes: '' });
  t.is(publishedIn(), two);
  await ann.open(`/own/${code}/changes?v=1`);
  await ann.fill(`/own/${code}/changes?v=1`, { version: '1' });
  t.is(publishedIn(), one);
  await ann.open(`/own/${code}`);
  t.is(publishedIn(), undefined);
});
