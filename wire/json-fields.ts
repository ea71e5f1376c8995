// Untrusted JSON: checks that it is an object; each field still has to be validated.

export type JsonFields = Readonly<Record<string, unknown>>;

/** Whether data is an object, neither null nor an array. */
export const isFields = (data: unknown): data is JsonFields =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** Parses a JSON object; null for any other text. */
export function readFields(text: string): JsonFields | null {
  try {
    const data: unknown = JSON.parse(text);
    return isFields(data) ? data : null;
  } catch {
    return null;
  }
}
