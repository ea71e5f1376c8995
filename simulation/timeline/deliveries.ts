// Matches each guest's input to the answer that delivered it to the host, by the number that the relay gives each
// input.

import { isFields, readFields, type JsonFields } from '../../wire/json-fields.ts';
import { AND, type RecordedLine, type RecordedBatch } from '../recordings/recorder-proxy.ts';
import { readLineName } from './line-name.ts';

/** Returns the key of a call within a recording. `life`: number of times the device had been switched on. */
export const callKey = (device: string, life: number, call: number): string => `${device}/${life}/${call}`;

export interface Deliveries {
  /** Calls with an input that the host received. */
  readonly sent: ReadonlySet<string>;
  /** Maps a call of a host to the calls whose inputs came with its answer. */
  readonly received: ReadonlyMap<string, readonly string[]>;
}

interface Caller {
  readonly name: string;
  life: number;
  calls: number;
  /** Calls without an answer yet. */
  readonly open: Map<number, Request>;
}

interface Request {
  readonly route: string;
  readonly code: string;
  /** Line number in the recording. */
  readonly line: number;
}

/**
 * A call and its line number in the recording: of the request for one that sent an input, of the answer for one that
 * received it.
 */
interface PlacedCall {
  readonly key: string;
  readonly at: number;
}

/** The calls that sent an input and first received it, by session code and input number. */
interface Inputs {
  lines: number;
  readonly brought: Map<string, PlacedCall>;
  readonly got: Map<string, PlacedCall>;
}

export function deliveriesOf(turns: Iterable<RecordedBatch>): Deliveries {
  const callers = new Map<string, Caller>();
  const inputs: Inputs = { lines: 0, brought: new Map(), got: new Map() };
  for (const { device, entered, lines } of turns) {
    const caller = callers.get(device) ?? { name: device, life: 0, calls: 0, open: new Map() };
    callers.set(device, caller);
    take(inputs, caller, [AND, ...entered]);
    for (const line of lines) take(inputs, caller, line);
  }
  const received = new Map<string, string[]>();
  const sent = new Set<string>();
  for (const [input, to] of inputs.got) {
    const from = inputs.brought.get(input);
    // In a damaged recording an answer may precede its request.
    if (!from || from.at > to.at) continue;
    sent.add(from.key);
    received.set(to.key, [...(received.get(to.key) ?? []), from.key]);
  }
  return { sent, received };
}

function take(inputs: Inputs, caller: Caller, line: RecordedLine): void {
  const enters = line[0] === AND;
  const [name, ...values] = enters ? line.slice(1) : line;
  inputs.lines++;
  if (enters && name === 'start') {
    Object.assign(caller, { life: caller.life + 1, calls: 0 });
    caller.open.clear();
  } else if (!enters && name === 'http') {
    const [, url, body] = values;
    const code = readFields(String(body))?.['code'];
    const { pathname: route } = new URL(String(url));
    caller.open.set(++caller.calls, { route, code: String(code), line: inputs.lines });
  } else if (enters && /^http \d+$/.test(String(name))) {
    answered(inputs, caller, readLineName(String(name)).numbers[0] ?? 0, values[0]);
  }
}

function answered(
  { brought, got, lines: at }: Inputs,
  { name, life, open }: Caller,
  call: number,
  answer: unknown,
): void {
  const request = open.get(call);
  open.delete(call);
  const fields = bodyOf(answer);
  if (!request || !fields) return;
  const key = callKey(name, life, call);
  const inputOf = (seq: unknown): string => `${request.code}/${String(seq)}`;
  if (request.route.endsWith('/input')) brought.set(inputOf(fields['seq']), { key, at: request.line });
  for (const item of Array.isArray(fields['items']) ? fields['items'] : []) {
    const input = inputOf(isFields(item) ? item['seq'] : null);
    if (!got.has(input)) got.set(input, { key, at });
  }
}

/** Returns the JSON fields of a text answer; null for any other. */
function bodyOf(answer: unknown): JsonFields | null {
  const value = isFields(answer) ? answer['value'] : null;
  const text = isFields(value) ? value['text'] : null;
  return typeof text === 'string' ? readFields(text) : null;
}
