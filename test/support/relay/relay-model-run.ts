// Runs the real relay and its model in parallel: each step goes to both, and their visible results must agree.

import { assertDefined } from '../../../wire/errors.ts';
import { deepStrictEqual as same, match, ok } from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import type { ExecutionContext } from 'ava';
import * as v from 'valibot';
import { createLedger } from './relay-ledger.ts';
import * as rules from './relay-model.ts';
import { newModel, codeName, type Ask, type Expected, type Model } from './relay-model-state.ts';
import { virtualRelay, type Held, type RelayDevice } from './relay-world.ts';
import { itemAt } from '../items.ts';
import { fieldsOf, readAs } from '../read-json.ts';

/** Request of a script, with the session and age of its code in relative terms. */
export interface ScriptedAsk {
  readonly who: number;
  readonly route: Ask['route'];
  readonly body: Readonly<Record<string, unknown>>;
  /** Host and age of the code in the body: age 0 is the newest; null is an unknown code. */
  readonly code?: readonly [host: number | 'own', age: number] | null;
  /** Whether the request carries the tag of the newest state. */
  readonly seen?: boolean;
  readonly rid?: boolean;
}

export type Step =
  /** Requests that arrive in the same batch. */
  | { readonly kind: 'asks'; readonly asks: readonly ScriptedAsk[] }
  /** Repeats a request with the same `rid`; `changed` sends a different body with it. */
  | { readonly kind: 'again'; readonly back: number; readonly changed: boolean }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'restart' };

export interface Real {
  step(model: Model, step: Step): Promise<void>;
  close(): Promise<void>;
}

interface Sent {
  readonly id: number;
  readonly ask: Ask;
  readonly again: boolean;
  readonly held: Held;
}

const UNKNOWN_CODE = 'ZZZZZZ';

/** Creates a relay with this many devices and known labels, and a fresh model of it. */
export async function modelled(
  t: ExecutionContext,
  file: string,
  devices: number,
): Promise<{ model: Model; real: Real }> {
  const world = virtualRelay(t, { file, limited: false });
  const all = Array.from({ length: devices }, () => world.device());
  const model = newModel(await labelsOf(all, world.device()));
  return { model, real: createReal(world, all, file) };
}

/** Returns the labels of all devices, read from a throwaway session. */
async function labelsOf(devices: readonly RelayDevice[], host: RelayDevice): Promise<string[]> {
  const { code } = await host.ask('host', { action: 'start' });
  await host.ask('poll', { code, since: 0 });
  const labels: string[] = [];
  for (const device of devices) {
    const { state } = await device.ask('join', { action: 'join', code });
    labels.push(state.players[1]?.name ?? '');
    await device.ask('join', { action: 'leave', code });
  }
  await host.ask('host', { action: 'stop' });
  same(new Set(labels).size, devices.length, '[C20] labels are unique');
  return labels;
}

