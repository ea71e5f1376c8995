// Routes without a token (store §4.1, C31, C32, C35–C37): the public list, the script of an extension, its version,
// and the update check of a device.

import type { Log } from '../../hal/log/log.ts';
import { messageOf } from '../../wire/errors.ts';
import { readUpdateCheck, STORE_HEADER, type ServedVersion } from '../../wire/store/messages.ts';
import {
  badRequest,
  emptyAnswer,
  failureAnswer,
  jsonAnswer,
  limited,
  namesTag,
  textAnswer,
  type HttpAnswer,
} from '../http/answers.ts';
import type { DirectHandler, Handler, HttpRequest, RequestHead, Route } from '../http/route.ts';
import { readSmallBody } from './author-routes.ts';
import type { StoreLimits } from './rate-limits.ts';
import { readPage, readPublicFilter, readVersion } from './requests.ts';
import type { Store } from './store.ts';

interface PublicRouteDeps {
  readonly store: Store;
  readonly limits: StoreLimits;
  readonly log: Log;
}

/** Accepts any device name that fits into a header; any other value counts as no name. */
const DEVICE_NAME = /^[\x21-\x7e]{1,64}$/;

export function publicRoutes({ store, limits, log }: PublicRouteDeps): readonly Route[] {
  const fetchLimit = ({ address, header }: HttpRequest): HttpAnswer | null => {
    const wait_s = limits.fetch(address, deviceOf(header));
    return wait_s === null ? null : limited(wait_s);
  };
  /** Counts an install. A device gets its script even if the count can't be written. */
  const count = (address: string, code: string, device: string): void => {
    try {
      if (limits.mayInstall(address, code) && store.countInstall(code, device)) limits.installed(address, code);
    } catch (thrown) {
      log.write('error', 'store', `Counting an install of ${code} failed: ${messageOf(thrown)}.`);
    }
  };

  const list: Handler = ({ query }) => {
    const page = readPage(query, readPublicFilter(query));
    return page.ok ? jsonAnswer(200, store.list(page.value)) : badRequest(page.error);
  };
  const text: Handler = (request, code) => {
    const too_much = fetchLimit(request);
    if (too_much) return too_much;
    const version = readVersion(request.query);
    if (!version.ok) return badRequest(version.error);
    const read = store.read(code, version.value ?? undefined);
    if (!read.ok) return failureAnswer(read.error);
    const { served, author } = read.value;
    const headers = headersOf(served, author);
    const { header, method, address } = request;
    if (namesTag(header('if-none-match'), headers.ETag))
      return emptyAnswer(304, { 'Cache-Control': 'no-cache', ...headers });
    const device = deviceOf(header);
    const counts = method === 'GET' && version.value === null && header(STORE_HEADER.update) !== '1';
    if (counts && device !== undefined) count(address, served.id, device);
    return textAnswer(store.text(served.sha256), headers);
  };
  const version: Handler = (request, code) => {
    const too_much = fetchLimit(request);
    if (too_much) return too_much;
    const read = store.read(code);
    return read.ok ? jsonAnswer(200, read.value.served) : failureAnswer(read.error);
  };
  const refuseCheck = ({ address }: RequestHead): HttpAnswer | null => {
    const wait_s = limits.checksLeft(address);
    return wait_s === null ? null : limited(wait_s);
  };
  const check = (body: Uint8Array, address: string): HttpAnswer => {
    const parsed = readSmallBody(body, readUpdateCheck);
    if ('answer' in parsed) return parsed.answer;
    const wait_s = limits.check(address, parsed.value.dev);
    return wait_s === null ? jsonAnswer(200, store.check(parsed.value)) : limited(wait_s);
  };
  const checkAtOnce: DirectHandler = (request, respond) => {
    respond(check(request.body, request.address));
    return () => {};
  };
  return [
    { path: '/public', methods: { GET: list, HEAD: list }, options: 'browsers' },
    {
      path: '/e/check',
      methods: {
        POST: async (request) => refuseCheck(request) ?? check(await request.readBody(), request.address),
      },
      options: 'methods',
      direct: checkAtOnce,
      refuseHead: refuseCheck,
    },
    { path: '/e/:code', methods: { GET: text, HEAD: text }, options: 'browsers' },
    { path: '/e/:code/version', methods: { GET: version, HEAD: version }, options: 'browsers' },
  ];
}

function deviceOf(header: HttpRequest['header']): string | undefined {
  const device = header(STORE_HEADER.device);
  return device !== undefined && DEVICE_NAME.test(device) ? device : undefined;
}

/** C37: percent-encodes text written by people, since headers are ASCII. */
const headersOf = ({ id, v, name, kind, sha256 }: ServedVersion, author: string) => ({
  ETag: `"${sha256}"`,
  'X-Extension-Id': id,
  'X-Extension-Code': id,
  'X-Extension-Version': `${v}`,
  'X-Extension-Name': encodeURIComponent(name),
  'X-Extension-Kind': kind,
  'X-Extension-Sha256': sha256,
  'X-Extension-Author': encodeURIComponent(author),
});
