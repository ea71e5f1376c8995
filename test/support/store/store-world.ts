// A store served on the virtual clock with a fake checker, and its users: authors with their tokens, devices, support.
// Tokens are signed here and not by the store's own code.

import type { ExecutionContext } from 'ava';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { createCloud } from '../../../cloud-stub/cloud.ts';
import type { Route } from '../../../cloud-stub/http/route.ts';
import { createRouter, type Router } from '../../../cloud-stub/http/router.ts';
import { openCloudServer } from '../../../cloud-stub/http/server.ts';
import { localKeys } from '../../../cloud-stub/store/authors.ts';
import type { CheckResult, PublishCheck } from '../../../cloud-stub/store/check.ts';
import type { ReleaseFolder } from '../../../cloud-stub/releases/release-folder.ts';
import { openStoreDatabase, type StoreDatabase } from '../../../cloud-stub/store/database.ts';
import { createStoreEndpoint } from '../../../cloud-stub/store/endpoint.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog, type MemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import type { Random } from '../../../hal/random/random.ts';
import { declaredAnswer } from './declared-store-answer.ts';
import { httpCall, type HttpAnswer, type HttpAsk } from '../process/http-call.ts';
import { valueOf } from '../results.ts';
import { sqliteEngine } from '../relay/sqlite-engine.ts';
import { fieldsOf, listOf, readAs, readJson } from '../read-json.ts';

export const SUPPORT_KEY = 'the key of support';
export const ISSUER = 'https://login.example';
export const AUDIENCE = 'the store';
const HOUR_S = 3600;

export type Json = Readonly<Record<string, unknown>>;

const manifestShape = v.object({
  name: v.optional(v.string(), 'Ladder'),
  kind: v.optional(v.picklist(['drill', 'game']), 'drill'),
  version: v.optional(v.nullable(v.number()), null),
  about: v.optional(v.string(), ''),
});
export type Manifest = Readonly<v.InferInput<typeof manifestShape>>;

/** Returns a script that `fakeCheck` takes for an extension with this manifest; `more` follows it. */
export const luaOf = (manifest: Manifest = {}, more = ''): string => `--${JSON.stringify(manifest)}\n${more}`;

type Problem = Extract<CheckResult, { ok: false }>['problem'];
const PROBLEMS: readonly Problem['code'][] = [
  'compile_error',
  'runaway_top_level',
  'double_manifest',
  'no_manifest',
  'bad_manifest',
];

/** Refuses a script whose second line names a problem, at line 2; a runaway has no line. */
export const fakeCheck: PublishCheck = async (text) => {
  const [first = '', second = ''] = text.split('\n');
  const code = PROBLEMS.find((problem) => problem === second);
  if (code) {
    const line = code === 'runaway_top_level' ? null : 2;
    return { ok: false, problem: { code, message: `The check says ${code}.`, line } };
  }
  return { ok: true, extension: readJson(manifestShape, first.slice(2)) };
};

export interface Author {
  readonly token: string;
  post(body: unknown): Promise<HttpAnswer>;
  put(code: string, body: unknown): Promise<HttpAnswer>;
  patch(code: string, body: unknown): Promise<HttpAnswer>;
  remove(code: string): Promise<HttpAnswer>;
  list(query?: string): Promise<HttpAnswer>;
  versions(code: string): Promise<HttpAnswer>;
  /** Publishes an extension and returns its record. */
  publish(manifest?: Manifest, description?: string, more?: string): Promise<Json & { readonly id: string }>;
}

export interface StoreWorld {
  readonly clock: VirtualClock;
  readonly log: MemoryLog;
  readonly origin: string;
  /** Returns the Prometheus metrics. */
  metrics(): Promise<string>;
  /** The same store without a socket. */
  readonly endpoint: Pick<Router, 'answer'>;
  readonly routes: readonly Route[];
  /** Returns a token for `sub` with these claims, valid for one hour. */
  token(sub: string, claims?: JWTPayload): Promise<string>;
  author(sub: string, claims?: JWTPayload): Promise<Author>;
  call(path: string, ask?: HttpAsk): Promise<HttpAnswer>;
  fetch(code: string, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  check(installed: readonly { readonly c: string; readonly v: number }[], dev?: string): Promise<HttpAnswer>;
  /** Requests support's list. */
  waiting(query?: string): Promise<HttpAnswer>;
  decide(code: string, decision: Json): Promise<HttpAnswer>;
}

export interface StoreWorldOptions {
  readonly check?: PublishCheck;
  readonly limited?: boolean;
  readonly support_key?: string | null;
  /** File of the database. Default: in memory. */
  readonly file?: string;
  readonly random?: Random;
  /** Firmware and audio packs. */
  readonly releases?: ReleaseFolder;
  /** Wraps the database of the store. */
  readonly onDatabase?: (database: StoreDatabase) => StoreDatabase;
  /** Whether the store may log errors. */
  readonly may_fail?: boolean;
  /** Called with the declared answer of each store request: `GET /e/{code} 410 gone`. */
  readonly onAnswer?: (answer: string) => void;
}

interface IssuerKey {
  readonly private_key: CryptoKey;
  readonly public_jwk: Awaited<ReturnType<typeof exportJWK>>;
}

export async function issuerKey(): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  return { private_key: privateKey, public_jwk: await exportJWK(publicKey) };
}

