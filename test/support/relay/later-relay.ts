// Simulates a later version of tapin next to relays of this version: it adds fields to stored data and uses other
// scripts, and must cope with data that lacks those fields.

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

/** Returns the commands that a relay of a later version sends. */
export const ofLaterVersion = (commands: RedisCommands): RedisCommands => ({
  ...commands,
  script: laterScript(commands),
  durable: { ...commands.durable, script: laterScript(commands.durable) },
});
