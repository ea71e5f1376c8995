// Drops the symbols of an ELF file, which only debuggers read: a seventh of Node. Pure.

const MAGIC = 0x7f454c46;
const CLASS_64 = 2;
const LITTLE_ENDIAN = 1;
/** Offsets in the file header of the ELF specification, 64 bit. */
const HEADER = {
  class: 4,
  data: 5,
  phoff: 32,
  shoff: 40,
  phentsize: 54,
  phnum: 56,
  shnum: 60,
  shstrndx: 62,
  bytes: 64,
};
/** Offsets in a program header. */
const SEGMENT = { offset: 8, filesz: 32, bytes: 56 };

/**
 * Returns the file up to the end of its last segment, without its table of sections. The system loads a program by its
 * segments. Other files, and those with another byte order or word size, are returned as they are.
 */
export function stripBinary(file: Buffer): Buffer {
  if (file.length < HEADER.bytes || file.readUInt32BE(0) !== MAGIC) return file;
  if (file[HEADER.class] !== CLASS_64 || file[HEADER.data] !== LITTLE_ENDIAN) return file;
  const table = Number(file.readBigUInt64LE(HEADER.phoff));
  const [size, count] = [file.readUInt16LE(HEADER.phentsize), file.readUInt16LE(HEADER.phnum)];
  let end = table + size * count;
  if (size < SEGMENT.bytes || end > file.length) return file;
  for (let at = table; at < table + size * count; at += size) {
    const [offset, length] = [file.readBigUInt64LE(at + SEGMENT.offset), file.readBigUInt64LE(at + SEGMENT.filesz)];
    end = Math.max(end, Number(offset + length));
  }
  if (end > file.length) return file;
  const stripped = Buffer.from(file.subarray(0, end));
  stripped.writeBigUInt64LE(0n, HEADER.shoff);
  stripped.writeUInt16LE(0, HEADER.shnum);
  stripped.writeUInt16LE(0, HEADER.shstrndx);
  return stripped;
}
