// Texts of other people on a terminal, in a log or in a report: what a name or a script holds can neither forge a line nor hide what it
// says.

/** Characters that end a line, speak to a terminal, or turn the direction of what comes behind them. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what must not pass
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** On one line; each such character is written as `\u001b`. */
export const oneLine = (text: string): string =>
  text.replace(UNSEEN, (unseen) => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same for a text that may have several lines. */
export const visibleLines = (text: string): string => text.split('\n').map(oneLine).join('\n');

/** JSON with the same characters escaped, which reads as the same data. `indent`: spaces; default: all on one line. */
export const visibleJson = (data: unknown, indent?: number): string => visibleLines(JSON.stringify(data, null, indent));
