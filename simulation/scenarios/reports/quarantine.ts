// Quarantined scenarios: known to fail, and played anyway, but their failures are ignored until a given date.

import * as v from 'valibot';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { placeText, type Scenario } from '../scenario.ts';
import { asWritten } from '../reading/spelling.ts';
import { openYaml, PlacedError, topOf } from '../reading/yaml-page.ts';

/** Reason and last day of a quarantine: `2026-12-31`, in UTC. */
export interface Quarantine {
  readonly reason: string;
  readonly until: string;
}

export interface QuarantineEntry extends Quarantine {
  /** File or scenario names; `*` matches any text. */
  readonly scenarios: readonly string[];
  /** Backends on which they fail. Default: all. */
  readonly on?: readonly string[] | undefined;
  /** Position of the entry, `FILE:LINE:COLUMN`. */
  readonly at: string;
}

const SCENARIOS = 'must be a list of scenario files and names, in which * matches any text';
const ON = 'must be a list of virtual, process and panel';
const REASON = 'must be a text';
const UNTIL = 'must be a date such as 2026-12-31';
const ENTRY = 'must have scenarios, reason and until, and optionally on';
const DAY = /^\d{4}-\d\d-\d\d$/;
const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(Date.parse(text)) === text; // oxfmt-ignore

const entry = v.strictObject(
  {
    scenarios: v.pipe(
      v.array(v.pipe(v.string(SCENARIOS), v.nonEmpty(SCENARIOS)), SCENARIOS),
      v.minLength(1, SCENARIOS),
    ),
    on: v.optional(v.pipe(v.array(v.picklist(['virtual', 'process', 'panel'], ON), ON), v.minLength(1, ON))),
    reason: v.pipe(v.string(REASON), v.regex(/\S/, REASON)),
    until: v.pipe(v.string(UNTIL), v.check(isDay, UNTIL)),
  },
  ENTRY,
);

/** Returns the UTC day of a Unix time in ms. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Reads a quarantine file. Errors: `bad_value`, as `FILE:LINE:COLUMN: ` and one sentence. */
export function readQuarantine(text: string, file: string): Result<readonly QuarantineEntry[]> {
  try {
    const { root, at, written } = openYaml(text, file);
    if (!Array.isArray(root)) throw new PlacedError('A quarantine must be a list of entries.', topOf(file));
    return ok(
      root.map((given: unknown, index) => {
        const read = v.safeParse(entry, asWritten(entry, given, written, [index]));
        if (!read.success) throw new PlacedError(`${wrongText(read.issues[0])}.`, at([index]));
        return { ...read.output, at: placeText(at([index])) };
      }),
    );
  } catch (thrown) {
    if (!(thrown instanceof PlacedError)) throw thrown;
    return fail('bad_value', `${placeText(thrown.at)}: ${thrown.message}`);
  }
}

function wrongText({ path, message }: v.InferIssue<typeof entry>): string {
  const field = path?.[0].key;
  return typeof field === 'string' && message !== ENTRY ? `${field} ${message}` : `An entry ${message}`;
}

/** Whether an entry applies to a scenario on this backend. */
export const speaksOf = (entry: QuarantineEntry, scenario: Pick<Scenario, 'file' | 'name'>, on: string): boolean =>
  (entry.on?.includes(on) ?? true) && matchesAny(entry, scenario);

/** Whether an entry has expired. `today`: day in the format of `until`. */
export const isExpired = ({ until }: QuarantineEntry, today: string): boolean => until < today;

/** Matches a pattern against the whole name, the whole path or the end of the path from any folder. */
const matchesAny = ({ scenarios }: QuarantineEntry, { file, name }: Pick<Scenario, 'file' | 'name'>): boolean =>
  scenarios.some(
    (pattern) => fitsPattern(name, pattern) || suffixesOf(file).some((suffix) => fitsPattern(suffix, pattern)),
  );

/** Returns the path and its suffixes from each folder. */
const suffixesOf = (file: string): readonly string[] => {
  const names = file.split('/');
  return names.map((_, at) => names.slice(at).join('/'));
};

/** Matches in linear time: each `*` matches as little as possible. */
function fitsPattern(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}
