// The slowest requests within the byte limit of an address: many fields, many parts, deep lists, long values, and
// characters that are slow to decode, to normalize or to write into a page.

import { requestBytes } from '../relay/relay-sockets.ts';

export interface WorstBody {
  readonly what: string;
  readonly type: string;
  readonly body: Buffer;
  /** Bytes in each chunk; undefined for a body with a content length. */
  readonly chunk?: number;
}

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const JSON_TYPE = 'application/json';

/** Fields of every form of the cloud and of its token endpoints. */
const NAMES =
  'text description notes email password name code otp response reason comment user_code xsrf token client_id code_verifier refresh_token device_code form_token form_id'.split(
    ' ',
  );
/** Units that are expensive to decode, normalize, escape, trim or split. */
const UNITS = [
  '%41',
  '%zz',
  '%ff',
  '%20',
  '+',
  '<',
  '%22',
  '%0d%0a',
  'ü',
  '\u0316\u0301',
  '\ufdfa',
  '-',
  '%20%0a',
  '[',
  '{"a":',
  '1.',
];

/** Only forms that publish a script may be longer. */
const LONG_BYTES = 100_000;

const repeated = (unit: string, bytes: number): string =>
  unit.repeat(Math.max(0, Math.floor(bytes / Buffer.byteLength(unit))));

const distinctNames = (bytes: number, write: (name: string) => string): string[] => {
  const length = write('0000').length;
  return Array.from({ length: Math.floor(bytes / length) }, (_, i) => write(i.toString(36).padStart(4, '0')));
};

const urlEncoded = (bytes: number): WorstBody[] => {
  const form = (what: string, text: string): WorstBody => ({ what, type: URL_ENCODED, body: Buffer.from(text) });
  return [
    ...['a&', '&', 'a=&', '=', 'a=%41&'].map((unit) => form(`fields ${unit}`, repeated(unit, bytes))),
    form('distinct fields', distinctNames(bytes, (name) => `${name}=a&`).join('')),
    ...UNITS.map((unit) => {
      if (bytes > LONG_BYTES) return form(`a text of ${unit}`, `text=${repeated(unit, bytes - 5)}`);
      const each = Math.floor(bytes / NAMES.length) - 20;
      return form(`all fields of ${unit}`, NAMES.map((name) => `${name}=${repeated(unit, each)}`).join('&'));
    }),
    // In a field of no page: an address that reads no long text still parses it.
    ...['+', '%20', '%ff', '+%20'].map((unit) => form(`one field of ${unit}`, `a=${repeated(unit, bytes - 2)}`)),
    ...['email', 'password', 'response'].map((name) =>
      form(`marks in ${name}`, `${name}=${repeated('\u0316\u0301', bytes - 20)}`),
    ),
    // The longest text that is shown again to a client that is not signed in.
    form('a long text of markup', `text=${repeated('<', Math.min(bytes - 5, 150_000))}`),
    { ...form('a text in tiny chunks', `text=${repeated('a', bytes - 5)}`), chunk: 1 },
  ];
};

const DISPOSITION = 'Content-Disposition: form-data; name=';

const multipart = (bytes: number): WorstBody[] => {
  const parts = (what: string, text: string): WorstBody => ({
    what,
    type: MULTIPART,
    body: Buffer.from(`${text.slice(0, bytes - 9)}\r\n--b--\r\n`),
  });
  return [
    parts('parts', repeated(`--b\r\n${DISPOSITION}"a"\r\n\r\n\r\n`, bytes)),
    parts('bare parts', repeated('--b\r\n\r\n\r\n', bytes)),
    parts('half a delimiter', `--b\r\n${DISPOSITION}"text"\r\n\r\n${repeated('\r\n--', bytes)}`),
    parts('lines of a head', `--b\r\n${DISPOSITION}"text"\r\n${repeated('X: y\r\n', bytes)}`),
    parts('a name', `--b\r\n${DISPOSITION}"${repeated('%22', bytes)}`),
    parts('names', `--b\r\n${DISPOSITION}${repeated('; name=', bytes)}`),
  ];
};

