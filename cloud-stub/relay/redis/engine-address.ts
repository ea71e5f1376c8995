// Parses the address of an engine: one server, a server behind sentinels, or a cluster. Error messages never quote the
// address, since a malformed one may contain a password anywhere.

import { fail, ok, type Result } from '../../../wire/errors.ts';

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** Settings of every connection. */
export interface EngineAccess {
  readonly tls: boolean;
  /** '' for none. */
  readonly username: string;
  /** '' for none; never shown. */
  readonly password: string;
  readonly database: number;
}

export interface EngineAddress {
  readonly kind: 'server' | 'sentinels' | 'cluster';
  /** One server, the sentinels, or some nodes of a cluster. */
  readonly servers: readonly [ServerAddress, ...ServerAddress[]];
  /** Master name that the sentinels use; '' without sentinels. */
  readonly master: string;
  readonly access: EngineAccess;
  /** Prefix of every key. */
  readonly prefix: string;
  /** Number of replicas that must have a write before it is acknowledged. */
  readonly replicas: number;
  /** Display name, without a password. */
  readonly name: string;
}

const KINDS: ReadonlyMap<string, EngineAddress['kind']> = new Map([
  ['', 'server'],
  ['-sentinel', 'sentinels'],
  ['-cluster', 'cluster'],
]);
const PORTS = { server: 6379, sentinels: 26_379, cluster: 6379 } as const;
const REPLICAS_MAX = 10;
const EXAMPLES =
  'redis://HOST:6379, redis-sentinel://HOST:26379,HOST:26379?master=NAME or redis-cluster://HOST:6379,HOST:6379, or with rediss in place of redis for TLS';
const SHAPE = /^(redis|rediss)(|-sentinel|-cluster):\/\/([^/?#]*)(?:\/([^?#@]*))?(?:\?([^#@]*))?$/;

/** Errors: `bad_value`. */
export function readEngineAddress(text: string): Result<EngineAddress> {
  const shape = SHAPE.exec(text);
  if (!shape) {
    if (/^rediss?(-sentinel|-cluster)?:\/\/[^@]*[/?#].*@/.test(text))
      return bad('In a user or a password of an engine, the characters / ? # and @ are written %2F %3F %23 and %40.');
    return bad(`An engine is an address such as ${EXAMPLES}.`);
  }
  const [, scheme = '', suffix = '', authority = '', path = '', query = ''] = shape;
  const kind = KINDS.get(suffix) ?? 'server';
  const [hosts, user] = authority.split('@').toReversed();
  const login = readLogin(user ?? '');
  const [first, ...others] = (hosts ?? '').split(',').map((host) => readServer(host, PORTS[kind]));
  if (!login || authority.split('@').length > 2)
    return bad('The user or the password of an engine is written wrongly.');
  if (!first || others.includes(null))
    return bad(`An engine's servers are a host, or a host and a port, each: ${EXAMPLES}.`);
  if (kind === 'server' && others.length > 0)
    return bad('Several servers are redis-sentinel:// or redis-cluster://; redis:// is one.');
  if (!/^\d{0,5}$/.test(path)) return bad('Behind the / of an engine stands the number of a database, such as 0.');
  if (kind === 'cluster' && Number(path) !== 0)
    return bad('A cluster has database 0 alone: leave the / and the number out.');
  const parameters = readParameters(kind, new URLSearchParams(query));
  if (!parameters.ok) return parameters;
  return ok({
    kind,
    servers: [first, ...others.filter((server) => server !== null)],
    access: { tls: scheme === 'rediss', ...login, database: Number(path) },
    name: `${scheme}${suffix}://${hosts}`,
    ...parameters.value,
  });
}

const bad = (sentence: string): Result<never> => fail('bad_value', sentence);

function readLogin(text: string): Pick<EngineAccess, 'username' | 'password'> | null {
  const colon = text.indexOf(':');
  const parts = colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  try {
    const [username = '', password = ''] = parts.map(decodeURIComponent);
    return { username, password };
  } catch {
    return null;
  }
}

function readServer(text: string, port: number): ServerAddress | null {
  // Parsed as a ws URL to validate the host; the port is read from the text, since URL drops a default one.
  const url = URL.canParse(`ws://${text}`) ? new URL(`ws://${text}`) : null;
  if (!url || !/^[^\s/\\]+$/.test(text) || url.username !== '') return null;
  const given = /:(\d+)$/.exec(text)?.[1];
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: given === undefined ? port : Number(given) };
}

function readParameters(
  kind: EngineAddress['kind'],
  given: URLSearchParams,
): Result<Pick<EngineAddress, 'prefix' | 'replicas' | 'master'>> {
  const known = kind === 'sentinels' ? ['master', 'prefix', 'wait'] : ['prefix', 'wait'];
  if ([...given.keys()].some((key) => !known.includes(key)))
    return bad(`An engine's address has ${known.join(', ').replace(/, (\w+)$/, ' and $1')} behind its ?, and no more.`);
  const master = given.get('master') ?? '';
  if (kind === 'sentinels' && !/^[\w.-]{1,100}$/.test(master))
    return bad('Sentinels are asked for a master by the name that they have for it, such as ?master=mymaster.');
  const prefix = given.get('prefix') ?? 'tapin:';
  if (!/^[\w.:-]{1,40}$/.test(prefix))
    return bad('A prefix has 1 to 40 letters, digits and the characters . : _ and -.');
  const replicas = /^\d+$/.test(given.get('wait') ?? '0') ? Number(given.get('wait') ?? '0') : REPLICAS_MAX + 1;
  if (replicas > REPLICAS_MAX)
    return bad(
      `By wait an engine's address says how many replicas have a write before it is answered, 0 to ${REPLICAS_MAX}.`,
    );
  return ok({ prefix, replicas, master });
}
