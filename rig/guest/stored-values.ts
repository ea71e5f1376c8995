// Values that the writer in the machine stores and the rig checks after each power cut. Each contains its number and is
// recognizably complete or not.

/**
 * Size of each record in bytes: a short one, two that fill blocks with their header and so are overwritten in place, an
 * extension.
 */
export const RECORDS: Readonly<Record<string, number>> = {
  settings: 120,
  round: 4064,
  putts: 16_352,
  extension: 60_000,
};

/** Returns the n-th value of a record. */
export function valueOf(n: number, bytes: number): string {
  const head = `${n}:`;
  return head + String.fromCodePoint(97 + (n % 26)).repeat(bytes - head.length);
}

/** Returns the number of a value; null if it is not a complete value. */
export function numberOf(text: string, bytes: number): number | null {
  const n = Number.parseInt(text, 10);
  return Number.isInteger(n) && text === valueOf(n, bytes) ? n : null;
}

export const FOLDER = '/data/cuts';
/** Name of the stored firmware in the reports; the number of a release is its `seq`. */
export const FIRMWARE = 'firmware';
