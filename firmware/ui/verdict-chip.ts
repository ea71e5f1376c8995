// Verdict of a putt, in a chip at the top of the lane, placed so that it never covers the flag.

import type { IconName } from './icons.ts';
import type { Page } from './page.ts';
import { textWidth } from './text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from './theme.ts';

interface VerdictChip {
  /** Top of the lane. */
  readonly top: number;
  readonly text: string;
  readonly good: boolean;
  /** As published; '' if no hole judges the putt. */
  readonly verdict: string;
}

const ICON: Readonly<Record<string, IconName>> = { holed: 'check', lip: 'warn', miss: 'cross', short: 'cross' };
const HEIGHT = 28;

export function drawVerdict(page: Page, { top, text, good, verdict }: VerdictChip): void {
  const width = Math.min(WIDTH - 2 * MARGIN - 16, Math.ceil(textWidth(text, SIZE.body)) + 48);
  const y = top + 3;
  const ink = good ? COLOR.hole : COLOR.text;
  page.rect(MARGIN + 8, y, width, HEIGHT, { fill: good ? COLOR.good : COLOR.shade, radius: HEIGHT / 2 });
  page.icon(good ? 'check' : (ICON[verdict] ?? 'flag'), MARGIN + 15, y + 4, 20, ink);
  page.text(MARGIN + 40, y + 20, text, { size: SIZE.body, color: ink, width: width - 46 });
  page.say(`Verdict: ${text}`);
}
