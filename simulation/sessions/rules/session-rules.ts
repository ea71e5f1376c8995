// Rules for sessions as the relay's answers show them (R1, R2, R8).

import { checkRule } from '../broken-rule.ts';
import type { Answered, Checks } from '../observations.ts';
import { DOCUMENT } from './document.ts';
import { createLostTail, forgetAfter } from './lost-tail.ts';

/** Tolerance around time limits: the relay counts whole milliseconds. */
const EPSILON_MS = 2;

interface Before {
  readonly polled: number | undefined;
  readonly active: boolean;
}

export interface CodeOwners {
  /** Returns the host of any code seen so far; '' if none. */
  ownerOf(code: string): string;
  /** Returns all devices that ever had a code. */
  hosts(): Iterable<string>;
}

/** Returns the host that an answer is about. The answer to an input names a code only if the code has changed. */
export function hostOf(owners: CodeOwners, { route, device, body, answer }: Answered): string {
  if (route === 'host' || route === 'poll') return device;
  return owners.ownerOf(answer?.code || String(body['code']));
}

/** R1, R2: each code belongs to one device, and only `regenerate` changes it. */
export function codeRules(): Checks & CodeOwners {
  const code_of = new Map<string, string>();
  const owner_of = new Map<string, string>();
  const renewed = new Set<string>();
  const answered = new Set<string>();
  /** Time when each device first received its current code. */
  const received_ms = new Map<string, number>();
  return {
    ownerOf: (code) => owner_of.get(code) ?? '',
    hosts: () => code_of.keys(),
    taken({ device, body }) {
      if (body['action'] === 'regenerate') renewed.add(device);
    },
    /** A host may lose a code that it received just before the fail-over. */
    tailLost(from_ms) {
      for (const [device, at_ms] of received_ms) if (at_ms > from_ms) renewed.add(device);
    },
    answered({ device, route, body, answer }, at_ms) {
      const code = answer?.code ?? '';
      if (route !== 'host' || code === '') return;
      if (body['action'] === 'regenerate') {
        // A repeated answer carries its original code (C13).
        const rid = `${device} ${String(body['rid'])}`;
        if (answered.has(rid)) return;
        answered.add(rid);
      }
      const before = code_of.get(device);
      // If the answer to `regenerate` is lost, the next answer has the new code.
      const same = before === undefined || before === code || renewed.has(device);
      if (before !== code) {
        renewed.delete(device);
        received_ms.set(device, at_ms);
      }
      checkRule('R1', same, () => `${before} became ${code}`);
      checkRule('R2', (owner_of.get(code) ?? device) === device, () => `${code} belongs to two devices`);
      code_of.set(device, code);
      owner_of.set(code, device);
    },
  };
}

/** R8: a host is online exactly while its session is active and its last poll is less than 45 s old. */
export function presenceRules(owners: CodeOwners): Checks {
  const polled_ms = new Map<string, number>();
  const active = new Map<string, boolean>();
  const undo = new Map<string, Before>();
  /** Polls that a restarted relay may not know; it may have an earlier one. */
  const restored_ms = new Map<string, number>();

  const untake = ({ device }: Answered): void => {
    const { polled, active: was } = undo.get(device) ?? { polled: undefined, active: false };
    if (polled === undefined) polled_ms.delete(device);
    else polled_ms.set(device, polled);
    active.set(device, was);
  };

  return {
    /** A request takes effect when the relay takes it. */
    taken({ device, route, body, at_ms }) {
      undo.set(device, { polled: polled_ms.get(device), active: active.get(device) ?? false });
      if (route === 'poll' && owners.ownerOf(String(body['code'])) === device) polled_ms.set(device, at_ms);
      const { action } = body;
      if (action === 'start' || action === 'stop') active.set(device, action === 'start');
    },
    /** Contact times are stored once a second (C14): the relay knows the last poll, or one up to a second earlier. */
    relayStarted() {
      for (const [device, at_ms] of polled_ms) restored_ms.set(device, at_ms);
    },
    answered(answered, at_ms) {
      const { answer, http_status, taken_ms } = answered;
      // A refused request has no effect.
      if (at_ms === taken_ms && (http_status !== 200 || answer?.status !== 'ok')) untake(answered);
      const host = hostOf(owners, answered);
      if (!answer?.state || answer.state.players.length === 0 || host === '') return;
      const last = polled_ms.get(host);
      const age_ms = last === undefined ? Number.POSITIVE_INFINITY : at_ms - last;
      if (Math.abs(age_ms - DOCUMENT.host_online_ms) < EPSILON_MS) return;
      if (last !== undefined && restored_ms.get(host) === last) return;
      const online = (active.get(host) ?? false) && age_ms < DOCUMENT.host_online_ms;
      checkRule('R8', answer.state.host_online === online, () => `host_online is ${!online}, polled ${age_ms} ms ago`);
    },
  };
}

/** R8 for relays that share an engine: each has some lag, so ages near the limit are not checked. */
export function sharedPresenceRules(owners: CodeOwners, lag_ms: number): Checks {
  const taken_ms = new Map<string, number>();
  const polled_ms = new Map<string, number>();
  /** Start of uninterrupted polling; state read before it differs and may arrive later. */
  const steady_ms = new Map<string, number>();
  const active = new Map<string, { readonly is: boolean; readonly since_ms: number }>();
  const tail = createLostTail();
  return {
    /**
     * A start or stop lost in the fail-over is sent again with the next poll, which follows within one hold time and
     * one retry delay.
     */
    tailLost(from_ms, at_ms) {
      tail.note(at_ms);
      forgetAfter(polled_ms, from_ms);
      for (const [host, { is, since_ms }] of active)
        if (since_ms > from_ms) active.set(host, { is, since_ms: at_ms + DOCUMENT.hold_ms + DOCUMENT.retry_long_ms });
    },
    taken({ device, route, body, at_ms }) {
      if (route === 'poll') taken_ms.set(device, at_ms);
      const { action } = body;
      if (action === 'start' || action === 'stop') active.set(device, { is: action === 'start', since_ms: at_ms });
    },
    answered(answered, at_ms) {
      const { answer, route, device } = answered;
      if (tail.isAboutLost(answered)) return;
      if (route === 'poll' && answer?.status === 'ok') {
        const pause_ms = answered.taken_ms - (polled_ms.get(device) ?? Number.NEGATIVE_INFINITY);
        if (pause_ms >= DOCUMENT.host_online_ms - lag_ms) steady_ms.set(device, answered.taken_ms);
        polled_ms.set(device, answered.taken_ms);
      }
      const host = hostOf(owners, answered);
      const state = active.get(host);
      if (!answer?.state || answer.state.players.length === 0 || !state || at_ms - state.since_ms < lag_ms) return;
      const least_ms = at_ms - (taken_ms.get(host) ?? Number.NEGATIVE_INFINITY);
      const most_ms = at_ms - (polled_ms.get(host) ?? Number.NEGATIVE_INFINITY);
      const { host_online } = answer.state;
      const too_late = least_ms > DOCUMENT.host_online_ms + lag_ms;
      checkRule('R8', !host_online || !too_late, () => `host_online is true, polled ${least_ms} ms ago`);
      const in_time =
        state.is && most_ms < DOCUMENT.host_online_ms - lag_ms && at_ms - (steady_ms.get(host) ?? at_ms) >= lag_ms;
      checkRule('R8', host_online || !in_time, () => `host_online is false, polled ${most_ms} ms ago`);
    },
  };
}