function createReal(world: ReturnType<typeof virtualRelay>, devices: readonly RelayDevice[], file: string): Real {
  const ledger = createLedger();
  const codes = new Map<string, string>();
  const with_rid: Ask[] = [];
  let open: Sent[] = [];
  let ids = 0;
  let rids = 0;

  /** Resolves a scripted request against the model: names for codes, the text of a state for `st`. */
  const meant = (model: Model, { who, route, body, code, seen, rid }: ScriptedAsk): Ask => {
    const host = !code || code[0] === 'own' ? who : code[0];
    const named = code ? codeName(host, (model.sessions.get(host)?.generation ?? 0) - code[1]) : '';
    const text = seen ? rules.newestTag(model, host) : '';
    const extra = {
      ...(code === undefined ? {} : { code: codes.has(named) ? named : UNKNOWN_CODE }),
      ...(seen && ledger.tagOf(text) !== undefined ? { st: text } : {}),
      ...(rid ? { rid: `rid ${rids++}` } : {}),
    };
    const ask = { who, route, body: { ...body, ...extra } };
    if (rid) with_rid.push(ask);
    return ask;
  };

  const send = (ask: Ask, again = false): Sent => {
    const { code, st } = ask.body as { readonly code?: string; readonly st?: string };
    const body = {
      ...ask.body,
      ...(code === undefined ? {} : { code: codes.get(code) ?? code }),
      ...(st === undefined ? {} : { st: ledger.tagOf(st) }),
    };
    const held = itemAt(devices, ask.who).raw(ask.route, JSON.stringify(body));
    return { id: ids++, ask, again, held };
  };

  /** Checks a code by its name; a code without a name must be new. */
  const checkCode = (name: string, code: string): void => {
    if (codes.has(name)) return same(code, codes.get(name), '[R1] the same code');
    match(code, /^[0-9A-HJKMNP-TV-Z]{6}$/, '[C2]');
    ok(![...codes.values()].includes(code), `[R2] ${code} was assigned before`);
    codes.set(name, code);
  };

  const check = ({ fields, state }: Expected, { ask, held }: Sent): void => {
    const reply = assertDefined(held.now(), 'answer');
    const reply_fields = fieldsOf(reply);
    const { code, ...rest } = { http_status: 200, ...fields } as Record<string, unknown>;
    const about = `${JSON.stringify(ask)} answered ${reply.text}`;
    for (const [key, value] of Object.entries(rest)) same(reply_fields[key], value, `${key}: ${about}`);
    if (state === null) return same(reply.state, undefined, about);
    const { st, ...visible } = reply.state;
    same(visible, state, `state: ${about}`);
    match(st, /^[0-9a-f]{8}$/, '[R49]');
    if (code !== undefined) checkCode(readAs(v.string(), code), reply.code);
  };

  /** Compares answers with the expected ones; requests without an answer must stay open. */
  const compare = (expected: readonly Expected[]): void => {
    const answered = open.filter(({ held }) => held.now());
    const requestsOf = (ids_of: readonly number[]): string[] =>
      open.filter(({ id }) => ids_of.includes(id)).map(({ ask }) => JSON.stringify(ask));
    same(requestsOf(answered.map(({ id }) => id)), requestsOf(expected.map(({ id }) => id)), 'the answered device');
    for (const one of expected) {
      const sent = open.find(({ id }) => id === one.id);
      check(one, assertDefined(sent, 'request that was sent'));
    }
  };
  const closeBooks = (model: Model): void => {
    const inputs_first = open.toSorted((a, b) => Number(b.ask.route === 'input') - Number(a.ask.route === 'input'));
    for (const { ask, again, held } of inputs_first) {
      const reply = held.now();
      if (reply) ledger.enter({ ask, again, label: itemAt(model.labels, ask.who) }, reply);
    }
    open = open.filter(({ held }) => !held.now());
  };

  /** Searches for an order of the simultaneous requests that explains all visible results. */
  const explain = (model: Model, sent: readonly Sent[]): void => {
    let first_problem: unknown = null;
    for (const order of ordersOf(sent)) {
      const trial = structuredClone(model);
      for (const { id, ask } of order) rules.take(trial, id, ask);
      try {
        compare(rules.settle(trial));
        Object.assign(model, trial);
        return;
      } catch (problem) {
        first_problem ??= problem;
      }
    }
    throw first_problem;
  };

  return {
    async step(model, step) {
      if (step.kind === 'asks' || step.kind === 'again') {
        const sent = step.kind === 'asks' ? step.asks.map((ask) => send(meant(model, ask))) : sendAgain(step);
        open.push(...sent);
        await world.pass(0);
        explain(model, sent);
      } else if (step.kind === 'pass') {
        await world.pass(step.ms);
        compare(rules.pass(model, step.ms));
      } else {
        const to_whole_second_ms = (1000 - (world.clock.now_ms() % 1000)) % 1000; // a relay starts on a whole second here
        await world.pass(to_whole_second_ms);
        compare(rules.pass(model, to_whole_second_ms));
        closeBooks(model);
        world.restart();
        rules.restart(model);
        open = [];
      }
      closeBooks(model);
    },
    async close() {
      await world.relays().close();
      for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    },
  };

  function sendAgain({ back, changed }: Step & { kind: 'again' }): Sent[] {
    const ask = with_rid.at(-1 - (back % Math.max(1, with_rid.length)));
    if (!ask) return [];
    return [changed ? send({ ...ask, body: { ...ask.body, more: true } }) : send(ask, true)];
  }
}

/** Returns all permutations of a short list, the given order first. */
function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, index) =>
    ordersOf(things.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}
