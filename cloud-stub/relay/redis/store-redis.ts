// Shared store on Redis or Valkey: the fields, persisted state and inputs of a session, its idempotency records, and
// separate keys for codes and labels, which never expire since a code is never reused.

import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { INPUT_LIFETIME_MS } from '../../../wire/limits.ts';
import { POLL_ITEMS_MAX, isValidInput, type QueuedInput } from '../session/input-queue.ts';
import { ANSWER_MEMORY_MS } from '../routes/idempotency-record.ts';
import { storedAnswer, persistedSession, storedPayload } from '../session/stored-shapes.ts';
import { EngineAway } from '../engine.ts';
import type { RedisCommands } from './redis-commands.ts';
import { createRedisContents } from './redis-contents.ts';
import { redisKeys } from './redis-keys.ts';
import { READ, WRITE } from './redis-scripts.ts';
import type { SessionWrite, SharedStore, StoredSession, WantedSession, SharedWrite } from '../fleet/shared-store.ts';

interface RedisStoreOptions {
  readonly commands: RedisCommands;
  /** Prefix of every key. */
  readonly prefix: string;
}

/**
 * Format of a stored session. A later version may add fields, which this one drops when it writes, so they have
 * defaults; any other change needs a new format number, written only once all relays can read it.
 */
const FORM = 1;

const pairs = v.array(v.string());
const readReply = v.union([
  v.tuple([v.string(), v.string(), v.pipe(v.array(v.string()), v.length(0))]),
  v.tuple([
    v.string(),
    v.string(),
    pairs,
    v.nullable(v.string()),
    v.array(v.tuple([v.string(), pairs])),
    v.array(v.nullable(v.string())),
  ]),
]);
const writeReply = v.nullable(v.tuple([v.string(), v.array(v.number())]));

export function createRedisStore({ commands, prefix }: RedisStoreOptions): SharedStore {
  /** Id of this process among those that hold requests. */
  const relay = randomUUID();
  const keys = redisKeys(prefix);
  const listeners = new Set<Parameters<SharedStore['onHint']>[0]>();
  const notify = (host: string | null, version: number | null): void => {
    for (const listener of listeners) listener(host, version);
  };
  commands.onLost(() => notify(null, null));

  const readOnce = async (wanted: WantedSession, since: number | null): Promise<StoredSession | null> => {
    const { host, known_tag, answers } = wanted;
    const session = ['fields', 'facts', 'inputs'].map((kind) => keys.session(host, kind));
    const all = [...session, ...answers.map((name) => keys.answer(host, name))];
    const reply = v.parse(
      readReply,
      await commands.script(READ, all, [known_tag, `${since ?? ''}`, `${POLL_ITEMS_MAX}`]),
    );
    if (reply.length === 3) return null;
    const [seconds, microseconds, fields, facts, inputs, found] = reply;
    const server_ms = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
    return storedOf(fields, facts, inputs.map(inputOf), found.map(answerOf), server_ms);
  };

  const read = async (wanted: WantedSession): Promise<StoredSession | null> => {
    const first = await readOnce(wanted, wanted.since);
    // Another relay's writes are reported only once replicas have them: otherwise a failover could revert what a host has
    // read, and its number would be reused.
    const is_news = first !== null && (first.facts !== null || first.answers.some((answer) => answer !== null));
    if (is_news) await commands.replicated(keys.session(wanted.host, 'told'));
    let [stored, inputs] = [first, first?.inputs ?? []];
    const valid: QueuedInput[] = [];
    for (;;) {
      if (!stored || !first) return first;
      const { now_ms } = first;
      valid.push(...inputs.filter((input) => isValidInput(input, now_ms)));
      const last = inputs.at(-1);
      const may_be_more = inputs.length === POLL_ITEMS_MAX && valid.length < POLL_ITEMS_MAX;
      if (!last || !may_be_more) return { ...first, inputs: valid.slice(0, POLL_ITEMS_MAX) };
      stored = await readOnce({ ...wanted, answers: [] }, last.seq);
      inputs = stored?.inputs ?? [];
    }
  };

  const write = async (host: string, requested: SessionWrite): Promise<SharedWrite | null> => {
    const session = ['fields', 'facts', 'inputs', 'hints'].map((kind) => keys.session(host, kind));
    const all = [...session, ...requested.answers.map(({ name }) => keys.answer(host, name))];
    const reply = v.parse(
      writeReply,
      await commands.durable.script(WRITE, all, [JSON.stringify(orderOf(requested, relay))]),
    );
    if (!reply) return null;
    return { version: Number(reply[0]), hold_numbers: reply[1] };
  };

  const give = async (name: string, value: string): Promise<boolean> =>
    (await commands.durable.send('SET', name, value, 'NX')) !== null;
  const text = async (name: string): Promise<string | null> =>
    v.parse(v.nullable(v.string()), await commands.send('GET', name));

  return {
    read,
    write,
    ownerOf: (code) => text(keys.code(code)),
    giveCode: (code, host) => give(keys.code(code), host),
    labelOf: (device) => text(keys.label(device)),
    async giveLabel(device, label) {
      if (!(await give(keys.labelOwner(label), device))) return text(keys.label(device));
      return (await give(keys.label(device), label)) ? label : text(keys.label(device));
    },
    subscribe: (host) =>
      commands.subscribe(keys.session(host, 'hints'), (hint) => notify(host, hint === '' ? null : Number(hint))),
    unsubscribe: (host) => commands.unsubscribe(keys.session(host, 'hints')),
    onHint: (listener) => void listeners.add(listener),
    contents: createRedisContents(commands, prefix),
    close: () => commands.close(),
  };
}

