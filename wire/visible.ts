// Escapes untrusted text for a terminal, a log or a report: a name or a script can neither forge a line nor hide its
// content.

/** Characters that end a line, control a terminal, or change the text direction. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Returns the text on one line, with each such character escaped like `\u001b`. */
export const oneLine = (text: string): string =>
  text.replace(UNSEEN, (unseen) => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Escapes a text but keeps its line breaks. */
export const visibleLines = (text: string): string => text.split('\n').map(oneLine).join('\n');

/**
 * Returns JSON with the same characters escaped, which parses to the same data. `indent`: number of spaces. Default:
 * all on one line.
 */
export const visibleJson = (data: unknown, indent?: number): string => visibleLines(JSON.stringify(data, null, indent));
