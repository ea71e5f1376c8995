// Diff of two texts as a table, with the line numbers before and after.

import { diffLines } from 'diff';
import { html, type Html } from '../common/html.ts';
import { counted } from '../common/page.ts';

interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** Number of unchanged lines shown around a change. */
const AROUND = 3;
const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'added', removed: 'removed' } as const;

/**
 * Maximum changes in a diff. The time grows with the changes: two long scripts without a common line would take a
 * minute.
 */
const CHANGES_MAX = 1500;
const DIFF_MS_MAX = 200;

export function diffTable(before: string, after: string): Html {
  const lines = linesOf(before, after);
  if (!lines) return html`<p>More than ${CHANGES_MAX} lines changed: too many to show.</p>`;
  const shown = shownOf(lines);
  if (!shown.includes(true)) return html`<p>No changes.</p>`;
  const rows = lines.flatMap((line, at) => {
    if (shown[at]) return [rowOf(line)];
    return shown[at - 1] || (at === 0 && !shown[0])
      ? [
          html`<tr>
            <td colspan="4">…</td>
          </tr>`,
        ]
      : [];
  });
  const added = lines.filter(({ kind }) => kind === 'added').length;
  const removed = lines.filter(({ kind }) => kind === 'removed').length;
  return html`<p>${counted(added, 'line')} added, ${counted(removed, 'line')} removed.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Changes">
      <table class="diff">
        <thead>
          <tr>
            <th class="number">Before</th>
            <th class="number">After</th>
            <th><span aria-label="Change">±</span></th>
            <th>Line</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

/** Returns null if there are too many changes. */
function linesOf(before: string, after: string): readonly DiffLine[] | null {
  const changes = diffLines(before, after, { maxEditLength: CHANGES_MAX, timeout: DIFF_MS_MAX });
  if (!changes) return null;
  let [old_line, new_line] = [0, 0];
  return changes.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): DiffLine => {
        if (added) return { kind: 'added', text, before: null, after: ++new_line };
        if (removed) return { kind: 'removed', text, before: ++old_line, after: null };
        return { kind: 'same', text, before: ++old_line, after: ++new_line };
      }),
  );
}

const shownOf = (lines: readonly DiffLine[]): readonly boolean[] => {
  const shown = lines.map(() => false);
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') shown.fill(true, Math.max(0, at - AROUND), at + AROUND + 1);
  });
  return shown;
};

const rowOf = ({ kind, text, before, after }: DiffLine): Html =>
  html`<tr class="${kind}">
    <td class="number">${before}</td>
    <td class="number">${after}</td>
    <td><span aria-label="${WORDS[kind]}">${SIGNS[kind]}</span></td>
    <td>${text}</td>
  </tr>`;