const json = (bytes: number): WorstBody[] => {
  const data = (what: string, text: string): WorstBody => ({ what, type: JSON_TYPE, body: Buffer.from(text) });
  const half = Math.floor(bytes / 2);
  return [
    data('open lists', repeated('[', bytes)),
    data('deep lists', repeated('[', half) + repeated(']', half)),
    data('deep objects', repeated('{"a":', bytes)),
    data('a long list', `[${repeated('1,', bytes - 4)}1]`),
    data('empty lists', `[${repeated('[],', bytes - 4)}1]`),
    data('distinct keys', `{${distinctNames(bytes - 8, (name) => `"${name}":1,`).join('')}"a":1}`),
    data('the same key', `{${repeated('"a":1,', bytes - 8)}"a":1}`),
    data(
      'number-like keys',
      `{${distinctNames(bytes - 8, (name) => `"${parseInt(name, 36)}":1,`)
        .join('')
        .slice(0, bytes - 20)}`,
    ),
    data('a long number', `{"a":${repeated('9', bytes - 6)}}`),
    data('a long fraction', `{"a":1.${repeated('9', bytes - 16)}e-999}`),
    data('a long text', String.raw`{"a":"` + repeated(String.raw`\u0041`, bytes - 8) + '"}'),
    data(
      'a list of the update check',
      `{"installed":[${repeated('{"c":"7K3QZ","v":1},', bytes - 80)}{"c":"7K3QZ","v":1}],"fw":"1","dev":"a"}`,
    ),
  ];
};

/** Returns the slowest bodies of at most this many bytes. */
export const worstBodies = (bytes: number): readonly WorstBody[] => [
  ...urlEncoded(bytes),
  ...multipart(bytes),
  ...json(bytes),
];

/** Path query and headers of a request. */
interface WorstHead {
  readonly what: string;
  readonly more?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A head has 16 kB at most, as a test of request framing checks. */
const HEAD_BYTES = 15_000;
const filled = (unit: string): string => repeated(unit, HEAD_BYTES);

export const WORST_HEADS: readonly WorstHead[] = [
  ...['a&', 'a=1&', '&', 'a[]=1&', '%41=%zz&', 'q=%41', 'q=+'].map((unit) => ({
    what: `query ${unit}`,
    more: `?${filled(unit)}`,
  })),
  { what: 'query of distinct fields', more: `?${distinctNames(HEAD_BYTES, (name) => `${name}=a&`).join('')}` },
  { what: 'query of 100 fields', more: `?${'a=1&'.repeat(99)}` },
  { what: 'a long value', more: `?q=${filled('%41')}` },
  { what: 'slashes', more: `${filled('/')}x` },
  { what: 'segments', more: filled('/a') },
  { what: 'encoded segments', more: filled('/%2f') },
  { what: 'cookies', headers: { Cookie: filled('a=;') } },
  { what: 'cookies of spaces', headers: { Cookie: `a;${filled(' ')}b` } },
  { what: 'cookies of sessions', headers: { Cookie: filled('_session=a; ') } },
  { what: 'a token of spaces', headers: { Authorization: `Bearer x${filled(' ')}y` } },
  { what: 'spaces before a token', headers: { Authorization: `Bearer ${filled(' ')}` } },
  { what: 'a token of three parts', headers: { Authorization: `Bearer ${repeated('W1td', 5000)}.${repeated('W1td', 5000)}.${repeated('W1td', 4000)}` } }, // oxfmt-ignore
  {
    what: 'types that are taken',
    headers: { Accept: `text/html,${filled('a/b;q=0.1,')}`, 'Accept-Encoding': 'br,gzip' },
  },
  { what: 'encodings', headers: { 'Accept-Encoding': filled('a,') } },
  { what: 'tags', headers: { 'If-None-Match': filled('"a",') } },
  { what: 'a type of quotes', headers: { 'Content-Type': `multipart/form-data; boundary=${filled('"')}` } },
  { what: 'a type of spaces', headers: { 'Content-Type': `multipart/form-data${filled(' boundary')}` } },
  { what: 'forwarded addresses', headers: { 'X-Forwarded-For': filled('1.1.1.1, ') } },
];

/** Returns the bytes of a request whose connection closes after the answer. */
export function bytesOf(line: string, headers: Readonly<Record<string, string>>, sent?: WorstBody): Buffer {
  const all = { ...headers, Connection: 'close' };
  if (!sent) return requestBytes(line, all);
  const typed = { ...all, 'Content-Type': sent.type };
  if (sent.chunk === undefined) return requestBytes(line, typed, sent.body);
  const chunk = Buffer.from('1\r\na\r\n');
  const body = Buffer.concat([Buffer.alloc(chunk.length * sent.body.length, chunk), Buffer.from('0\r\n\r\n')]);
  return requestBytes(line, { ...typed, 'Transfer-Encoding': 'chunked' }, body);
}
