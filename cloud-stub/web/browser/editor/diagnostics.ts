// Converts the checker's verdict to editor diagnostics.

import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { EditorCheck } from './checker.ts';

/**
 * Returns one diagnostic for the line of the problem, or the first line if unknown, without surrounding white space.
 */
export function diagnosticsOf(text: Text, result: EditorCheck): readonly Diagnostic[] {
  if (result.ok) return [];
  const { message, line } = result.problem;
  const marked = text.line(Math.min(text.lines, Math.max(1, line ?? 1)));
  const indent = marked.text.length - marked.text.trimStart().length;
  const from = marked.text.trim() === '' ? marked.from : marked.from + indent;
  return [{ from, to: marked.from + marked.text.trimEnd().length || from, severity: 'error', message }];
}
