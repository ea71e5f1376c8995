// Completion of a scenario: steps, fields, pages, sounds, keys, machines with their states, and rows of the screen.

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { UiVocabulary } from './ui-state.ts';

/** Returns the words that fit before the cursor; null if none do. `rows`: lines of the screen now. */
export function completionsAt(
  before: string,
  words: UiVocabulary,
  rows: readonly string[],
): { readonly from: number; readonly options: readonly string[] } | null {
  const at = (pattern: RegExp, options: readonly string[]) => {
    const found = pattern.exec(before);
    return found && { from: before.length - (found[1] ?? '').length, options };
  };
  const [, machine = ''] = /state:\s*\{\s*(?:[^}]*,\s*)?([\w]+):\s*[\w.]*$/.exec(before) ?? [];
  return (
    at(/\bpage:\s*([\w-]*)$/, words.pages) ??
    at(/\bsound:\s*([\w-]*)$/, words.sounds) ??
    (machine === '' ? null : at(/([\w.]*)$/, words.machines[machine] ?? [])) ??
    at(/state:\s*\{\s*(?:[^}]*,\s*)?(\w*)$/, Object.keys(words.machines)) ??
    at(/\b(?:press|key):\s*(?:\[(?:\w+,\s*)*)?(\w*)$/, words.keys) ??
    at(/\bchoose:\s*(?:\[(?:[^\]]*,\s*)?)?([^,[\]]*)$/, rowsOf(rows)) ??
    at(/\b(?:expect|check|wait_for|expect_no):\s*\{\s*(?:[^{}]*,\s*)?(\w*)$/, words.fields.map((field) => `${field}: `)) ??
    at(/^\s*-\s*(\w*)$/, words.steps.map((step) => `${step}: `)) ??
    at(/^(\w*)$/, words.head.map((field) => `${field}: `))
  ); // oxfmt-ignore
}

/** Rows that a player can choose: without their values. */
const rowsOf = (lines: readonly string[]): readonly string[] => [
  ...new Set(lines.map((line) => line.replace(/^> /, '').split(':', 1)[0] ?? '').filter((row) => row !== '')),
];

export const completionSource =
  (words: UiVocabulary, rows: () => readonly string[]) =>
  (context: CompletionContext): CompletionResult | null => {
    const { from, text } = context.state.doc.lineAt(context.pos);
    const before = text.slice(0, context.pos - from);
    const found = completionsAt(before, words, rows());
    if (!found || (found.from === before.length && !context.explicit)) return null;
    return { from: from + found.from, options: found.options.map((label) => ({ label })) };
  };
