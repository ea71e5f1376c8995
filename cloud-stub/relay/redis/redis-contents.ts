// Lists everything that relays have stored on a Redis or Valkey server, by its keys, for a backup.

import * as v from 'valibot';
import type { RedisCommands } from './redis-commands.ts';
import { redisKeys } from './redis-keys.ts';
import type { StoreContents } from '../fleet/shared-store.ts';

/** Number of keys read in one batch. */
const AT_ONCE = 200;

export function createRedisContents(commands: Pick<RedisCommands, 'keys' | 'send'>, prefix: string): StoreContents {
  const keys = redisKeys(prefix);
  const valuesBy = async (key: (name: string) => string): Promise<ReadonlyMap<string, string>> => {
    const values = new Map<string, string>();
    const before = key('');
    const readAll = async (names: readonly string[]): Promise<void> => {
      const read = await Promise.all(names.map((name) => commands.send('GET', key(name))));
      for (const [at, name] of names.entries()) {
        const value = v.parse(v.nullable(v.string()), read[at]);
        if (value !== null) values.set(name, value);
      }
    };
    let names: string[] = [];
    for await (const found of commands.keys(key('*'))) {
      names.push(found.slice(before.length));
      if (names.length < AT_ONCE) continue;
      await readAll(names);
      names = [];
    }
    await readAll(names);
    return values;
  };
  return {
    async sessions() {
      const sessions = new Map<string, Set<string>>();
      const begin = keys.session('', '').indexOf('}');
      const fields = keys.session('', 'fields').slice(begin);
      const answer = keys.answer('', '').slice(begin);
      for await (const key of commands.keys(keys.session('*', '*'))) {
        const end = key.indexOf('}');
        const [host, rest] = [key.slice(begin, end), key.slice(end)];
        const answers = sessions.get(host) ?? new Set();
        const is_answer = rest.startsWith(answer);
        if (rest === fields || is_answer) sessions.set(host, answers);
        if (is_answer) answers.add(rest.slice(answer.length));
      }
      return new Map([...sessions].map(([host, answers]) => [host, [...answers]]));
    },
    codes: () => valuesBy(keys.code),
    labels: () => valuesBy(keys.label),
  };
}
