// Delivery rules: changes wake held requests, inputs reach the host, guests adopt new codes, devices that left are no
// longer listed, and guests are not pulled twice (R12, R24, R31, R47, R64).

import type { RelayAnswer } from '../../../wire/relay/answers.ts';
import { checkRule } from '../broken-rule.ts';
import type { Checks, SentRequest } from '../observations.ts';
import { DOCUMENT } from './document.ts';
import { createAcknowledged, createLostTail } from './lost-tail.ts';
import { hostOf, type CodeOwners } from './session-rules.ts';

/** R47: a held request ends soon after its tag is outdated. */
export function wakeRules(owners: CodeOwners, lag_ms: number): Checks {
  const held = new Map<SentRequest, { readonly host: string; readonly since_ms: number }>();
  const tags = new Map<string, { readonly st: string; readonly at_ms: number }>();
  /** Last `replay` and `fol` that each device sent. */
  const sent_of = new Map<string, string>();
  const tail = createLostTail();
  const isHeld = ({ route, body }: SentRequest): boolean => route === 'poll' || body['action'] === 'heartbeat';
  return {
    taken(request) {
      const host = request.route === 'poll' ? request.device : owners.ownerOf(String(request.body['code']));
      if (isHeld(request) && host !== '') held.set(request, { host, since_ms: request.at_ms });
      const sent = JSON.stringify([request.body['replay'], request.body['fol']]);
      // These fields change the tag, perhaps back to an earlier value before any device received the new one.
      if (isHeld(request) && sent !== sent_of.get(request.device)) tags.delete(host);
      if (isHeld(request)) sent_of.set(request.device, sent);
    },
    callerGone: (request) => void held.delete(request),
    relayStarted: () => held.clear(),
    /** A fail-over also ends held requests, as any change does. */
    tailLost(_from_ms, at_ms) {
      tail.note(at_ms);
      tags.clear();
    },
    answered(answered, at_ms) {
      held.delete(answered.request);
      if (tail.isAboutLost(answered)) return;
      const state = answered.answer?.state;
      const host = hostOf(owners, answered);
      if (!state || state.players.length === 0 || host === '') return;
      if (tags.get(host)?.st !== state.st) tags.set(host, { st: state.st, at_ms });
      for (const [request, { host: of, since_ms }] of held) {
        const tag = tags.get(of);
        const late_ms = at_ms - Math.max(since_ms, tag?.at_ms ?? 0);
        const stale = tag !== undefined && request.body['st'] !== tag.st;
        checkRule(
          'R47',
          !stale || late_ms <= DOCUMENT.wake_ms + lag_ms,
          () => `${request.device} was not woken for ${late_ms} ms`,
        );
      }
    },
  };
}

/** R31: between its first and its last `since` a host has received every accepted input, across all its boots (C15). */
export function inputRules(owners: CodeOwners, lag_ms: number): Checks {
  const accepted = new Map<string, { readonly seq: number; readonly at_ms: number }[]>();
  /** Includes inputs that were dropped with their guests. */
  const acknowledged = createAcknowledged();
  /** Time of a host's request to drop its inputs, which may not be done yet. */
  const dropping_ms = new Map<string, number>();
  const tail = createLostTail();
  const received = new Map<string, Set<number>>();
  const first = new Map<string, number>();
  return {
    /** A session that drops its guests drops their inputs too (C18, C28). */
    taken({ device, body, at_ms }) {
      if (!dropsInputs(body)) return;
      accepted.delete(device);
      dropping_ms.set(device, at_ms);
    },
    answered(answered, at_ms) {
      const { route, answer, device, body } = answered;
      // Another relay may have accepted inputs before the drop was done.
      if (lag_ms > 0 && dropsInputs(body)) {
        accepted.delete(device);
        dropping_ms.delete(device);
      }
      if (route !== 'input' || answer?.status !== 'ok') return;
      const host = hostOf(owners, answered);
      // A repeated answer accepts nothing new (C13).
      if (answer.seq <= acknowledged.newest(host) || tail.isAboutLost(answered)) return;
      acknowledged.note(host, answer.seq, at_ms);
      if (at_ms - (dropping_ms.get(host) ?? Number.NEGATIVE_INFINITY) < lag_ms) return;
      accepted.set(host, [...(accepted.get(host) ?? []).slice(-INPUTS_KEPT), { seq: answer.seq, at_ms }]);
    },
    tailLost(from_ms, at_ms) {
      tail.note(at_ms);
      acknowledged.loseAfter(from_ms);
      for (const [host, all] of accepted) accepted.set(host, all.filter((input) => input.at_ms <= from_ms)); // oxfmt-ignore
      for (const [host, since] of first) first.set(host, Math.min(since, acknowledged.newest(host)));
    },
    finished({ device, route, body }, _how, _at_ms, answer) {
      if (body['action'] === 'start' && answer && !first.has(device))
        first.set(device, Math.max(0, answer.next_seq - 1));
      if (body['action'] === 'stop') first.delete(device);
      if (route !== 'poll' || !answer) return;
      const known = received.get(device) ?? new Set();
      for (const { seq } of answer.items) known.add(seq);
      received.set(device, known);
    },
    sent({ device, route, body, at_ms }) {
      const from = first.get(device);
      if (route !== 'poll' || from === undefined) return;
      const since = Number(body['since']);
      for (const { seq, at_ms: accepted_ms } of accepted.get(device) ?? []) {
        const due = seq > from && seq <= since && at_ms - accepted_ms < DOCUMENT.input_lifetime_ms;
        checkRule('R31', !due || received.get(device)?.has(seq) === true, () => `input ${seq} never reached ${device}`);
      }
    },
  };
}

