// The OpenAPI document of the store: valid by an independent validator, served, and complete: it has exactly the routes
// of the router, and every declared response occurs. All other store tests check that no undeclared response occurs.

import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import test, { type ExecutionContext } from 'ava';
import { OPERATIONS, refusalsOf, statusOf, type StoreOperation } from '../../../cloud-stub/store/operations.ts';
import { declaredAnswer } from '../../support/store/declared-store-answer.ts';
import type { HttpAnswer, HttpAsk } from '../../support/process/http-call.ts';
import { fieldsIn, fieldsOf } from '../../support/read-json.ts';
import {
  luaOf,
  servedStore,
  SUPPORT_KEY,
  type Author,
  type StoreWorld,
  type StoreWorldOptions,
} from '../../support/store/store-world.ts';

const FILE = 'docs/store-openapi.json';
const document = () => fieldsIn(readFileSync(FILE, 'utf8'));
const nameOf = ({ method, path }: Pick<StoreOperation, 'method' | 'path'>): string => `${method} ${path}`;

test('[C34] the API document is valid OpenAPI 3.1', async (t) => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(document());
  t.true(valid, JSON.stringify(errors));
  t.is(validator.version, '3.1');
});

test('[C30] [C31] [C32] [C111] [C114] the API document lists exactly the methods and routes of the store', async (t) => {
  const { routes } = await servedStore(t);
  const routed = routes.flatMap(({ path, methods }) =>
    Object.keys(methods).map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  const documented = Object.entries(fieldsOf(document()['paths'])).flatMap(([path, item]) =>
    Object.keys(fieldsOf(item)).map((method) => `${method.toUpperCase()} ${path}`),
  );
  t.deepEqual(documented.toSorted(), routed.toSorted());
  t.is(new Set(OPERATIONS.map(({ id }) => id)).size, documented.length, 'operation IDs are unique');
});

test('[C41] serves the API document to any client and origin, unchanged and cacheable', async (t) => {
  const { call } = await servedStore(t);
  const got = await call('/openapi.json', { headers: { Origin: 'https://else.example' } });
  t.is(got.text, readFileSync(FILE, 'utf8'));
  t.is(got.headers['access-control-allow-origin'], '*');
  t.is(got.headers['cache-control'], 'public, max-age=3600');
  const { etag } = got.headers;
  const again = await call('/openapi.json', { headers: { 'If-None-Match': String(etag) } });
  t.deepEqual([again.status, again.body.length, again.headers['etag']], [304, 0, etag]);
  t.is((await call('/openapi.json', { headers: { 'If-None-Match': '"another"' } })).status, 200);
  const head = await call('/openapi.json', { method: 'HEAD' });
  t.deepEqual([head.status, head.headers['content-length']], [200, String(got.body.length)]);
  t.is((await call('/openapi.json', { method: 'OPTIONS' })).headers['allow'], 'GET, HEAD');
});

test('[C34] detects an undeclared response', async (t) => {
  const { call } = await servedStore(t);
  const answer = await call('/public');
  const wrongly = (more: Partial<HttpAnswer>, path = '/public') =>
    t.throws(() => declaredAnswer(path, {}, { ...answer, ...more }), { message: /undeclared/ });
  wrongly({ status: 202 });
  wrongly({ status: 403, json: () => ({ error: 'not_owner', message: 'No.' }) });
  wrongly({ status: 400, json: () => ({ error: 'gone', message: 'No.' }) });
  wrongly({ json: () => ({ extensions: [], next_cursor: null, more: 1 }) });
  wrongly({ headers: { 'content-type': 'text/html' } });
  wrongly({}, '/openapi.json');
  t.is(declaredAnswer('/public', {}, answer), 'GET /public 200');
});

/** Authors and calls that cover every route. */
interface Walk {
  readonly world: StoreWorld;
  readonly ann: Author;
  readonly bob: Author;
  /** Calls an operation with its usual caller and a valid body, unless given otherwise. */
  to(
    operation: StoreOperation,
    code: string,
    ask?: { token?: string; query?: string; body?: string; headers?: HttpAsk['headers'] },
  ): Promise<HttpAnswer>;
}

const GOOD: Readonly<Record<string, unknown>> = {
  createExtension: { text: luaOf(), description: 'A ladder.' },
  updateExtension: { text: luaOf() },
  requestListing: { request_listing: true },
  checkForUpdates: { installed: [], dev: 'TP-1' },
  decide: { default: true },
  comment: { text: 'Looks good.' },
  takeOverExtension: { handover: 'AAAAAAAAAA' },
};

async function walk(t: ExecutionContext, options: StoreWorldOptions): Promise<Walk> {
  const world = await servedStore(t, options);
  const [ann, bob] = [await world.author('ann'), await world.author('bob')];
  return {
    world,
    ann,
    bob,
    to({ id, method, path, caller, body: shape }, code, ask = {}) {
      const own = caller === 'authors' ? ann.token : caller === 'support' ? SUPPORT_KEY : '';
      const { token = own, query = '', headers, body = shape ? JSON.stringify(GOOD[id]) : undefined } = ask;
      return world.call(`${path.replace('{code}', code)}${query}`, {
        method,
        headers: {
          ...headers,
          ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
        },
        ...(body === undefined ? {} : { body }),
      });
    },
  };
}

const has = (part: string): readonly StoreOperation[] => OPERATIONS.filter(({ path }) => path.includes(part));
const of = (...ids: readonly string[]): readonly StoreOperation[] => OPERATIONS.filter(({ id }) => ids.includes(id));
const LONG = (chars: number): string => JSON.stringify({ text: 'x'.repeat(chars) });

/** Makes each call successfully once, and conditional requests for a script that the reader has. */
async function goodCalls({ ann, to }: Walk): Promise<void> {
  for (const operation of OPERATIONS) await to(operation, (await ann.publish()).id);
  for (const operation of of('getText', 'getTextHead', 'getDocument', 'getDocumentHead'))
    await to(operation, (await ann.publish()).id, { headers: { 'If-None-Match': '*' } });
}

/** Hands an extension over to another author. */
async function handedOver({ ann, bob, to }: Walk): Promise<void> {
  const [offer] = of('offerExtension');
  const [take] = of('takeOverExtension');
  if (!offer || !take) return;
  const { handover } = fieldsIn((await to(offer, (await ann.publish()).id)).text);
  await to(take, '', { token: bob.token, body: JSON.stringify({ handover }) });
  await to(take, '', { body: LONG(20_000) });
}

/** Uses unknown codes, deleted ones, and codes of another author. */
async function wrongCodes({ world, ann, bob, to }: Walk): Promise<void> {
  const { id: gone } = await ann.publish();
  await ann.remove(gone);
  const { id: bobs } = await bob.publish();
  for (const operation of has('{code}')) {
    await to(operation, 'ZZZZZ');
    await to(operation, gone);
    if (operation.caller === 'authors') await to(operation, bobs);
  }
  const { id: preset } = await ann.publish();
  await world.decide(preset, { default: true });
  await ann.remove(preset);
  await ann.put(preset, { text: luaOf() });
  await ann.patch(preset, { release: true });
  await ann.patch(preset, { release: true, version: 7 });
  await world.decide(preset, { listing: 'public' });
  await world.decide(preset, { default: true, version: 7 });
}

/** Sends every kind of invalid body and query. */
async function wrongData({ ann, to }: Walk): Promise<void> {
  const { id: code } = await ann.publish();
  const { id: another } = await ann.publish();
  for (const operation of OPERATIONS.filter(({ body }) => body)) await to(operation, code, { body: '[]' });
  for (const operation of of('requestListing', 'checkForUpdates', 'decide', 'comment'))
    await to(operation, code, { body: LONG(20_000) });
  for (const operation of has('{code}')) await to(operation, '%zz');
  for (const operation of OPERATIONS.filter(({ query }) => 'limit' in query))
    await to(operation, code, { query: '?limit=0' });
  for (const operation of of('getText', 'getTextHead')) await to(operation, code, { query: '?v=0' });
  for (const operation of of(
    'createExtension',
    'updateExtension',
    'requestListing',
    'deleteExtension',
    'offerExtension',
    'takeOverExtension',
  ))
    await to(operation, another, { body: LONG(600_000) });
  for (const operation of of('createExtension', 'updateExtension'))
    for (const draft of [
      ...['compile_error', 'runaway_top_level', 'double_manifest', 'no_manifest', 'bad_manifest'].map((problem) => ({
        text: luaOf({}, problem),
        description: 'A ladder.',
      })),
      { text: luaOf(), description: ' ' },
      { text: luaOf(), description: 'x'.repeat(1001) },
    ])
      await to(operation, code, { body: JSON.stringify(draft) });
}

/** Omits the token, and exceeds every limit. */
async function tooMuch({ ann, to }: Walk): Promise<void> {
  const { id: code } = await ann.publish();
  const [text] = of('getText');
  if (text) for (let n = 0; n < 60; n++) await to(text, code);
  const [create] = of('createExtension');
  if (create) for (let n = 0; n < 29; n++) await to(create, code);
  for (const operation of OPERATIONS) {
    if (operation.id === 'checkForUpdates') for (let n = 0; n < 12; n++) await to(operation, code);
    await to(operation, code);
    if (operation.caller === 'authors' || operation.caller === 'support') await to(operation, code, { token: 'wrong' });
  }
  const [own] = of('listOwnExtensions');
  if (own) for (let n = 0; n < 60; n++) await to(own, code, { token: 'wrong' });
  for (const operation of OPERATIONS.filter(({ caller }) => caller === 'authors' || caller === 'support'))
    await to(operation, code, { token: 'wrong' });
}

/** Declared error codes that a healthy store does not return in this test. */
const ELSEWHERE: readonly string[] = ['internal', 'issuer_unreachable', 'checker_busy', 'storage_full'];

const declared = (): readonly string[] =>
  OPERATIONS.flatMap((operation) => [
    ...operation.answers.map(({ status }) => `${nameOf(operation)} ${status}`),
    ...refusalsOf(operation)
      .filter((code) => !ELSEWHERE.includes(code))
      .map((code) => `${nameOf(operation)} ${statusOf(code)}${operation.method === 'HEAD' ? '' : ` ${code}`}`),
  ]);

test('[C30] [C31] [C33] [C34] [C111] [C114] every declared response occurs, with its status and shape', async (t) => {
  const received = new Set<string>();
  const record = (answer: string): void => void received.add(answer);
  const walked = await walk(t, { onAnswer: record });
  await goodCalls(walked);
  await handedOver(walked);
  await wrongCodes(walked);
  await wrongData(walked);
  await tooMuch(await walk(t, { onAnswer: record, limited: true }));
  const without = await walk(t, { onAnswer: record, support_key: null });
  for (const operation of OPERATIONS.filter(({ caller }) => caller === 'support')) await without.to(operation, 'ZZZZZ');
  t.deepEqual(
    [...new Set(declared())].filter((each) => !received.has(each)),
    [],
  );
});

test('[C41] [C103] a call needs a token exactly where the API document requires one', async (t) => {
  const { ann, to } = await walk(t, {});
  for (const operation of OPERATIONS) {
    const { id: code } = await ann.publish();
    const agent = fieldsOf(fieldsOf(fieldsOf(document()['paths'])[operation.path])[operation.method.toLowerCase()]);
    const wants = Array.isArray(agent['security']) && agent['security'].length > 0;
    t.is((await to(operation, code, { token: '' })).status === 401, wants, nameOf(operation));
  }
});
