// Client for QEMU's monitor (QMP) and the guest agent: JSON calls, one per line, with responses matched by id. The
// monitor also sends unsolicited events.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { isFields, readFields, type JsonFields } from '../../wire/json-fields.ts';
import type { Channel } from './channel.ts';
import { within } from './limit.ts';

export interface Calls {
  /** @returns The result of the call. Errors: `rig_failed`. */
  call(execute: string, args?: JsonFields, limit_ms?: number): Promise<Result<unknown>>;
  /** Waits for an event that `matches` accepts. @returns Its data. Errors: `rig_failed` after the limit. */
  event(name: string, limit_ms: number, matches?: (data: JsonFields) => boolean): Promise<Result<JsonFields>>;
}

const CALL_MS_MAX = 30_000;

export function createCalls(channel: Channel, name: string): Calls {
  let calls = 0;
  const waiting = new Map<number, (answer: JsonFields) => void>();
  const watching = new Set<(event: JsonFields) => void>();
  channel.onLine((line) => {
    const message = readFields(line);
    if (!message) return;
    if ('event' in message) for (const watch of watching) watch(message);
    const answered = waiting.get(Number(message['id']));
    waiting.delete(Number(message['id']));
    answered?.(message);
  });
  return {
    call(execute, args = {}, limit_ms = CALL_MS_MAX) {
      const id = ++calls;
      const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
      waiting.set(id, (answer) => resolve(resultOf(answer, `${name} refused ${execute}`)));
      channel.write(`${JSON.stringify({ execute, arguments: args, id })}\n`);
      return within(limit_ms, `${name} did not answer ${execute}`, promise).finally(() => waiting.delete(id));
    },
    event(event, limit_ms, matches = () => true) {
      const { promise, resolve } = Promise.withResolvers<Result<JsonFields>>();
      const watch = (message: JsonFields): void => {
        const data = isFields(message['data']) ? message['data'] : {};
        if (message['event'] === event && matches(data)) resolve(ok(data));
      };
      watching.add(watch);
      return within(limit_ms, `${name} did not send ${event}`, promise).finally(() => watching.delete(watch));
    },
  };
}

function resultOf(answer: JsonFields, what: string): Result<unknown> {
  const error = answer['error'];
  return isFields(error) ? fail('rig_failed', `${what}: ${String(error['desc'])}.`) : ok(answer['return']);
}
