// CSV (RFC 4180) that is safe to open in a spreadsheet.

type Value = string | number | null;

/** Formats a cell; prefixes an apostrophe to text that a spreadsheet would read as a formula. null: an empty cell. */
export function csvCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a table with a line of headings. */
export const csvOf = <Name extends string>(
  head: readonly Name[],
  rows: readonly Readonly<Partial<Record<Name, Value>>>[],
): string =>
  `${[head.join(','), ...rows.map((row) => head.map((name) => csvCell(row[name] ?? null)).join(','))].join('\r\n')}\r\n`;