/** Returns a token with these claims, signed with the key. */
export const signedToken = ({ private_key }: IssuerKey, claims: JWTPayload, header: object = {}): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(private_key);

const unchanged = (database: StoreDatabase): StoreDatabase => database;

export async function servedStore(t: ExecutionContext, options: StoreWorldOptions = {}): Promise<StoreWorld> {
  const { check = fakeCheck, limited = false, support_key = SUPPORT_KEY, file = ':memory:', random } = options;
  const clock = createVirtualClock();
  const log = createMemoryLog(clock);
  log.onLine(({ level, text }) => level === 'error' && !options.may_fail && t.fail(text));
  const key = await issuerKey();
  const store = createStoreEndpoint({
    database: (options.onDatabase ?? unchanged)(valueOf(t, openStoreDatabase(file))),
    clock,
    random: random ?? createSeededRandom(1, 'store'),
    log,
    check,
    checks_at_once: 2,
    issuers: () => [
      { issuer: ISSUER, audience: AUDIENCE, client_id: null, keys: localKeys({ keys: [key.public_jwk] }) },
    ],
    support_key,
    limited,
  });
  const cloud = createCloud({
    clock,
    log,
    engine: sqliteEngine(t, { clock }).engine,
    registry: { keyOf: () => null },
    limited,
    store,
    ...(options.releases ? { releases: options.releases } : {}),
  });
  const server = valueOf(t, await openCloudServer(cloud, { host: '127.0.0.1', port: 0, log }));
  t.teardown(async () => {
    await server.close();
    await cloud.close();
  });
  return {
    ...worldOf(server.url, clock, key, options.onAnswer ?? (() => {})),
    log,
    endpoint: createRouter(store.routes),
    routes: store.routes,
    metrics: () => cloud.metrics.text(),
  };
}

function worldOf(
  origin: string,
  clock: VirtualClock,
  key: IssuerKey,
  onAnswer: (answer: string) => void,
): Omit<StoreWorld, 'log' | 'endpoint' | 'routes' | 'metrics'> {
  const call: StoreWorld['call'] = async (path, ask = {}) => {
    const answer = await httpCall(origin, path, ask);
    const declared = declaredAnswer(path, ask, answer);
    if (declared !== null) onAnswer(declared);
    return answer;
  };
  const token = (sub: string, claims: JWTPayload = {}): Promise<string> =>
    signedToken(key, { sub, iss: ISSUER, aud: AUDIENCE, exp: clock.unix_s() + HOUR_S, ...claims });
  const support = { Authorization: `Bearer ${SUPPORT_KEY}` };
  return {
    clock,
    origin,
    token,
    async author(sub, claims) {
      return authorWith(call, await token(sub, claims));
    },
    call,
    fetch: (code, headers = {}) => call(`/e/${code}`, { headers }),
    check: (installed, dev = 'TP-0123456789AB') =>
      call('/e/check', { method: 'POST', body: JSON.stringify({ installed, fw: '0.9.0', dev }) }),
    waiting: (query = '') => call(`/support/extensions${query}`, { headers: support }),
    decide: (code, decision) =>
      call(`/support/extensions/${code}`, { method: 'PATCH', headers: support, body: JSON.stringify(decision) }),
  };
}

function authorWith(call: StoreWorld['call'], token: string): Author {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const send = (method: string, path: string, body?: unknown): Promise<HttpAnswer> =>
    call(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const post = (body: unknown): Promise<HttpAnswer> => send('POST', '/extensions', body);
  return {
    token,
    post,
    put: (code, body) => send('PUT', `/extensions/${code}`, body),
    patch: (code, body) => send('PATCH', `/extensions/${code}`, body),
    remove: (code) => send('DELETE', `/extensions/${code}`),
    list: (query = '') => send('GET', `/extensions${query}`),
    versions: (code) => send('GET', `/extensions/${code}/versions`),
    async publish(manifest, description = 'A ladder of putts.', more = '') {
      const answer = await post({ text: luaOf(manifest, more), description });
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
      return readAs(v.looseObject({ id: v.string() }), answer.json());
    },
  };
}

export const jsonOf = (answer: HttpAnswer): Json => fieldsOf(answer.json());

/** Returns the records of a list, or of a check's answer. */
export const recordsIn = (
  answer: HttpAnswer,
  list: 'extensions' | 'installed' | 'defaults' = 'extensions',
): readonly Json[] => listOf(jsonOf(answer)[list]);

/** Returns status and error code of a refusal; only the status of any other answer. */
export const outcomeOf = (answer: HttpAnswer): readonly unknown[] =>
  answer.status < 400 ? [answer.status] : [answer.status, jsonOf(answer)['error']];
