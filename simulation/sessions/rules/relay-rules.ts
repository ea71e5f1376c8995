// Rules for every answer of the relay (R16, R18, R22, R28, R30, R34, R41, R45, R49, R89, R91).

import type { StateBlock } from '../../../wire/relay/state.ts';
import { checkRule } from '../broken-rule.ts';
import type { Answered, Checks } from '../observations.ts';
import { DOCUMENT } from './document.ts';
import { createLostTail, forgetAfter } from './lost-tail.ts';
import { hostOf, type CodeOwners } from './session-rules.ts';

/** Tolerance for an event on the relay's clock, in milliseconds. */
const EPSILON_MS = 2;

/** `lag_ms`: as in `allChecks`, here and below. */
export const answerRules = (lag_ms: number): Checks => ({
  answered({ route, body, answer, http_status, keys, taken_ms }, at_ms) {
    if (http_status !== 200 || !answer) return;
    const bare = body['action'] === 'stop' || body['action'] === 'leave';
    const which = `${route} ${String(body['action'])}`;
    checkRule('R16', keys.includes('state') !== bare, () => `the answer to ${which} ${bare ? 'has' : 'lacks'} a state`);
    const wait_ms = Math.min(Number(body['wait_ms'] ?? 0), DOCUMENT.hold_ms);
    const held_ms = at_ms - taken_ms;
    checkRule(
      'R45',
      held_ms <= wait_ms + EPSILON_MS + lag_ms,
      () => `${which} is held for ${held_ms} ms of ${wait_ms}`,
    );
  },
});

/** State rules: listed devices, the newest event, and the tag of the state. */
export function stateRules(owners: CodeOwners, lag_ms: number): Checks {
  const events = createHighest();
  const tail = createLostTail();
  const tag_of = new Map<string, string>();

  const checkTag = ({ players, ev, replay, host_online, exp, round, st }: StateBlock): void => {
    const inputs = JSON.stringify([players, ev.seq, replay, host_online, exp, round]);
    checkRule('R49', /^[0-9a-f]{8}$/.test(st), () => `the tag is ${st}`);
    checkRule(
      'R49',
      (tag_of.get(inputs) ?? st) === st,
      () => `two tags for one state: ${tag_of.get(inputs)} and ${st}`,
    );
    if (tag_of.size > TAGS_KEPT) tag_of.clear();
    tag_of.set(inputs, st);
  };

  return {
    answered(answered, at_ms) {
      const state = answered.answer?.state;
      const host = hostOf(owners, answered);
      if (!state || state.players.length === 0 || host === '') return;
      checkListed(state);
      if (tail.isAboutLost(answered)) return;
      checkTag(state);
      const before = events.before(host, lag_ms === 0 ? at_ms : answered.taken_ms);
      checkRule('R89', state.ev.seq >= before, () => `ev.seq went from ${before} to ${state.ev.seq}`);
      events.note(host, state.ev.seq, at_ms);
    },
    tailLost(from_ms, at_ms) {
      tail.note(at_ms);
      events.loseAfter(from_ms);
      tag_of.clear();
    },
  };
}

/**
 * Tracks the highest number in answers about a host, by time. With two relays, answers may overtake each other, so a
 * request is only compared with answers sent before it was taken.
 */
function createHighest() {
  const of_host = new Map<string, { readonly value: number; readonly at_ms: number }[]>();
  return {
    before: (host: string, at_ms: number): number =>
      of_host.get(host)?.findLast((noted) => noted.at_ms <= at_ms)?.value ?? 0,
    loseAfter(from_ms: number): void {
      for (const [host, noted] of of_host) of_host.set(host, noted.filter(({ at_ms }) => at_ms <= from_ms)); // oxfmt-ignore
    },
    note(host: string, value: number, at_ms: number): void {
      const noted = of_host.get(host) ?? [];
      if (value <= (noted.at(-1)?.value ?? -1)) return;
      noted.push({ value, at_ms });
      if (noted.length > HIGHEST_KEPT) noted.shift();
      of_host.set(host, noted);
    },
  };
}

