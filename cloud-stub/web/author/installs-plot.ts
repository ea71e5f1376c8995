// Chart of installs over time, with the numbers next to it.

import { html, type Html } from '../common/html.ts';
import { counted } from '../common/page.ts';
import type { InstallsOfDay } from '../../store/database-rows.ts';

const DAYS = 60;
const WIDTH = 600;
const HEIGHT = 100;
const DAY_MS = 86_400_000;

/** `today`: days since 1970 (UTC). */
export function installsPlot(by_day: readonly InstallsOfDay[], today: number): Html {
  const known = new Map(by_day.map(({ day, installs }) => [day, installs]));
  const days = Array.from({ length: DAYS }, (_, at) => today - DAYS + 1 + at);
  const counts = days.map((day) => known.get(day) ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return html`<p>No installs in the last ${DAYS} days.</p>`;
  const most = Math.max(...counts);
  const step = WIDTH / DAYS;
  const bars = counts.map((count, at) => {
    const height = (count / most) * HEIGHT;
    return html`<rect x="${(at * step + 1).toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${(step - 2).toFixed(1)}" height="${height.toFixed(1)}"></rect>`; // oxfmt-ignore
  });
  const from = dateOf(today - DAYS + 1);
  const to = dateOf(today);
  const summary = `${total} installs from ${from} to ${to}, at most ${most} on one day`;
  return html`<figure class="plot">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${summary}">${bars}</svg>
    <figcaption><span>${from}</span><span>${counted(total, 'install')}, at most ${most} a day</span><span>${to}</span></figcaption>
  </figure>`; // oxfmt-ignore
}

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
