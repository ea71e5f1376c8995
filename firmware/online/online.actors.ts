// Adapters from ports to online play: relay requests, signed when sent, and the wait for clock sync.

import { fromCallback } from 'xstate';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Http, HttpAnswer } from '../../hal/http/http.ts';
import type { Result } from '../../wire/errors.ts';
import { readAnswer } from '../../wire/relay/answers.ts';
import { HEADER, sign } from '../../wire/signing.ts';
import { timeoutMs, type AskEvent, type AskInput } from './relay-call.ts';

/** Sends a request to the relay at `origin` and reports the result once. Stopping the actor cancels the request. */
export const askFrom = (http: Http, clock: Clock, origin: string) =>
  fromCallback<AskEvent, AskInput>(({ input: { identity, call }, sendBack }) => {
    const start_ms = clock.now_ms();
    const times = (): { at_ms: number; took_ms: number } => {
      const at_ms = clock.now_ms();
      return { at_ms, took_ms: at_ms - start_ms };
    };
    const fail = (reason: string, refused = false): void =>
      sendBack({ type: 'relay.failed', reason, refused, ...times() });
    const body = new TextEncoder().encode(JSON.stringify(call.body));
    const timestamp = String(clock.unix_s());
    const headers = {
      'content-type': 'application/json',
      [HEADER.device]: identity.id,
      [HEADER.timestamp]: timestamp,
      [HEADER.signature]: sign(identity.key, timestamp, body),
    };
    const cancel = http.post({ url: `${origin}/sim/${call.route}`, headers, body }, (result) => {
      clock.clearTimeout(late);
      const read = outcomeOf(result, clock.unix_s());
      if ('answer' in read) sendBack({ type: 'relay.answered', answer: read.answer, ...times() });
      else fail(read.reason, read.refused);
    });
    const late: Alarm = clock.setTimeout(() => {
      cancel();
      fail('No answer from the cloud. Trying again.');
    }, timeoutMs(call));
    return () => {
      clock.clearTimeout(late);
      cancel();
    };
  });

type Outcome =
  | { readonly answer: Extract<AskEvent, { type: 'relay.answered' }>['answer'] }
  | { readonly reason: string; readonly refused: boolean };

const failed = (reason: string, refused = false): Outcome => ({ reason, refused });

/** Interprets an HTTP answer; returns a reason if it is not a relay answer. */
function outcomeOf(result: Result<HttpAnswer>, unix_s: number): Outcome {
  if (!result.ok) return failed(result.error.message);
  const { status, text } = result.value;
  const read = readAnswer(text);
  if (status === 200)
    return read.ok ? { answer: read.value } : failed('Not the cloud, or another version: check its address.');
  if (status === 401) return failed(unauthorizedReason(read.ok ? read.value.server_time : 0, unix_s));
  if (status === 400 || status === 413) return failed('The cloud does not understand this device.', true);
  if (status === 503) return failed('The cloud is restarting. Trying again.');
  if (status === 429) return failed('Too many requests to the cloud. Trying again.');
  return failed(`Not the cloud (HTTP ${status}): check its address.`);
}

/** Clock error up to which the clock is not named as the reason. The relay refuses requests beyond 300 s. */
const CLOCK_OFF_S = 300;

function unauthorizedReason(server_time: number, unix_s: number): string {
  const off_s = unix_s - server_time;
  if (server_time > 0 && Math.abs(off_s) > CLOCK_OFF_S)
    return `The clock is ${Math.abs(off_s)} s ${off_s > 0 ? 'fast' : 'slow'}: set it to use the cloud.`;
  return 'Unknown device: enrol it, then start it with its identity.';
}

const SYNC_POLL_MS = 1000;

/** Reports once that the clock is synced, now or later (R94). */
export const clockSyncFrom = (clock: Clock) =>
  fromCallback(({ sendBack }) => {
    let again: Alarm = null;
    const poll = (): void => {
      if (clock.synced()) sendBack({ type: 'clock.synced' });
      else again = clock.setTimeout(poll, SYNC_POLL_MS);
    };
    poll();
    return () => clock.clearTimeout(again);
  });
