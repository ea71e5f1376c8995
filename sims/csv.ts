// CSV (RFC 4180) that is safe to open in a spreadsheet.

/** A cell; a text that a spreadsheet would take for a formula begins with an apostrophe. */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
