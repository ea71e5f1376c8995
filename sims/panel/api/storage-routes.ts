// Storage of a virtual board: its records, its faults, and the whole memory as a file.

import { toBase64, fromBase64 } from '../../../wire/bytes.ts';
import * as v from 'valibot';
import type { MemoryImage } from '../../../hal/flash/chip.ts';
import { FLASH_NAME, FLASH_VALUE_BYTES_MAX } from '../../../hal/flash/flash.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { about } from '../../../wire/relay/fields.ts';
import type { PanelDevice, PanelStorage } from '../panel-device.ts';
import { untilQuery } from './recording-routes.ts';
import { command, json, deviceGet, deviceQuery, type PanelRoute } from './route.ts';
import { fields } from './shapes.ts';

/** Limit on an uploaded memory, in base64: larger than the memory of a device with 64 extensions. */
const MEMORY_BYTES_MAX = 16 * 2 ** 20;
/** Limit on records: more than a device with 64 extensions has. */
const RECORDS_MAX = 256;
const FORMAT = 1;

const storageOf = ({ storage }: PanelDevice): Result<PanelStorage> =>
  storage ? ok(storage) : fail('real_device', 'This is a real device: its storage is not available here.');

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const storageShape = v.strictObject({
  writes: about(count, 'Record writes since the device was switched on.'),
  cuts_at_next_write: v.boolean(),
  records: v.array(
    v.strictObject({
      name: v.string(),
      copies: v.array(
        v.strictObject({
          file: v.string(),
          version: about(v.nullable(count), 'Increases with each write; null if the copy is damaged.'),
          bytes: count,
          damage: about(v.string(), 'Why the copy is damaged; empty if it is good.'),
        }),
      ),
    }),
  ),
});

const storage = deviceGet('storage', {
  summary: 'Returns each record of the storage with its copies.',
  answer: json(storageShape),
  errors: ['real_device', 'flash_failed'],
  async respond({ device }) {
    const of = storageOf(device);
    if (!of.ok) return of;
    const records = await of.value.records();
    const { writes, cutsAtNextWrite } = of.value;
    return records.ok
      ? ok({ writes: writes(), cuts_at_next_write: cutsAtNextWrite(), records: records.value })
      : records;
  },
});

const NAME = 'damage must be the name of a record.';
const CHANGE = 'Give damage or cut_at_next_write.';
const change = command('storage', {
  summary: 'Damages the newest copy of a record, or arms a power cut in the middle of the next write.',
  body: v.pipe(
    fields({
      damage: v.optional(v.pipe(v.string(NAME), v.regex(FLASH_NAME, NAME))),
      cut_at_next_write: v.optional(v.boolean('cut_at_next_write must be true or false.')),
    }),
    v.check((given) => (given.damage ?? given.cut_at_next_write) !== undefined, CHANGE),
  ),
  errors: ['real_device', 'not_found', 'flash_failed'],
  async carryOut(device, { damage, cut_at_next_write }) {
    const of = storageOf(device);
    if (!of.ok) return of;
    if (cut_at_next_write !== undefined) of.value.setCutAtNextWrite(cut_at_next_write);
    return damage === undefined ? ok(undefined) : of.value.damage(damage);
  },
});

const MEMORY = `A memory must have tapin_memory ${FORMAT} and records by name, each in base64.`;
const value = v.pipe(
  v.string(MEMORY),
  v.base64(MEMORY),
  v.check(
    (text: string) => (text.length / 4) * 3 - (/=*$/.exec(text)?.[0].length ?? 0) <= FLASH_VALUE_BYTES_MAX,
    `A record has at most ${FLASH_VALUE_BYTES_MAX} bytes.`,
  ),
);
const memoryShape = v.strictObject(
  {
    tapin_memory: v.literal(FORMAT, MEMORY),
    records: v.pipe(
      v.record(v.pipe(v.string(), v.regex(FLASH_NAME, MEMORY)), v.union([value, v.literal('')], MEMORY), MEMORY),
      v.maxEntries(RECORDS_MAX, `A memory has at most ${RECORDS_MAX} records.`),
    ),
  },
  MEMORY,
);

const memory = deviceQuery('memory.json', {
  summary:
    'Returns everything that the device has stored except its identity, to restore it here or on another device.',
  query: untilQuery,
  answer: json(memoryShape),
  errors: ['real_device', 'flash_failed', 'not_recorded'],
  async respond({ device }, { until_ms }) {
    const of = storageOf(device);
    if (!of.ok) return of;
    const now = await of.value.image();
    const image = now.ok && until_ms !== undefined ? await imageAt(device, until_ms, now.value) : now;
    return image.ok ? ok({ tapin_memory: FORMAT, records: inBase64(image.value) }) : image;
  },
});

const imageAt = async ({ timeline }: PanelDevice, until_ms: number, now: MemoryImage): Promise<Result<MemoryImage>> =>
  timeline
    ? timeline.imageAt(until_ms, now)
    : fail('not_recorded', 'This device is not recorded: start tapin with --record FILE.');

const inBase64 = (image: MemoryImage): Record<string, string> =>
  Object.fromEntries([...image].map(([name, bytes]) => [name, toBase64(bytes)]));

const putMemory: PanelRoute = {
  ...command('memory', {
    summary: 'Replaces the stored records by a memory and restarts the device, which keeps its identity.',
    body: memoryShape,
    errors: ['real_device', 'flash_failed', 'flash_full', 'flash_read_only', 'too_many'],
    async carryOut(device, { records }) {
      const of = storageOf(device);
      if (!of.ok) return of;
      const image = Object.entries(records).map(
        ([name, text]) => [name, fromBase64(text) ?? new Uint8Array()] as const,
      );
      return of.value.replace(new Map(image));
    },
  }),
  body_bytes_max: MEMORY_BYTES_MAX,
};

export const STORAGE_ROUTES: readonly PanelRoute[] = [storage, memory, change, putMemory];
