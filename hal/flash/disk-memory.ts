// Virtual disk with power cuts at any operation, a capacity, and faults.
// Every call is one numbered operation, except `write` and `overwrite`, which are two: the bytes, then the sync. A power cut at an
// operation catches it in flight: it has started, and the caller never learns its result. Every call then fails until
// `powerOn`.
// Faults: `off` fails everything; `stuck` allows only reads; `garbage` corrupts the middle byte of each read;
// `intermittent` fails every tenth operation.

import type { Fault } from '../faults.ts';
import { assert, fail, ok, type Result } from '../../wire/errors.ts';
import type { Disk } from './disk.ts';
import { createMedium, type Medium, type PowerCut } from './medium.ts';

export interface MemoryDisk extends Disk {
  /** Returns the number of operations since the disk was created. */
  operations(): number;
  cutPower(cut: PowerCut): void;
  /** Cuts the power at the operation with this number, counted from 0 as in `operations`. */
  cutPowerAt(operation: number, cut: PowerCut): void;
  powerOn(): void;
  /** Sets the total size of all files. Default: unlimited. */
  setCapacity(bytes: number): void;
  /** Errors: `fault_unsupported` if storage does not have the fault. */
  setFault(fault: Fault): Result<void>;
  /** Returns the content of a file despite faults and power cuts; null if there is none. */
  peek(file: string): Uint8Array | null;
  /** Puts a file directly on the medium, unchanged. */
  put(file: string, bytes: Uint8Array): void;
  /** Inverts the bits of one byte of a stored file. */
  damage(file: string, at_byte: number): void;
}

type Kind = 'read' | 'change' | 'sync';
type Operate = <T>(kind: Kind, work: () => Result<T>) => Result<T>;
const SUPPORTED: readonly Fault[] = ['ok', 'off', 'stuck', 'garbage', 'intermittent'];
const INTERMITTENT_EVERY = 10;

export function createMemoryDisk(): MemoryDisk {
  const medium = createMedium();
  let powered = true;
  let planned: { readonly operation: number; readonly cut: PowerCut } | null = null;
  let count = 0;
  let capacity_bytes = Number.POSITIVE_INFINITY;
  let fault: Fault = 'ok';

  const cutPower = (cut: PowerCut): void => {
    medium.cut(cut);
    powered = false;
    planned = null;
  };
  const operate: Operate = (kind, work) => {
    if (!powered) return fail('flash_failed', 'the power is off');
    const number = count++;
    if (planned?.operation === number) {
      if (kind === 'change') work();
      cutPower(planned.cut);
      return fail('flash_failed', 'the power was cut');
    }
    if (fails(fault, kind, number))
      return fail(fault === 'stuck' ? 'flash_read_only' : 'flash_failed', `the disk has the fault "${fault}"`);
    return work();
  };

  return {
    ...createDisk(medium, operate, { bytes_max: () => capacity_bytes, garbage: () => fault === 'garbage' }),
    operations: () => count,
    cutPower,
    cutPowerAt: (operation, cut) => (planned = { operation, cut }),
    powerOn: () => (powered = true),
    setCapacity: (bytes) => (capacity_bytes = bytes),
    setFault(next) {
      if (!SUPPORTED.includes(next)) {
        return fail('fault_unsupported', `Flash has no fault "${next}"; it has ${SUPPORTED.join(', ')}.`);
      }
      fault = next;
      return ok(undefined);
    },
    peek: (file) => copyOf(medium.bytes(file)),
    put: medium.put,
    damage(file, at_byte) {
      const bytes = copyOf(medium.bytes(file));
      assert(bytes && at_byte >= 0 && at_byte < bytes.length, `byte ${at_byte} of ${file}`);
      medium.put(file, spoilt(bytes, at_byte));
    },
  };
}

interface Limits {
  bytes_max(): number;
  garbage(): boolean;
}

function createDisk(medium: Medium, operate: Operate, limits: Limits): Disk {
  return {
    async read(file) {
      return operate('read', () => {
        const bytes = copyOf(medium.bytes(file));
        return ok(bytes && limits.garbage() ? spoilt(bytes, bytes.length >> 1) : bytes);
      });
    },
    async write(file, bytes) {
      const written = operate('change', () => {
        const room_bytes = Math.max(0, limits.bytes_max() - medium.bytesBeside(file));
        // As on a real full disk, the part that fits remains.
        const sync = medium.write(file, bytes.subarray(0, room_bytes));
        return bytes.length <= room_bytes ? ok(sync) : fail('flash_full', 'the disk is full');
      });
      return written.ok ? operate('sync', () => ok(written.value())) : written;
    },
    async overwrite(file, blocks) {
      const written = operate('change', () => {
        const sync = medium.overwrite(file, blocks);
        return sync ? ok(sync) : fail('flash_failed', `file ${file} not found`);
      });
      return written.ok ? operate('sync', () => ok(written.value())) : written;
    },
    async rename(from, to) {
      return operate('change', () =>
        medium.rename(from, to) ? ok(undefined) : fail('flash_failed', `file ${from} not found`),
      );
    },
    async syncFolder() {
      return operate('sync', () => ok(medium.syncNames()));
    },
    async remove(file) {
      return operate('change', () => ok(medium.remove(file)));
    },
    async list() {
      return operate('read', () => ok(medium.names()));
    },
  };
}

function fails(fault: Fault, kind: Kind, number: number): boolean {
  if (fault === 'intermittent') return number % INTERMITTENT_EVERY === INTERMITTENT_EVERY - 1;
  return fault === 'off' || (fault === 'stuck' && kind !== 'read');
}

const copyOf = (bytes: Uint8Array | null): Uint8Array | null => bytes && new Uint8Array(bytes);

const spoilt = (bytes: Uint8Array, at_byte: number): Uint8Array =>
  bytes.map((byte, at) => (at === at_byte ? byte ^ 0xff : byte));
