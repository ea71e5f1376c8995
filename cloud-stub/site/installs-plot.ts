// Installs over time, as a picture with its figures beside it.

import { html, type Html } from '../pages/html.ts';
import type { InstallsOfDay } from '../store/database-rows.ts';

const DAYS = 60;
const WIDTH = 600;
const HEIGHT = 120;
const FOOT = 16;
const DAY_MS = 86_400_000;

/** `today`: days since 1970, UTC. */
export function installsPlot(by_day: readonly InstallsOfDay[], today: number): Html {
  const known = new Map(by_day.map(({ day, installs }) => [day, installs]));
  const days = Array.from({ length: DAYS }, (_, at) => today - DAYS + 1 + at);
  const counts = days.map((day) => known.get(day) ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return html`<p>No install was counted in the last ${DAYS} days.</p>`;
  const most = Math.max(...counts);
  const step = WIDTH / DAYS;
  const tall = HEIGHT - FOOT;
  const bars = counts.map((count, at) => {
    const height = (count / most) * (tall - 12);
    return html`<rect x="${(at * step + 1).toFixed(1)}" y="${(tall - height).toFixed(1)}" width="${(step - 2).toFixed(1)}" height="${height.toFixed(1)}"></rect>`; // oxfmt-ignore
  });
  const from = dateOf(today - DAYS + 1);
  const to = dateOf(today);
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${total} installs from ${from} to ${to}, at most ${most} on one day">
      ${bars}
      <line x1="0" x2="${WIDTH}" y1="${tall}" y2="${tall}"></line>
      <text x="0" y="${HEIGHT - 3}">${from}</text>
      <text x="${WIDTH}" y="${HEIGHT - 3}" text-anchor="end">${to}</text>
      <text x="0" y="9">${most} a day</text>
    </svg>
    <p class="hint">${total} installs in ${DAYS} days.</p>`; // oxfmt-ignore
}

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
