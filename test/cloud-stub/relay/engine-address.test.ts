// Engine addresses: accepted ones with their parsed form, and refused ones, in a sentence that reveals nothing of them.

import test from 'ava';
import { readEngineAddress } from '../../../cloud-stub/relay/redis/engine-address.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const at = (host: string, port: number) => ({ host, port });
const NO_ACCESS = { tls: false, username: '', password: '', database: 0 };
const PLAIN = { master: '', prefix: 'tapin:', replicas: 0, access: NO_ACCESS };

for (const [text, address] of [
  ['redis://localhost', { ...PLAIN, kind: 'server', servers: [at('localhost', 6379)], name: 'redis://localhost' }],
  [
    'redis://127.0.0.1:7000/3?prefix=club:&wait=1',
    {
      kind: 'server',
      servers: [at('127.0.0.1', 7000)],
      name: 'redis://127.0.0.1:7000',
      master: '',
      prefix: 'club:',
      replicas: 1,
      access: { ...NO_ACCESS, database: 3 },
    },
  ],
  ['redis://[::1]:80/', { ...PLAIN, kind: 'server', servers: [at('::1', 80)], name: 'redis://[::1]:80' }],
  [
    'rediss://ann:p%40ss%3Aw:rd@db.example',
    {
      ...PLAIN,
      kind: 'server',
      servers: [at('db.example', 6379)],
      name: 'rediss://db.example',
      access: { tls: true, username: 'ann', password: 'p@ss:w:rd', database: 0 },
    },
  ],
  [
    'redis-sentinel://:secret@a,b:26380,[::1]/2?master=club-1&wait=10',
    {
      kind: 'sentinels',
      servers: [at('a', 26_379), at('b', 26_380), at('::1', 26_379)],
      name: 'redis-sentinel://a,b:26380,[::1]',
      master: 'club-1',
      prefix: 'tapin:',
      replicas: 10,
      access: { tls: false, username: '', password: 'secret', database: 2 },
    },
  ],
  [
    'rediss-cluster://a:1,b/0',
    {
      ...PLAIN,
      kind: 'cluster',
      servers: [at('a', 1), at('b', 6379)],
      name: 'rediss-cluster://a:1,b',
      access: { ...NO_ACCESS, tls: true },
    },
  ],
] as const)
  test(`[C122] parses ${text}`, (t) => t.deepEqual<unknown, unknown>(valueOf(t, readEngineAddress(text)), address));

const KINDS = /^Not an engine address: use redis:\/\/HOST:6379, redis-sentinel:\/\/.* or redis-cluster:\/\/.*\.$/;
const SERVERS = /^Each server of an engine is HOST or HOST:PORT: .*\.$/;
const PREFIX = /^A prefix has 1 to 40 letters, digits and the characters \. : _ and -\.$/;
const WAIT = /^In wait, .* 0 to 10\.$/;
const MASTER = /^Sentinels need the name of their master, such as \?master=mymaster\.$/;
const ESCAPES = /^In the user and password of an engine address, write .* as %2F %3F %23 and %40\.$/;

for (const [text, sentence] of [
  ['localhost', KINDS],
  ['', KINDS],
  ['http://127.0.0.1:6379', KINDS],
  ['redis+sentinel://a', KINDS],
  ['redis-cluster:a', KINDS],
  ['redis://a#hash', KINDS],
  ['redis://a/0/1', /^After the \/ of an engine address comes a database number, such as 0\.$/],
  ['redis://a/none', /^After the \/ of an engine address comes a database number, such as 0\.$/],
  ['redis://', SERVERS],
  ['redis://secret:word', SERVERS],
  ['redis://a:65536', SERVERS],
  ['redis-cluster://a,,b', SERVERS],
  ['redis-sentinel://a, b?master=m', SERVERS],
  ['redis://a,b', /^Use redis-sentinel:\/\/ or redis-cluster:\/\/ for several servers; redis:\/\/ takes one\.$/],
  ['redis-cluster://a/1', /^A cluster has only database 0: leave out the \/ and the number\.$/],
  ['redis://a?secret=1', /^After its \?, an engine address takes only prefix and wait\.$/],
  ['redis://a?master=m', /^After its \?, an engine address takes only prefix and wait\.$/],
  ['redis-sentinel://a?master=m&db=1', /takes only master, prefix and wait\.$/],
  ['redis-sentinel://a', MASTER],
  ['redis-sentinel://a?master=', MASTER],
  ['redis-sentinel://a?master=a%20b', MASTER],
  ['redis://a?prefix=a%20b', PREFIX],
  ['redis://a?prefix=', PREFIX],
  [`redis://a?prefix=${'p'.repeat(41)}`, PREFIX],
  ['redis://a?wait=11', WAIT],
  ['redis://a?wait=-1', WAIT],
  ['redis://a?wait=', WAIT],
  ['redis://a?wait=1.5', WAIT],
  ['redis://a?wait=some', WAIT],
  ['redis://ann:se/cret@a', ESCAPES],
  ['redis://ann:123?secret@a', ESCAPES],
  ['redis-cluster://ann:secret#x@a', ESCAPES],
  ['redis://ann:sec@ret@a', /^The user or password of the engine address is malformed\.$/],
  ['redis://ann:secret%@a', /^The user or password of the engine address is malformed\.$/],
] as const)
  test(`[C122] refuses ${text.slice(0, 40)} as an engine address`, (t) => {
    const refused = readEngineAddress(text);
    failsWith(t, refused, 'bad_value', sentence);
    if (!refused.ok) t.notRegex(refused.error.message, /secret/);
  });
