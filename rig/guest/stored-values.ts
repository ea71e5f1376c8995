// What the writer in the machine stores, and the rig looks for after each power cut. A value says which it is, and is all of it or none.

/** Bytes of each record: a setting, a set in play, an extension. */
export const RECORDS: Readonly<Record<string, number>> = { settings: 120, round: 4000, extension: 60_000 };

/** The n-th value of a record. */
export function valueOf(n: number, bytes: number): string {
  const head = `${n}:`;
  return head + String.fromCodePoint(97 + (n % 26)).repeat(bytes - head.length);
}

/** Which value this is; null for what is none. */
export function numberOf(text: string, bytes: number): number | null {
  const n = Number.parseInt(text, 10);
  return Number.isInteger(n) && text === valueOf(n, bytes) ? n : null;
}

export const FOLDER = '/data/cuts';
/** As the releases call it that have been stored whole; the number of a release is its `seq`. */
export const FIRMWARE = 'firmware';