/** R42, C14: a host whose cursor is past the newest input resumes at the relay's `next_seq`. */
export function cursorRules(): Checks {
  const next_seq_of = new Map<string, number>();
  return {
    booted: (device) => void next_seq_of.delete(device),
    finished({ device, route, body }, _how, _at_ms, answer) {
      if (route !== 'poll' || !answer) return;
      const since = Number(body['since']);
      if (answer.next_seq > 0 && answer.next_seq <= since) next_seq_of.set(device, answer.next_seq);
      else next_seq_of.delete(device);
    },
    sent({ device, route, body }) {
      const next_seq = next_seq_of.get(device);
      if (next_seq === undefined) return;
      if (body['action'] === 'stop' || body['action'] === 'start') next_seq_of.delete(device);
      if (route !== 'poll') return;
      next_seq_of.delete(device);
      const since = Number(body['since']);
      checkRule('R42', since < next_seq, () => `${device} polls since ${since}, but the next input is ${next_seq}`);
    },
  };
}

const dropsInputs = (body: SentRequest['body']): boolean =>
  body['action'] === 'stop' || (body['action'] === 'regenerate' && body['keep_guests'] === false);

const INPUTS_KEPT = 50;

/** R12: a guest uses the code of its latest answer. */
export function adoptedCodeRules(): Checks {
  const code_of = new Map<string, string>();
  return {
    booted: (device) => void code_of.delete(device),
    finished({ device, route, body }, how, _at_ms, answer) {
      if (route === 'input' && answer?.code && code_of.has(device)) code_of.set(device, answer.code);
      if (route !== 'join' || body['action'] === 'leave') return;
      if (how === 'answered' && answer && answer.status === 'ok') code_of.set(device, answer.code);
      else if (answer) code_of.delete(device);
    },
    sent({ device, route, body }) {
      if (body['action'] === 'join' || route === 'host') code_of.delete(device);
      const code = code_of.get(device);
      if (route !== 'join' || code === undefined) return;
      checkRule('R12', body['code'] === code, () => `${device} uses ${String(body['code'])}, but received ${code}`);
    },
  };
}

/** R24: a device that has left is not listed until it joins again. */
export function leaveRules(owners: CodeOwners, lag_ms: number): Checks {
  const label_of = new Map<string, string>();
  const left = new Map<string, { readonly label: string; readonly at_ms: number }>();
  const joined_ms = new Map<string, number>();
  const tail = createLostTail();
  return {
    tailLost(from_ms, at_ms) {
      tail.note(at_ms);
      for (const [device, { at_ms: left_ms }] of left) if (left_ms > from_ms) left.delete(device);
    },
    deviceChanged({ device, session }) {
      if (session.label) label_of.set(device, session.label);
    },
    taken({ device, route, body, at_ms }) {
      if (route !== 'join' || body['action'] === 'leave') return;
      left.delete(device);
      joined_ms.set(device, at_ms);
    },
    answered(answered, at_ms) {
      const { device, body, answer } = answered;
      if (tail.isAboutLost(answered)) return;
      if (body['action'] === 'leave' && answer?.status === 'ok') {
        const label = label_of.get(device);
        // Two requests sent to two relays in quick succession may be applied in either order.
        const after_ms = answered.taken_ms - (joined_ms.get(device) ?? Number.NEGATIVE_INFINITY);
        if (label !== undefined && (lag_ms === 0 || after_ms > PASSING_MS)) left.set(device, { label, at_ms });
      }
      if (hostOf(owners, answered) === '') return;
      for (const { label, at_ms: left_ms } of left.values())
        checkRule(
          'R24',
          at_ms - left_ms < lag_ms || !isListed(answer, label),
          () => `${label} has left but is still listed`,
        );
    },
  };
}

/** Time within which a relay applies or drops a request that it has taken. */
const PASSING_MS = 5000;

const isListed = (answer: RelayAnswer | null, label: string): boolean =>
  answer?.state?.players.some(({ name }) => name === label) ?? false;

/** R64, R75: a detached guest follows again only for a new gen, a new round or a key press. */
export function detachedRules(): Checks {
  const gen_of = new Map<string, number>();
  const old_gen_of = new Map<string, number>();
  const round_of = new Map<string, number | null>();
  const old_round_of = new Map<string, number | null>();
  const fol_of = new Map<string, boolean>();
  const pressed_ms = new Map<string, number>();
  let now_ms = 0;
  return {
    booted(device) {
      for (const map of [gen_of, old_gen_of, round_of, old_round_of, fol_of]) map.delete(device);
    },
    pressed(device, at_ms) {
      pressed_ms.set(device, at_ms);
      now_ms = at_ms;
    },
    /** A guest that joins follows whatever the host plays. */
    sent({ device, body }) {
      if (body['action'] === 'join') gen_of.delete(device);
    },
    finished({ device }, _how, at_ms, answer) {
      now_ms = at_ms;
      if (!answer?.state) return;
      const { exp, round } = answer.state;
      old_gen_of.set(device, gen_of.get(device) ?? -1);
      gen_of.set(device, exp.gen);
      old_round_of.set(device, round_of.get(device) ?? null);
      round_of.set(device, round?.id ?? null);
    },
    deviceChanged({ device, session }) {
      const before = fol_of.get(device);
      fol_of.set(device, session.role === 'guest' ? session.fol : true);
      if (session.role !== 'guest') gen_of.delete(device);
      if (session.role !== 'guest' || before !== false || !session.fol) return;
      const newer = (gen_of.get(device) ?? 0) > (old_gen_of.get(device) ?? -1);
      const round = round_of.get(device) ?? null;
      const another = round !== null && round !== old_round_of.get(device);
      checkRule(
        'R64',
        newer || another || pressed_ms.get(device) === now_ms,
        () => `${device} follows again without a new experience, a new round or a key`,
      );
    },
  };
}
