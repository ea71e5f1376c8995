// The router of the cloud without a server: matching of routes and common behaviour of all of them.

import test from 'ava';
import { emptyAnswer, textAnswer, type HttpAnswer } from '../../../cloud-stub/http/answers.ts';
import { tooLargeFor, type Handler, type HttpRequest, type Route } from '../../../cloud-stub/http/route.ts';
import { createRouter } from '../../../cloud-stub/http/router.ts';

const ask = (method: string, path: string): HttpRequest => ({
  method,
  path,
  query: new URLSearchParams(),
  header: () => undefined,
  readBody: async () => new Uint8Array(),
  address: '192.0.2.1',
  onGone: () => {},
});

/** Responds with the name of the route and its path parameter. */
const named =
  (name: string): Handler =>
  (_request, code) =>
    textAnswer(Buffer.from(`${name} ${code}`), {});

const ROUTES: readonly Route[] = [
  { path: '/e/:code', methods: { GET: named('text') }, options: 'browsers' },
  { path: '/e/:code/version', methods: { GET: named('version') } },
  { path: '/e/check', methods: { POST: named('check') }, options: 'methods' },
];

const answered = async (method: string, path: string): Promise<HttpAnswer> =>
  createRouter(ROUTES).answer(ask(method, path));
const textOf = ({ body }: HttpAnswer): string => new TextDecoder().decode(body);

test('[C41] matches a route by its segments and decodes its parameter', async (t) => {
  t.is(textOf(await answered('GET', '/e/7K3QZ')), 'text 7K3QZ');
  t.is(textOf(await answered('GET', '/e/a%2Fb')), 'text a/b');
  t.is(textOf(await answered('GET', '/e/%zz')), 'text %zz');
  t.is(textOf(await answered('GET', '/e/7K3QZ/version')), 'version 7K3QZ');
  for (const path of ['/e', '/e/', '/e//version', '/E/7K3QZ', '/e/7K3QZ/', '/e/7K3QZ/versions', 'e/7K3QZ', ''])
    t.is((await answered('GET', path)).status, 404, path);
});

test('[C41] a literal path wins over a parameter, in any order of the routes', async (t) => {
  t.is(textOf(await answered('POST', '/e/check')), 'check ');
  t.is(textOf(await createRouter(ROUTES.toReversed()).answer(ask('POST', '/e/%63heck'))), 'check ');
  t.is((await answered('GET', '/e/check')).status, 405, 'a reserved code');
});

test('[C41] answers an unknown method with 405 and the allowed methods', async (t) => {
  const answer = await answered('PUT', '/e/check');
  t.is(answer.status, 405);
  t.is(answer.headers['Allow'], 'POST');
  t.deepEqual(JSON.parse(textOf(answer)), {
    error: 'method_not_allowed',
    message: 'PUT is not allowed at this address.',
  });
  for (const name of ['constructor', '__proto__', 'get']) t.is((await answered(name, '/e/check')).status, 405, name);
});

test('[C41] answers OPTIONS and allows CORS only for routes that enable it', async (t) => {
  const plain = await answered('OPTIONS', '/e/check');
  t.deepEqual([plain.status, plain.headers['Allow']], [204, 'POST']);
  t.is(plain.headers['Access-Control-Allow-Origin'], undefined);
  const open = await answered('OPTIONS', '/e/7K3QZ');
  t.deepEqual([open.status, open.headers['Access-Control-Allow-Methods']], [204, 'GET']);
  t.is(open.headers['Access-Control-Allow-Origin'], '*');
  t.is((await answered('GET', '/e/7K3QZ')).headers['Access-Control-Allow-Origin'], '*');
  t.is((await answered('OPTIONS', '/e/7K3QZ/version')).status, 405);
});

test('[C9] refuses requests without a handler: 405 if other methods exist, else 404', (t) => {
  const { refuse } = createRouter(ROUTES);
  t.is(refuse({ method: 'TRACE', path: '/e/check' }).headers['Allow'], 'POST');
  t.is(refuse({ method: 'GET', path: '/nothing' }).status, 404);
});

test('[C9] answers an oversized body as the route defines, or with its limit', (t) => {
  const [text = ROUTES[0]!] = ROUTES;
  const plain = tooLargeFor(text);
  t.is(plain.status, 413);
  t.regex(textOf(plain), /larger than 16384 bytes/);
  t.is(plain.headers['Access-Control-Allow-Origin'], '*');
  t.regex(textOf(tooLargeFor({ ...text, body_bytes_max: 99 })), /larger than 99 bytes/);
  t.is(tooLargeFor({ ...text, tooLarge: () => emptyAnswer(418) }).status, 418);
});

test('[metrics] reports each response of a route to it, also refusals', async (t) => {
  const reported: string[] = [];
  const router = createRouter(
    ROUTES.map((route) => ({
      ...route,
      answered: (method: string, status: number) => reported.push(`${method} ${route.path} ${status}`),
    })),
  );
  for (const [method, path] of [
    ['GET', '/e/7K3QZ'],
    ['PUT', '/e/check'],
    ['GET', '/nothing'],
  ] as const)
    await router.answer(ask(method, path));
  t.deepEqual(reported, ['GET /e/:code 200', 'PUT /e/check 405']);
});
