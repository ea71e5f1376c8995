// Preserves the spelling of numbers where text is expected: `type: 012345` types six digits, and `expect_line: 10.0`
// differs from the line `10`.

import * as v from 'valibot';

/** String; a number is read as its digits as written. */
export const scalar = v.union([v.string(), v.number()], 'must be a text');

/** Properties of a valibot schema that contain nested schemas. */
interface Parts {
  readonly type?: string;
  readonly pipe?: readonly object[];
  readonly options?: readonly unknown[];
  readonly wrapped?: object;
  readonly item?: object;
  readonly value?: object;
  readonly entries?: Readonly<Record<string, object>>;
  readonly rest?: object;
}

type Path = readonly (string | number)[];

/**
 * Replaces each number that is read as text by its spelling. `written`: returns the spelling of the number at a path.
 */
export function asWritten(shape: object, data: unknown, written: (path: Path) => string | null, path: Path): unknown {
  const inside = (next: object | undefined, value: unknown, ...key: Path): unknown =>
    next ? asWritten(next, value, written, [...path, ...key]) : value;
  const parts: Parts = shape;
  if (shape === scalar || parts.type === 'string') return typeof data === 'number' ? (written(path) ?? data) : data;
  const [first] = parts.pipe ?? [];
  if (first && first !== shape) return inside(first, data);
  // A value that may be a number stays one.
  if (parts.options?.some(isNumber)) return data;
  if (parts.wrapped) return inside(parts.wrapped, data);
  if (parts.options)
    return parts.options.filter(isShape).reduce<unknown>((value, option) => inside(option, value), data);
  if (Array.isArray(data)) return data.map((each: unknown, at) => inside(parts.item, each, at));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, each]) => [
      key,
      inside(parts.entries?.[key] ?? parts.rest ?? parts.value, each, key),
    ]),
  );
}

const isNumber = (option: unknown): boolean => isShape(option) && 'type' in option && option.type === 'number';

/** Picklist options are words, not schemas. */
const isShape = (option: unknown): option is object => typeof option === 'object' && option !== null;
