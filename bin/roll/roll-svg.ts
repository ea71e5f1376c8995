// Picture of a putt on a slope from above: the ball starts at the bottom, the hole is straight above it.

import { FOOT_M } from '../../firmware/roll/roll.ts';
import { HOLE_RADIUS_M } from '../../firmware/roll/verdict.ts';
import { aimInches, greenText, type ComputedPutt, type RollCall } from './computed-putt.ts';

const [WIDTH, HEIGHT, MARGIN] = [480, 640, 48];
const TEXT_HEIGHT = 64;

export function rollSvg(call: RollCall, { distance_ft, putt, path }: ComputedPutt): string {
  const hole_m = distance_ft * FOOT_M;
  const shown = path.filter(({ x_m }) => x_m <= 1.25 * hole_m && x_m >= -0.1 * hole_m);
  const farthest_m = Math.max(hole_m, ...shown.map(({ x_m }) => x_m));
  const widest_m = Math.max(hole_m / 5, Math.abs(putt.aim_m), ...shown.map(({ y_m }) => Math.abs(y_m)));
  const scale = Math.min((HEIGHT - TEXT_HEIGHT - 2 * MARGIN) / farthest_m, (WIDTH / 2 - MARGIN) / widest_m);
  const at = (x_m: number, y_m: number): readonly [string, string] => [
    (WIDTH / 2 + y_m * scale).toFixed(1),
    (HEIGHT - MARGIN - x_m * scale).toFixed(1),
  ];
  const [ball_x, ball_y] = at(0, 0);
  const [hole_x, hole_y] = at(hole_m, 0);
  const [aim_x, aim_y] = at(hole_m, putt.aim_m);
  const line = shown.map(({ x_m, y_m }) => at(x_m, y_m).join(',')).join(' ');
  const title = `Aim ${aimInches(call, putt).toFixed(1)} in above the hole at ${distance_ft} ft`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}" font-family="sans-serif">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#14502f"/>
<text x="20" y="28" font-size="18" fill="#ffffff">${title}, ${putt.speed_mps.toFixed(2)} m/s</text>
<text x="20" y="52" font-size="13" fill="#d5e8dc">${greenText(call).split(/;/)[0]}</text>
${fallArrow(call)}
<line x1="${ball_x}" y1="${ball_y}" x2="${aim_x}" y2="${aim_y}" stroke="#ffdc7d" stroke-width="2" stroke-dasharray="6 6"/>
<circle cx="${hole_x}" cy="${hole_y}" r="${Math.max(4, HOLE_RADIUS_M * scale).toFixed(1)}" fill="#06120b" stroke="#ffffff"/>
<path d="M${aim_x} ${aim_y} m-7 0 h14 m-7 -7 v14" stroke="#ffdc7d" stroke-width="2"/>
<polyline points="${line}" fill="none" stroke="#ffffff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="${ball_x}" cy="${ball_y}" r="6" fill="#ffffff"/>
</svg>
`;
}

/** Draws an arrow downhill in the lower right corner, with the size of the slope. */
function fallArrow({ side, up }: RollCall): string {
  const percent = Math.hypot(side, up);
  if (percent === 0) return '';
  const turned_deg = (Math.atan2(side, -up) * 180) / Math.PI;
  return `<g transform="translate(${WIDTH - 56} ${HEIGHT - 84})" stroke="#d5e8dc" fill="none" stroke-width="3">
<path transform="rotate(${turned_deg.toFixed(1)})" d="M0 24V-24M-9 -13L0 -24L9 -13"/></g>
<text x="${WIDTH - 56}" y="${HEIGHT - 36}" font-size="14" fill="#d5e8dc" text-anchor="middle">${percent.toFixed(1)} % down</text>`;
}
