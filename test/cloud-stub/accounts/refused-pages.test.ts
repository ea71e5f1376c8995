// Error pages below /id in a browser: always our own text, and never a page that needs a script.

import test from 'ava';
import { beginSignIn, createVisitor, identityWorld } from '../../support/store/identity-world.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ELSEWHERE = encodeURIComponent('https://evil.example/');

const REFUSED: readonly (readonly [path: string, sentence: RegExp, code: string])[] = [
  ['/id/auth?client_id=unknown', /This cloud does not know the program that sent you here\./, 'invalid_client'],
  ['/id/auth', /does not understand the request of the program that sent you here\./, 'invalid_request'],
  [
    `/id/auth?client_id=tapin-cli&response_type=code&redirect_uri=${ELSEWHERE}`,
    /gave a return address that does not belong to it\./,
    'invalid_redirect_uri',
  ],
  [
    `/id/session/end?client_id=tapin-site&post_logout_redirect_uri=${ELSEWHERE}`,
    /You were not signed out: the program that sent you here gave a return address/,
    'invalid_request',
  ],
  ['/id/session/end?id_token_hint=a.b.c', /did not prove which user it signs out\./, 'invalid_request'],
  ['/id/session/end?client_id=unknown', /This cloud does not know the program that sent you here\./, 'invalid_client'],
];

for (const [path, sentence, code] of REFUSED)
  test(`[C110] shows our own error text at ${path}`, async (t) => {
    const { origin } = await identityWorld(t);
    const page = await fetch(`${origin}${path}`, { headers: BROWSER });
    t.is(page.status, 400);
    const text = await page.text();
    t.regex(text, sentence);
    t.true(text.includes(`For the developer of that program: <code>${code}</code>`));
    t.notRegex(text, /registered|validate|decode/);
  });

test('[C110] sends clients the standard error code', async (t) => {
  const { origin } = await identityWorld(t);
  const machine = await fetch(`${origin}/id/session/end?id_token_hint=a.b.c`, { headers: { accept: '*/*' } });
  t.like(await machine.json(), { error: 'invalid_request' });
});

test('[C110] reports a page that is too old or from another browser', async (t) => {
  const { origin } = await identityWorld(t);
  const visitor = createVisitor(origin);
  const tooOld = /This page has expired or belongs to another browser\./;
  t.regex((await visitor.open('/id/auth/made-up')).text, tooOld);
  const sent = { method: 'POST', headers: BROWSER, body: new URLSearchParams({ xsrf: 'made-up' }) };
  t.regex(await (await fetch(`${origin}/id/session/end/confirm`, sent)).text(), tooOld);
  await visitor.open('/id/device');
  const typed = await visitor.send('/id/device', { xsrf: 'made-up', user_code: 'BCDF-GHJK' });
  t.is(typed.problem, 'That page had expired or belonged to another browser. Enter the code again.');
});

for (const path of ['/id', '/id/', '/id/nothing', '/id/token'])
  test(`[C110] answers a missing page at ${path} with text for browsers and JSON for clients`, async (t) => {
    const { origin } = await identityWorld(t);
    const page = await fetch(`${origin}${path}`, { headers: BROWSER });
    t.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    t.regex(await page.text(), /<h1>Page not found<\/h1>[^]*<p>Nothing at this address\.<\/p>/);
    const machine = await fetch(`${origin}${path}`);
    t.is(machine.status, 404);
    t.deepEqual(await machine.json(), { error: 'not_found', message: 'Nothing at this address.' });
  });

test('[C110] refuses form_post, which needs a script', async (t) => {
  const { origin } = await identityWorld(t);
  const { url, config } = await beginSignIn(origin, { response_mode: 'form_post' });
  t.deepEqual(config.serverMetadata()['response_modes_supported'], ['fragment', 'query']);
  const visitor = createVisitor(origin);
  const back = await visitor.open(url);
  t.is(back.url.href.split('?')[0], 'http://127.0.0.1:49152/callback');
  t.is(back.url.searchParams.get('error'), 'unsupported_response_mode');
  const { searchParams } = url;
  const resumed = await visitor.open(`/id/auth/made-up?${searchParams.toString()}`);
  t.is(resumed.url.searchParams.get('error'), 'invalid_request');
  for (const path of ['/id/device?user_code=BCDF-GHJK', '/id/session/end', '/id/session/end?client_id=tapin-site'])
    t.notRegex((await visitor.open(path)).text, /<script/, path);
});