const HIGHEST_KEPT = 1000;
const TAGS_KEPT = 5000;

function checkListed({ players, replay, replay_by }: StateBlock): void {
  const total = players.reduce((sum, device) => sum + device.players.length, 0);
  checkRule('R18', total <= DOCUMENT.players, () => `${total} players are listed`);
  checkRule('R22', players[0]?.host === true, () => 'the host is not first');
  checkRule(
    'R22',
    players.slice(1).every((device) => !device.host),
    () => 'two hosts are listed',
  );
  checkRule('R91', replay === (replay_by !== ''), () => `replay is ${replay}, by ${replay_by}`);
}

/** Queue rules: numbers increase, inputs are fresh, and repeated requests add nothing. */
export function queueRules(owners: CodeOwners, lag_ms: number): Checks {
  const seq_of_rid = new Map<string, number>();
  /** Time of the first answer to each `rid`. */
  const rids = new Map<string, number>();
  const inputs = createHighest();
  const tail = createLostTail();
  /** Time when each input was first taken: it may be done without an answer and be answered only on a retry. */
  const first_taken_ms = new Map<string, number>();
  const given = new Map<string, number>();
  const putts = new Map<string, number>();

  const checkInput = ({ device, body, answer, taken_ms }: Answered, host: string, at_ms: number): void => {
    const seq = answer?.seq ?? 0;
    const rid = ridOf(device, body);
    const known = rids.has(rid) ? seq_of_rid.get(rid) : undefined;
    if (known !== undefined) return checkRule('R41', known === seq, () => `${rid} was input ${known} and is ${seq}`);
    const first_ms = Math.min(taken_ms, first_taken_ms.get(rid) ?? taken_ms);
    const before = inputs.before(host, lag_ms === 0 ? at_ms : first_ms);
    checkRule('R28', seq > before, () => `input ${seq} comes after ${before}`);
    checkRule('R28', !given.has(`${host} ${seq}`), () => `two inputs of ${host} have seq ${seq}`);
    given.set(`${host} ${seq}`, at_ms);
    seq_of_rid.set(rid, seq);
    rids.set(rid, at_ms);
    inputs.note(host, seq, at_ms);
    // No two human putts are alike.
    const putt = JSON.stringify([device, body['putt']]);
    checkRule('R41', body['kind'] !== 'putt' || !putts.has(putt), () => `one putt is two inputs: ${putt}`);
    putts.set(putt, at_ms);
  };

  return {
    taken({ device, route, body, at_ms }) {
      const rid = ridOf(device, body);
      if (route === 'input' && !first_taken_ms.has(rid)) first_taken_ms.set(rid, at_ms);
    },
    answered(answered, at_ms) {
      const { route, answer } = answered;
      if (answer?.status !== 'ok') return;
      if (route === 'input' && !tail.isAboutLost(answered)) checkInput(answered, hostOf(owners, answered), at_ms);
      if (route === 'poll') checkItems(answered);
    },
    tailLost(from_ms, at_ms) {
      tail.note(at_ms);
      inputs.loseAfter(from_ms);
      for (const noted of [rids, given, putts]) forgetAfter(noted, from_ms);
    },
  };
}

const ridOf = (device: string, body: Answered['body']): string => `${device} ${String(body['rid'])}`;

function checkItems({ body, answer }: Answered): void {
  const items = answer?.items ?? [];
  checkRule('R30', items.length <= DOCUMENT.items, () => `${items.length} items`);
  let last = Number(body['since']);
  for (const { seq, ms } of items) {
    checkRule('R30', seq > last, () => `item ${seq} comes after ${last}`);
    if (ms !== null) checkRule('R34', ms < DOCUMENT.input_lifetime_ms, () => `item ${seq} is ${ms} ms old`);
    last = seq;
  }
}
