// Page checks for tests: texts inside the screen and their panels without overlap, at most one focus, readable lines,
// distances and speeds only in the configured units (C139), and touch regions inside the screen.

import type { ExecutionContext } from 'ava';
import { pageOf, type ShownPage } from '../../../firmware/pages/render.ts';
import type { Units } from '../../../firmware/units.ts';
import { layoutProblems } from '../device/text-boxes.ts';
import { playTextProblems } from '../device/play-texts.ts';

/** Unit names that must not appear with the given setting. */
const FOREIGN_UNIT: Readonly<Record<Units, RegExp>> = {
  imperial: /\bm\/s\b|[\d–] m\b|\bmet(er|re)s?\b/i,
  metric: /\b(ft|feet|foot|mph|yards?)\b/i,
};

/** Returns an inspector that collects problems of pages, each with the first page where it occurred. */
export function inspector(): {
  inspect: (view: ShownPage, now_ms: number, what: string) => void;
  report: (t: ExecutionContext) => void;
} {
  const problems = new Map<string, string>();
  let inspected = 0;
  return {
    inspect(view, now_ms, what) {
      inspected++;
      const note = (problem: string): void => void (problems.has(problem) || problems.set(problem, what));
      const { list, lines, regions, play_texts } = pageOf(view, now_ms);
      for (const problem of layoutProblems(list)) note(problem);
      for (const problem of playTextProblems(play_texts, list)) note(problem);
      if (lines.length === 0) note('no lines');
      if (lines.filter((line) => line.startsWith('> ')).length > 1) note('several focused items');
      for (const line of lines)
        if (/[\n\r]|NaN|undefined|Infinity|null|\[object/.test(line)) note(`not a readable line: ${line}`);
      const texts = [...lines, ...list.flatMap((item) => (item.kind === 'text' ? [item.text] : []))];
      const foreign = view.booting === null ? FOREIGN_UNIT[view.view.persisted.settings.units] : /^$/;
      for (const text of texts) if (foreign.test(text)) note(`a unit other than the setting: ${text}`);
      for (const { x, y, w, h } of regions)
        if (!(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 480 && y + h <= 320))
          note(`a touch at ${x} ${y} ${w} ${h}`);
    },
    report(t) {
      t.true(inspected > 0);
      t.deepEqual(
        [...problems].slice(0, 25).map(([problem, what]) => `${problem} (${what})`),
        [],
        `${problems.size} troubles`,
      );
    },
  };
}
