// JSON of which nothing is known yet: whether it is an object, and its fields, each of which is still to be looked at.

export type JsonFields = Readonly<Record<string, unknown>>;

/** An object, and neither null nor a list. */
export const isFields = (data: unknown): data is JsonFields =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** The fields of a text that is a JSON object; null for any other text. */
export function readFields(text: string): JsonFields | null {
  try {
    const data: unknown = JSON.parse(text);
    return isFields(data) ? data : null;
  } catch {
    return null;
  }
}
