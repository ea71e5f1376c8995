// Adapter from the http port to the forwarder: sends one message and retries only if no reply arrives (R126, R127,
// C55).

import { fromCallback } from 'xstate';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Http } from '../../hal/http/http.ts';
import type { SendEvent, SendInput } from './forwarder.machine.ts';
import type { ParcelResult, Parcel } from './forwarder.ts';
import { messageOf, type When } from './shot.ts';

/** R127: timeout for a reply of the user's server, and number of retries. */
const SHOT_WAIT_MS = 2000;
const SHOT_RETRIES = 2;

export const sendFrom = (http: Http, clock: Clock) =>
  fromCallback<SendEvent, SendInput>(({ input: { url, parcel, next_ms, sender }, sendBack }) => {
    const shot = parcel.kind === 'shot' ? parcel.shot : null;
    // Serialized once, so that a late retry carries the same shot.
    const body = new TextEncoder().encode(JSON.stringify(messageOf(sender, shot, whenOf(parcel, next_ms, clock))));
    const request = { url, headers: { 'content-type': 'application/json' }, body, wants_body: false };
    let cancel = (): void => {};
    let late: Alarm = null;
    const end = (result: ParcelResult): void => sendBack({ type: 'parcel.over', result });
    const send = (retries: number): void => {
      cancel = http.post(request, (answer) => {
        clock.clearTimeout(late);
        end(answer.ok ? resultOf(answer.value.status) : { status: 'failed', reason: answer.error.message });
      });
      late = clock.setTimeout(() => {
        cancel();
        if (retries > 0) send(retries - 1);
        else end({ status: 'dropped', reason: 'the server does not reply.' });
      }, SHOT_WAIT_MS);
    };
    send(SHOT_RETRIES);
    return () => {
      clock.clearTimeout(late);
      cancel();
    };
  });

function resultOf(status: number): ParcelResult {
  if (status >= 200 && status <= 299) return { status: 'sent' };
  if (status >= 300 && status <= 399)
    return { status: 'failed', reason: 'the server redirects, which is not followed.' };
  return { status: 'failed', reason: `the server answered ${status}.` };
}

/**
 * R131: returns the time of the strike, even if the shot was queued. A test has the current time, but no later than the
 * next queued shot.
 */
function whenOf(parcel: Parcel, next_ms: number | null, clock: Clock): When {
  const now_ms = clock.now_ms();
  const at_ms = parcel.kind === 'shot' ? parcel.shot.at_ms : Math.min(now_ms, next_ms ?? now_ms);
  const ago_s = Math.round((now_ms - at_ms) / 1000);
  return { unix_s: clock.synced() ? clock.unix_s() - ago_s : 0, uptime_ms: Math.floor(at_ms) };
}
