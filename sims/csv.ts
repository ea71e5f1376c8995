// CSV (RFC 4180) that is safe to open in a spreadsheet.

/** Formats a cell; prefixes an apostrophe to text that a spreadsheet would read as a formula. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