function storedOf(
  fields: readonly string[],
  facts: string | null,
  inputs: readonly QueuedInput[],
  answers: StoredSession['answers'],
  server_ms: number,
): StoredSession {
  const values = new Map(fields.flatMap((name, at) => (at % 2 === 0 ? [[name, fields[at + 1] ?? ''] as const] : [])));
  const below = (kind: string): readonly (readonly [string, number])[] =>
    [...values].flatMap(([name, value]) =>
      name.startsWith(kind) ? [[name.slice(kind.length), Number.parseInt(value, 10)] as const] : [],
    );
  if (Number(values.get('form') ?? FORM) > FORM)
    throw new EngineAway('A newer version of tapin wrote a session: update this relay.');
  const polled = values.get('polled_ms');
  return {
    version: Number(values.get('version')),
    tag: values.get('tag') ?? '',
    facts: facts === null ? null : v.parse(persistedSession, JSON.parse(facts)),
    contacts: {
      polled_ms: polled === undefined ? null : Number(polled),
      seen_ms: Object.fromEntries(below('seen ')),
    },
    holds: Object.fromEntries(below('hold ')),
    now_ms: Math.max(server_ms, Number(values.get('latest_ms') ?? 0)),
    inputs,
    answers,
  };
}

const inputOf = ([id, fields]: readonly [string, readonly string[]]): QueuedInput => ({
  seq: Number.parseInt(id, 10),
  at_ms: Number(fields[1]),
  payload: v.parse(storedPayload, JSON.parse(fields[3] ?? '')),
});

const answerOf = (text: string | null): StoredSession['answers'][number] =>
  text === null ? null : v.parse(storedAnswer, JSON.parse(text));

/** Returns the argument of the script: numbers as strings, since Lua has no large integers. */
function orderOf({ change, ...requested }: SessionWrite, relay: string) {
  const texts = (prefix: string, numbers: Readonly<Record<string, number>>): [string, string][] =>
    Object.entries(numbers).map(([name, number]) => [`${prefix}${name}`, `${number}`]);
  const polled: [string, string][] = requested.polled_ms === null ? [] : [['polled_ms', `${requested.polled_ms}`]];
  return {
    form: FORM,
    ...(change
      ? {
          facts: JSON.stringify(change.facts),
          expected_tag: change.expected_tag,
          tag: change.tag,
          as_read: Object.fromEntries(texts('seen ', change.silent)),
          clears_inputs: change.clears_inputs,
          inputs: change.inputs.map(({ seq, at_ms, payload }) => [`${seq}`, `${at_ms}`, JSON.stringify(payload)]),
          inputs_ms: `${INPUT_LIFETIME_MS}`,
        }
      : {}),
    fields: Object.fromEntries([...texts('seen ', requested.seen_ms), ...polled]),
    gone: requested.gone.map((device) => `seen ${device}`),
    now_ms: `${requested.now_ms}`,
    answers: requested.answers.map(({ answer }) => JSON.stringify(answer)),
    answers_ms: `${ANSWER_MEMORY_MS}`,
    holds: requested.holds,
    relay,
  };
}
