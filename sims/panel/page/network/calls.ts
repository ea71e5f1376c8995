// Requests of a device with their answers, taken from the HTTP and TCP lanes of the timeline.

import { readFields } from '../../../../wire/json-fields.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

export interface Call {
  readonly key: string;
  readonly number: number;
  readonly lane: string;
  /** Name of the request, such as `POST /api/relay/poll`. */
  readonly name: string;
  readonly server: string;
  readonly started_ms: number;
  /** End time; null while it is held. */
  readonly ended_ms: number | null;
  /** HTTP status; null while it is held, and if there was no answer. */
  readonly status: number | null;
  readonly problem: string | null;
  readonly cancelled: boolean;
  readonly request: string;
  readonly answered: string;
}

/** Returns the message of an error answer; '' if it has none. */
export function refusalIn({ status, answered }: Pick<Call, 'status' | 'answered'>): string {
  if (status === null || status < 400) return '';
  const { message, error, status: word } = readFields(answered) ?? {};
  return [message, error, word].find((each): each is string => typeof each === 'string') ?? '';
}

const LANES = new Set(['HTTP', 'TCP']);

/** Returns the requests, oldest first. */
export function callsOf(events: readonly TimelineEvent[]): readonly Call[] {
  const calls = new Map<number, Call>();
  const open = new Map<string, number>();
  /** Number of the call that has just ended; the details of its answer follow. */
  let ended: number | null = null;
  for (const event of events) {
    if (!LANES.has(event.lane)) continue;
    const { what, key = '', number } = event;
    if (what === 'begin') {
      calls.set(number, newCall(event));
      open.set(key, number);
    } else if (what === 'end') {
      ended = open.get(key) ?? null;
      open.delete(key);
      update(calls, ended, { ended_ms: event.at_ms });
    } else if (what === 'moment' && ended !== null) {
      update(calls, ended, answerOf(event));
      ended = null;
    }
  }
  return [...calls.values()];
}

function update(calls: Map<number, Call>, number: number | null, change: Partial<Call>): void {
  const call = number === null ? undefined : calls.get(number);
  if (call) calls.set(call.number, { ...call, ...change });
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const newCall = ({ key = '', number, lane, name, at_ms, args }: TimelineEvent): Call => ({
  key,
  number,
  lane,
  name: name ?? '',
  server: text(args['server']),
  started_ms: at_ms,
  ended_ms: null,
  status: null,
  problem: null,
  cancelled: false,
  request: text(args['body']),
  answered: '',
});

const answerOf = ({ name, args }: TimelineEvent): Partial<Call> => ({
  status: typeof args['status'] === 'number' ? args['status'] : null,
  problem: typeof args['error'] === 'string' ? args['error'] : null,
  cancelled: name?.startsWith('cancelled ') ?? false,
  answered: text(args['text']),
});
