// Partition table of a card: a master boot record, which the boot ROM of every Raspberry Pi reads. Pure.

import { fail, ok, type Result } from '../wire/errors.ts';

export interface Partition {
  /** Type byte: 0x0c for FAT32, 0x83 for Linux. */
  readonly type: number;
  readonly start_bytes: number;
  readonly size_bytes: number;
}

export const SECTOR_BYTES = 512;
export const TYPE = { fat32: 0x0c, linux: 0x83 } as const;
/** Start and end of partitions, so that they fit the erase blocks of a card. */
export const ALIGNMENT_BYTES = 4 * 1024 * 1024;
const TABLE_AT = 446;
const ENTRY_BYTES = 16;
const ENTRIES = 4;
const SIGNATURE = 0xaa55;
const SIGNATURE_AT = 510;

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;

/** Returns partitions for contents of these types and sizes, one after the other. */
export function placePartitions(contents: readonly Pick<Partition, 'type' | 'size_bytes'>[]): readonly Partition[] {
  let start_bytes = ALIGNMENT_BYTES;
  return contents.map(({ type, size_bytes }) => {
    const partition = { type, start_bytes, size_bytes: aligned(size_bytes) };
    start_bytes += partition.size_bytes;
    return partition;
  });
}

/** Returns the first sector of the card: at most four partitions, with addresses in sectors only. */
export function partitionTable(partitions: readonly Partition[]): Uint8Array {
  const sector = Buffer.alloc(SECTOR_BYTES);
  for (const [index, { type, start_bytes, size_bytes }] of partitions.entries()) {
    const at = TABLE_AT + index * ENTRY_BYTES;
    sector[at + 4] = type;
    sector.writeUInt32LE(start_bytes / SECTOR_BYTES, at + 8);
    sector.writeUInt32LE(size_bytes / SECTOR_BYTES, at + 12);
  }
  sector.writeUInt16LE(SIGNATURE, SIGNATURE_AT);
  return sector;
}

/** Parses the first sector of a card. Errors: `bad_value` if it has no partition table. */
export function readPartitionTable(sector: Uint8Array): Result<readonly Partition[]> {
  const bytes = Buffer.from(sector);
  if (bytes.length < SECTOR_BYTES || bytes.readUInt16LE(SIGNATURE_AT) !== SIGNATURE)
    return fail('bad_value', 'The image has no partition table.');
  const partitions: Partition[] = [];
  for (let index = 0; index < ENTRIES; index++) {
    const at = TABLE_AT + index * ENTRY_BYTES;
    const type = bytes[at + 4] ?? 0;
    if (type !== 0)
      partitions.push({
        type,
        start_bytes: bytes.readUInt32LE(at + 8) * SECTOR_BYTES,
        size_bytes: bytes.readUInt32LE(at + 12) * SECTOR_BYTES,
      });
  }
  return ok(partitions);
}
