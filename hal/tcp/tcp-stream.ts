// One direction of a virtual connection: delivers written bytes in order, after the latency, subject to the current
// fault. TCP neither loses nor flips bytes, so no fault does either.

import { concatBytes } from '../../wire/bytes.ts';
import type { OperatingError } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Fault } from '../faults.ts';
import type { Random } from '../random/random.ts';

/** Bytes, or the end of the stream; null for an orderly close. */
export type StreamItem = { readonly bytes: Uint8Array } | { readonly end: OperatingError | null };

export interface Stream {
  send(item: StreamItem): void;
  /** Returns the number of bytes not yet delivered. */
  waiting_bytes(): number;
  /** Delivers the bytes that were held back. */
  release(): void;
}

export interface StreamOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly latency_ms: number;
  fault(): Fault;
  /** Whether it carries bytes from the listening program: garbage and wrong apply only there. */
  readonly answers: boolean;
  deliver(item: StreamItem): void;
}

export const TCP_FAULTS: readonly Fault[] = [
  'ok',
  'off',
  'stuck',
  'garbage',
  'wrong',
  'slow',
  'delayed',
  'split',
  'merge',
];

const SLOW_MS_PER_BYTE = 2;
const DELAY_MS = 400;
const MERGE_MS = 250;
const ANOTHER_PROTOCOL = new TextEncoder().encode('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');

interface Delivery {
  readonly merges: boolean;
  item: StreamItem;
}

export function createStream({ clock, random, latency_ms, fault, answers, deliver }: StreamOptions): Stream {
  /** Pending deliveries, in order: nothing overtakes when the fault changes. */
  const pending: Delivery[] = [];
  const stuck: StreamItem[] = [];
  let due_ms = 0;
  let waiting_bytes = 0;

  const handOver = (item: StreamItem): void => {
    waiting_bytes -= sizeOf(item);
    deliver(item);
  };

  const arrive = (item: StreamItem): void => {
    if (fault() === 'stuck' || stuck.length > 0) stuck.push(item);
    else handOver(item);
  };

  const flush = (): void => {
    while (fault() !== 'stuck') {
      const item = stuck.shift();
      if (!item) return;
      handOver(item);
    }
  };

  const schedule = (item: StreamItem, after_ms: number, from_ms = clock.now_ms()): void => {
    const merges = fault() === 'merge';
    const last = pending.at(-1);
    waiting_bytes += sizeOf(item);
    if (merges && last?.merges && 'bytes' in last.item && 'bytes' in item) {
      last.item = { bytes: concatBytes([last.item.bytes, item.bytes]) };
      return;
    }
    const delivery = { merges, item };
    pending.push(delivery);
    due_ms = Math.max(due_ms, from_ms + after_ms);
    const isDue = (): void => {
      // Earlier deliveries are due too, or due later only by a rounding error.
      for (const due of pending.splice(0, pending.indexOf(delivery) + 1)) arrive(due.item);
    };
    clock.setTimeout(isDue, due_ms - clock.now_ms());
  };

  const sendBytes = (bytes: Uint8Array): void => {
    const now_ms = clock.now_ms();
    switch (fault()) {
      case 'split':
        return bytes.forEach((byte) => schedule({ bytes: Uint8Array.of(byte) }, latency_ms));
      case 'merge':
        return schedule({ bytes }, latency_ms + MERGE_MS - (now_ms % MERGE_MS));
      case 'delayed':
        return schedule({ bytes }, latency_ms + DELAY_MS);
      case 'slow':
        // Sends byte by byte, after everything still pending.
        return schedule({ bytes }, bytes.length * SLOW_MS_PER_BYTE, Math.max(due_ms, now_ms + latency_ms));
      case 'garbage':
        return schedule({ bytes: answers ? random.bytes(bytes.length) : bytes }, latency_ms);
      case 'wrong':
        return schedule({ bytes: answers ? ANOTHER_PROTOCOL : bytes }, latency_ms);
      default:
        return schedule({ bytes }, latency_ms);
    }
  };

  return {
    send: (item) => ('bytes' in item ? sendBytes(item.bytes) : schedule(item, latency_ms)),
    waiting_bytes: () => waiting_bytes,
    release: () => void (stuck.length > 0 && clock.setTimeout(flush, 0)),
  };
}

const sizeOf = (item: StreamItem): number => ('bytes' in item ? item.bytes.length : 0);
