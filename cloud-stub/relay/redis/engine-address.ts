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
  'redis://HOST:6379, redis-sentinel://HOST:26379,HOST:26379?master=NAME or redis-cluster://HOST:6379,HOST:6379 (rediss instead of redis for TLS)';
const SHAPE = /^(redis|rediss)(|-sentinel|-cluster):\/\/([^/?#]*)(?:\/([^?#@]*))?(?:\?([^#@]*))?$/;

/** Errors: `bad_value`. */
export function readEngineAddress(text: string): Result<EngineAddress> {
  const shape = SHAPE.exec(text);
  if (!shape) {
    if (/^rediss?(-sentinel|-cluster)?:\/\/[^@]*[/?#].*@/.test(text))
      return bad('In the user and password of an engine address, write / ? # and @ as %2F %3F %23 and %40.');
    return bad(`Not an engine address: use ${EXAMPLES}.`);
  }
  const [, scheme = '', suffix = '', authority = '', path = '', query = ''] = shape;
  const kind = KINDS.get(suffix) ?? 'server';
  const [hosts, user] = authority.split('@').toReversed();
  const login = readLogin(user ?? '');
  const [first, ...others] = (hosts ?? '').split(',').map((host) => readServer(host, PORTS[kind]));
  if (!login || authority.split('@').length > 2) return bad('The user or password of the engine address is malformed.');
  if (!first || others.includes(null)) return bad(`Each server of an engine is HOST or HOST:PORT: ${EXAMPLES}.`);
  if (kind === 'server' && others.length > 0)
    return bad('Use redis-sentinel:// or redis-cluster:// for several servers; redis:// takes one.');
  if (!/^\d{0,5}$/.test(path)) return bad('After the / of an engine address comes a database number, such as 0.');
  if (kind === 'cluster' && Number(path) !== 0)
    return bad('A cluster has only database 0: leave out the / and the number.');
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
    return bad(`After its ?, an engine address takes only ${known.join(', ').replace(/, (\w+)$/, ' and $1')}.`);
  const master = given.get('master') ?? '';
  if (kind === 'sentinels' && !/^[\w.-]{1,100}$/.test(master))
    return bad('Sentinels need the name of their master, such as ?master=mymaster.');
  const prefix = given.get('prefix') ?? 'tapin:';
  if (!/^[\w.:-]{1,40}$/.test(prefix))
    return bad('A prefix has 1 to 40 letters, digits and the characters . : _ and -.');
  const replicas = /^\d+$/.test(given.get('wait') ?? '0') ? Number(given.get('wait') ?? '0') : REPLICAS_MAX + 1;
  if (replicas > REPLICAS_MAX)
    return bad(`In wait, give the number of replicas that must have a write, 0 to ${REPLICAS_MAX}.`);
  return ok({ prefix, replicas, master });
}
