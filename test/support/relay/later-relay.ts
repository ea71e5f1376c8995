// What a later version of tapin may do while relays of this one run beside it: it adds fields to what is stored, and its scripts are others. It has to
// do without what a relay of this version has left out.

import * as v from 'valibot';
import type { KeyedCommands, RedisCommands } from '../../../cloud-stub/relay/redis/redis-commands.ts';
import { WRITE } from '../../../cloud-stub/relay/redis/redis-scripts.ts';
import { readAs } from '../read-json.ts';

const order = v.looseObject({
  facts: v.optional(v.string()),
  fields: v.record(v.string(), v.string()),
  inputs: v.optional(v.array(v.tuple([v.string(), v.string(), v.string()]))),
  answers: v.array(v.string()),
});
const facts = v.looseObject({ guests: v.array(v.looseObject({})) });

const later = (text: string): string =>
  JSON.stringify({ later: { of: [1] }, ...readAs(v.looseObject({}), JSON.parse(text)) });

function laterFacts(text: string): string {
  const read = readAs(facts, JSON.parse(text));
  return later(JSON.stringify({ ...read, guests: read.guests.map((guest) => ({ ...guest, later: true })) }));
}

function laterOrder(text: string): string {
  const read = readAs(order, JSON.parse(text));
  return JSON.stringify({
    ...read,
    ...(read.facts === undefined ? {} : { facts: laterFacts(read.facts) }),
    fields: { ...read.fields, later: 'x' },
    ...(read.inputs ? { inputs: read.inputs.map(([seq, at_ms, payload]) => [seq, at_ms, later(payload)]) } : {}),
    answers: read.answers.map(later),
  });
}

const laterScript =
  (commands: KeyedCommands): KeyedCommands['script'] =>
  (script, keys, args) =>
    commands.script(`-- later\n${script}`, keys, script === WRITE ? args.map(laterOrder) : args);

/** Commands of a relay of a later version. */
export const ofLaterVersion = (commands: RedisCommands): RedisCommands => ({
  ...commands,
  script: laterScript(commands),
  durable: { ...commands.durable, script: laterScript(commands.durable) },
});
