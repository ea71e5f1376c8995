// Corrupted data: valid data in which one to three values are replaced by unexpected ones.

import fc from 'fast-check';
import { itemAt } from '../items.ts';
import { isFields } from '../../../wire/json-fields.ts';

/** Values that a careless writer, a newer version or an attacker may put into a field. */
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  '',
  '1',
  'NaN',
  '\n> forged',
  '\u0000',
  'x'.repeat(500),
  [],
  {},
  [null],
  [[1]],
  { length: 3 },
  -1,
  -0,
  0,
  0.5,
  1,
  2,
  3,
  6,
  7,
  99,
  1000,
  1e9,
  2 ** 53,
  1e300,
  -1e300,
  5e-324,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  JSON.parse('{"__proto__": {"length": 1}, "constructor": 1, "toString": null}'),
];

type Path = readonly (string | number)[];

function pathsOf(data: unknown, at: Path = []): Path[] {
  if (typeof data !== 'object' || data === null) return [at];
  const entries: readonly (readonly [key: string | number, inner: unknown])[] = Array.isArray(data)
    ? [...data.entries()]
    : Object.entries(data);
  return [at, ...entries.flatMap(([key, inner]) => pathsOf(inner, [...at, key]))];
}

type Edit = 'replace' | 'remove' | 'double';

function edited(data: unknown, path: Path, edit: Edit, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(data)) {
    const at = Number(key);
    if (rest.length > 0)
      return data.map((entry, i) => (i === at ? edited(entry, rest, edit, value) : entry) as unknown);
    const middle = edit === 'replace' ? [value] : edit === 'double' ? [data[at], data[at]] : [];
    return [...data.slice(0, at), ...middle, ...data.slice(at + 1)];
  }
  if (!isFields(data)) return data;
  const { [key]: inner, ...others } = data;
  if (rest.length > 0) return { ...others, [key]: edited(inner, rest, edit, value) };
  return edit === 'remove' ? others : { ...others, [key]: value };
}

/** Arbitrary of the data with one to three edits at random places. */
export const mutations = (data: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(
      fc.record({
        at: fc.nat(),
        edit: fc.constantFrom<Edit>('replace', 'replace', 'replace', 'remove', 'double'),
        value: fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.integer({ min: 0, max: 40 }), fc.double()),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((edits) =>
      edits.reduce((now, { at, edit, value }) => {
        const paths = pathsOf(now);
        return edited(now, itemAt(paths, at % paths.length), edit, value);
      }, data),
    );
