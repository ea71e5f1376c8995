// Reads and edits a device's memory file, record by record.

import { isFields, readFields } from '../../../../wire/json-fields.ts';

export interface StoredRecord {
  readonly kind: 'JSON' | 'text' | 'bytes';
  /** Indented JSON, or bytes in hexadecimal. */
  readonly text: string;
}

/** Whether a text looks like a memory file; checks only its marker. */
export const isMemory = (text: string): boolean => 'tapin_memory' in (readFields(text) ?? {});

/** Returns the sizes of the records, sorted by name. */
export const recordSizes = (memory: string): readonly { readonly name: string; readonly bytes: number }[] =>
  Object.entries(recordsIn(memory))
    .flatMap(([name, base64]) => (typeof base64 === 'string' ? [{ name, bytes: atob(base64).length }] : []))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Returns a record; null if the memory has none of this name. */
export function recordIn(memory: string, name: string): StoredRecord | null {
  const base64 = recordsIn(memory)[name];
  if (typeof base64 !== 'string') return null;
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const text = textOf(bytes);
  if (text === null)
    return { kind: 'bytes', text: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ') };
  return isJson(text) ? { kind: 'JSON', text: JSON.stringify(JSON.parse(text), null, 1) } : { kind: 'text', text };
}

/** Returns the memory with this record replaced. `text`: JSON. */
export function withRecord(memory: string, name: string, text: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(JSON.parse(text)));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return JSON.stringify({ ...readFields(memory), records: { ...recordsIn(memory), [name]: base64 } });
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Decodes UTF-8 text; null if it is not valid. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function recordsIn(memory: string): Readonly<Record<string, unknown>> {
  const { records } = readFields(memory) ?? {};
  return isFields(records) ? records : {};
}
