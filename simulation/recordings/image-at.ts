// Reconstructs the contents of a device's storage at a given time from the reads and writes in its recording.

import type { MemoryImage } from '../../hal/flash/chip.ts';
import { isFields } from '../../wire/json-fields.ts';
import { readTurn, type Recording } from './recording.ts';
import { IDENTITY } from './storage-ports.ts';
import { AND, type RecordedLine, type RecordedBatch } from './recorder-proxy.ts';
import { fromJson } from './values.ts';

interface ImageQuery {
  readonly device: string;
  readonly at_ms: number;
  /** Current contents, for records that do not appear in the recording. */
  readonly now: MemoryImage;
}

/** Known value of a record at a time; null if it did not exist. */
interface Known {
  readonly at_ms: number;
  readonly value: Uint8Array | null;
  readonly by: 'read' | 'change';
}

/** Returns the image without the identity record, whose secret is not recorded. */
export function imageAt({ turns }: Recording, { device, at_ms, now }: ImageQuery): MemoryImage {
  const known = new Map<string, Known[]>();
  const calls: RecordedLine[] = [];
  for (const line of turns) {
    const turn = readTurn(line);
    if (turn.ok && turn.value.device === device) takeTurn(turn.value, calls, known);
  }
  const image = new Map<string, Uint8Array>();
  for (const name of new Set([...now.keys(), ...known.keys()])) {
    const value = valueAt(known.get(name) ?? [], at_ms, now.get(name) ?? null);
    if (value && name !== IDENTITY) image.set(name, value);
  }
  return image;
}

/**
 * Returns the value at a given time. If the first known access is later, returns the value that it read; null if it is
 * a change.
 */
function valueAt(known: readonly Known[], at_ms: number, now: Uint8Array | null): Uint8Array | null {
  const before = known.findLast((each) => each.at_ms <= at_ms);
  if (before) return before.value;
  const [first] = known;
  if (!first) return now;
  return first.by === 'read' ? first.value : null;
}

function takeTurn({ entered, lines, at_ms }: RecordedBatch, calls: RecordedLine[], known: Map<string, Known[]>): void {
  if (entered[0] === 'start') calls.length = 0;
  if (entered[0] === 'memory') return takeMemory(fromJson(entered[1]), at_ms, known);
  takeAnswer(entered, at_ms, calls, known);
  for (const line of lines) {
    if (line[0] === AND) takeAnswer([String(line[1]), ...line.slice(2)], at_ms, calls, known);
    else if (line[0].startsWith('flash.')) calls.push(line);
  }
}

/** Records the contents before and after an operator replaced the memory. */
function takeMemory(replaced: unknown, at_ms: number, known: Map<string, Known[]>): void {
  const { before, after } = isFields(replaced) ? replaced : {};
  if (!isFields(before) || !isFields(after)) return;
  const bytesOf = (value: unknown): Uint8Array | null => (value instanceof Uint8Array ? value : null);
  for (const name of new Set([...known.keys(), ...Object.keys(before), ...Object.keys(after)])) {
    const of = known.get(name) ?? [];
    const was: Known = { at_ms, value: bytesOf(before[name]), by: 'read' };
    known.set(name, [...of, was, { at_ms, value: bytesOf(after[name]), by: 'change' }]);
  }
}

/** Records an answer; `flash 7` answers the seventh call. */
function takeAnswer(
  [what, answer]: RecordedLine,
  at_ms: number,
  calls: readonly RecordedLine[],
  known: Map<string, Known[]>,
): void {
  const [, number] = /^flash (\d+)$/.exec(what) ?? [];
  const call = number === undefined ? undefined : calls[Number(number) - 1];
  const read = fromJson(answer);
  if (!call || !isFields(read) || read['ok'] !== true) return;
  const [operation, name, written] = call;
  const of = known.get(String(name)) ?? [];
  const knows = (value: unknown, by: Known['by']): void => {
    known.set(String(name), [...of, { at_ms, value: value instanceof Uint8Array ? value : null, by }]);
  };
  if (operation === 'flash.read') knows(isFields(read['value']) ? read['value']['value'] : null, 'read');
  else if (operation === 'flash.write') knows(fromJson(written), 'change');
  else if (operation === 'flash.remove') knows(null, 'change');
}
