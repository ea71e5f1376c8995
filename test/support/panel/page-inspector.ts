// Page checks for tests: texts inside the screen and their panels without overlap, at most one focus, readable lines,
// distances and speeds only in the configured units (C139), and touch regions inside the screen.

import type { ExecutionContext } from 'ava';
import { pageOf, type ShownPage } from '../../../firmware/pages/render.ts';
import type { Units } from '../../../firmware/units.ts';
import { troublesOf } from '../device/text-boxes.ts';

/** Unit names that must not appear with the given setting. */
const FOREIGN_UNIT: Readonly<Record<Units, RegExp>> = {
  imperial: /\bm\/s\b|[\d–] m\b|\bmet(er|re)s?\b/i,
  metric: /\b(ft|feet|foot|mph|yards?)\b/i,
};

/** Returns an inspector that collects problems of pages, each with the first page where it occurred. */
export function inspector(): {
  see: (view: ShownPage, now_ms: number, what: string) => void;
  report: (t: ExecutionContext) => void;
} {
  const troubles = new Map<string, string>();
  let seen = 0;
  return {
    see(view, now_ms, what) {
      seen++;
      const note = (trouble: string): void => void (troubles.has(trouble) || troubles.set(trouble, what));
      const { list, lines, regions } = pageOf(view, now_ms);
      for (const trouble of troublesOf(list)) note(trouble);
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
      t.true(seen > 0);
      t.deepEqual(
        [...troubles].slice(0, 25).map(([trouble, what]) => `${trouble} (${what})`),
        [],
        `${troubles.size} troubles`,
      );
    },
  };
}
