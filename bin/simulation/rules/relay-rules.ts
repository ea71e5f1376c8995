// What must hold of every answer of the relay, and of its sessions as answers show them (R1, R2, R8, R16, R18, R22, R28, R30, R34,
// R40, R45, R46, R49, R87, R89, R91).

import { HOLD_MS_MAX, HOST_ONLINE_MS, INPUT_LIFETIME_MS, PLAYERS_MAX, POLL_ITEMS_MAX } from '../../../wire/limits.ts';
import type { StateBlock } from '../../../wire/relay/state.ts';
import { hold } from '../broken-rule.ts';
import type { Answered, Checks, SentRequest } from '../observed.ts';

/** Milliseconds that an event on the relay's clock may take. */
const EPSILON_MS = 2;

export function relayRules(): Checks {
  const code_of = new Map<string, string>();
  const owner_of = new Map<string, string>();
  const polled_ms = new Map<string, number>();
  const active = new Map<string, boolean>();
  const seq_of = new Map<string, number>();
  const ev_of = new Map<string, number>();
  const tag_of = new Map<string, string>();
  const seq_of_rid = new Map<string, number>();
  const undo = new Map<string, { readonly polled: number | undefined; readonly active: boolean }>();
  const done = new Set<string>();

  /** R1, R2: a code is one device's, and only `regenerate` changes it. */
  const checkCode = ({ device, body, answer }: Answered): void => {
    const code = answer?.code ?? '';
    if (code === '') return;
    const before = code_of.get(device);
    hold(
      'R1',
      before === undefined || before === code || body['action'] === 'regenerate',
      () => `${before} became ${code}`,
    );
    hold('R2', (owner_of.get(code) ?? device) === device, () => `${code} belongs to two devices`);
    code_of.set(device, code);
    owner_of.set(code, device);
  };

  const checkState = (host: string, state: StateBlock, at_ms: number): void => {
    const total = state.players.reduce((sum, { players }) => sum + players.length, 0);
    hold('R18', total <= PLAYERS_MAX, () => `${total} players are listed`);
    hold('R22', state.players[0]?.host === true, () => 'the host is not first');
    hold(
      'R22',
      state.players.slice(1).every((device) => !device.host),
      () => 'there are two hosts',
    );
    hold('R91', state.replay === (state.replay_by !== ''), () => `replay ${state.replay}, by ${state.replay_by}`);
    const last = polled_ms.get(host);
    const online = (active.get(host) ?? false) && last !== undefined && at_ms - last < HOST_ONLINE_MS;
    const at_the_limit = last !== undefined && Math.abs(at_ms - last - HOST_ONLINE_MS) < EPSILON_MS;
    hold(
      'R8',
      at_the_limit || state.host_online === online,
      () => `host_online ${state.host_online}, polled ${at_ms - (last ?? 0)} ms ago`,
    );
    const ev = ev_of.get(host) ?? 0;
    hold('R89', state.ev.seq >= ev, () => `ev.seq went from ${ev} to ${state.ev.seq}`);
    ev_of.set(host, state.ev.seq);
    const { players, replay, host_online, exp, round, st } = state;
    const inputs = JSON.stringify([players, state.ev.seq, replay, host_online, exp, round]);
    hold('R49', /^[0-9a-f]{8}$/.test(st), () => `the tag is ${st}`);
    hold('R49', (tag_of.get(inputs) ?? st) === st, () => `two tags of one state: ${tag_of.get(inputs)} and ${st}`);
    if (tag_of.size > TAGS_KEPT) tag_of.clear();
    tag_of.set(inputs, st);
  };

  const checkPoll = ({ body, answer }: Answered): void => {
    const items = answer?.items ?? [];
    const since = Number(body['since']);
    hold('R30', items.length <= POLL_ITEMS_MAX, () => `${items.length} items`);
    items.forEach(({ seq, ms }, i) => {
      hold('R30', seq > (items[i - 1]?.seq ?? since), () => `item ${seq} after ${items[i - 1]?.seq ?? since}`);
      hold('R34', ms < INPUT_LIFETIME_MS, () => `item ${seq} is ${ms} ms old`);
    });
  };

  /** R28: a new input has a number above all before it; a repeated one has its old number. */
  const checkInput = ({ device, body, answer }: Answered, host: string): void => {
    const seq = answer?.seq ?? 0;
    const rid = `${device} ${String(body['rid'])}`;
    const known = seq_of_rid.get(rid);
    if (known !== undefined) return hold('R41', known === seq, () => `${rid} was ${known} and is ${seq}`);
    hold('R28', seq > (seq_of.get(host) ?? 0), () => `input ${seq} after ${seq_of.get(host)}`);
    seq_of_rid.set(rid, seq);
    seq_of.set(host, seq);
  };

  /** What a request does to its session counts from the moment that the relay takes it; one that is refused has done nothing. */
  const take = ({ device, route, body, at_ms }: SentRequest): void => {
    undo.set(device, { polled: polled_ms.get(device), active: active.get(device) ?? false });
    if (route === 'poll' && owner_of.get(String(body['code'])) === device) polled_ms.set(device, at_ms);
    const { action } = body;
    const rid = `${device} ${String(body['rid'])}`;
    if ((action !== 'start' && action !== 'stop') || done.has(rid)) return;
    done.add(rid);
    active.set(device, action === 'start');
  };

  const untake = ({ device, body }: Answered): void => {
    const { polled, active: was } = undo.get(device) ?? { polled: undefined, active: false };
    if (polled === undefined) polled_ms.delete(device);
    else polled_ms.set(device, polled);
    active.set(device, was);
    done.delete(`${device} ${String(body['rid'])}`);
  };

  return {
    taken: take,
    /** Times of contact count from the restart (C14). */
    relay_started(at_ms) {
      for (const device of polled_ms.keys()) polled_ms.set(device, at_ms);
    },
    answered(answered, at_ms) {
      const { route, body, answer, http_status, keys, taken_ms } = answered;
      const good = http_status === 200 && answer !== null;
      if (at_ms === taken_ms && (!good || answer.status !== 'ok')) untake(answered);
      if (!good) return;
      const bare = body['action'] === 'stop' || body['action'] === 'leave';
      hold(
        'R16',
        keys.includes('state') !== bare,
        () => `${route} ${String(body['action'])} ${bare ? 'has' : 'lacks'} a state`,
      );
      const wait_ms = Math.min(Number(body['wait_ms'] ?? 0), HOLD_MS_MAX);
      hold('R45', at_ms - taken_ms <= wait_ms + EPSILON_MS, () => `held for ${at_ms - taken_ms} ms of ${wait_ms}`);
      if (route === 'host') checkCode(answered);
      if (route === 'poll') checkPoll(answered);
      const host = hostOf(answered);
      if (route === 'input' && answer.status === 'ok') checkInput(answered, host);
      if (answer.state && answer.state.players.length > 0 && host !== '') checkState(host, answer.state, at_ms);
    },
  };

  /** The host that an answer is about: an input's answer names no code unless it has moved. */
  function hostOf({ route, device, body, answer }: Answered): string {
    if (route === 'host' || route === 'poll') return device;
    return owner_of.get(answer?.code || String(body['code'])) ?? '';
  }
}

const TAGS_KEPT = 5000;
