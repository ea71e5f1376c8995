// Plots the agreement of two sensors: for each figure the differences over their means (Bland and Altman), with the
// error budget as a band. Self-contained SVG. Values beyond the budget are crosses instead of dots, and each line has a
// label, so that nothing depends on colour.

import { limitOf, type Agreement } from './agreement.ts';
import { signed, unitText } from './agreement-text.ts';

const PANEL = { width: 470, height: 270, left: 64, right: 108, top: 46, bottom: 44 } as const;
const COLUMNS = 2;
const HEAD = 40;

const STYLE = `
  text { font: 12px system-ui, 'DejaVu Sans', sans-serif; fill: #1c2430; }
  .title { font-weight: 600; font-size: 14px; }
  .small { font-size: 11px; fill: #3d4858; }
  .budget { fill: #dcefe2; stroke: #2f7d4f; stroke-width: 1; }
  .axis { stroke: #5b6676; stroke-width: 1; fill: none; }
  .zero { stroke: #5b6676; stroke-width: 1; }
  .bias { stroke: #1b4f9c; stroke-width: 2; }
  .limit { stroke: #1b4f9c; stroke-width: 1.2; stroke-dasharray: 6 4; }
  .dot { fill: #1b4f9c; fill-opacity: 0.75; }
  .cross { stroke: #b3261e; stroke-width: 2.2; fill: none; }
`;

/** Returns the plot as an SVG file. */
export function plotOf(names: { readonly a: string; readonly b: string }, agreements: readonly Agreement[]): string {
  const rows = Math.ceil(agreements.length / COLUMNS);
  const [width, height] = [PANEL.width * COLUMNS, HEAD + PANEL.height * rows];
  const panels = agreements.map((agreement, at) => {
    const [x, y] = [(at % COLUMNS) * PANEL.width, HEAD + Math.floor(at / COLUMNS) * PANEL.height];
    return `<g transform="translate(${x} ${y})">${panelOf(agreement)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(`${names.b} compared with ${names.a}`)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    textAt(PANEL.left, 26, `A is ${names.a}, B is ${names.b}: B − A of each stroke against the mean of both`, 'title'),
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const textAt = (x: number, y: number, text: string, kind = '', anchor = 'start'): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" class="${kind}" text-anchor="${anchor}">${escaped(text)}</text>`;
const lineAt = (y: number, kind: string): string =>
  `<line x1="${PANEL.left}" x2="${PANEL.width - PANEL.right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" class="${kind}"/>`;

const VERDICT: Readonly<Record<Agreement['verdict'], string>> = {
  within: 'within the budget',
  biased: 'OFF by bias',
  scattered: 'OFF by spread',
  'too few': 'too few strokes',
};

/** Maps values to positions in the panel. */
interface Scale {
  x(mean: number): number;
  y(difference: number): number;
  readonly low: number;
  readonly high: number;
}

function scaleOf({ kind, differences, bias, sd, n }: Agreement): Scale {
  const means = differences.map(({ mean }) => mean);
  const [least, most] = means.length > 0 ? [Math.min(...means), Math.max(...means)] : [0, 1];
  const margin = (most - least || Math.abs(most) || 1) * 0.06;
  const [low, high] = [least - margin, most + margin];
  const limits = n > 1 ? Math.abs(bias) + limitOf({ sd }) : 0;
  const reach = 1.2 * Math.max(kind.budget, limits, ...differences.map(({ difference }) => Math.abs(difference)));
  const [width, height] = [PANEL.width - PANEL.left - PANEL.right, PANEL.height - PANEL.top - PANEL.bottom];
  return {
    x: (mean) => PANEL.left + ((mean - low) / (high - low)) * width,
    y: (difference) => PANEL.top + ((reach - difference) / (2 * reach)) * height,
    low: least,
    high: most,
  };
}

function panelOf(agreement: Agreement): string {
  const { kind, differences, verdict, n } = agreement;
  const { y } = scaleOf(agreement);
  const right = PANEL.width - PANEL.right;
  const bottom = PANEL.height - PANEL.bottom;
  const unit = unitText(kind.unit);
  const band = `<rect x="${PANEL.left}" width="${right - PANEL.left}" y="${y(kind.budget).toFixed(1)}" height="${(y(-kind.budget) - y(kind.budget)).toFixed(1)}" class="budget"/>`;
  const scale = scaleOf(agreement);
  return [
    textAt(PANEL.left, 18, `${kind.label}: ${VERDICT[verdict]}`, 'title'),
    textAt(PANEL.left, 35, `${n} strokes, budget ±${kind.budget}${unit}`, 'small'),
    band,
    lineAt(y(0), 'zero'),
    ...linesOf(agreement, scale),
    ...differences.map(({ mean, difference }) =>
      markAt(scale.x(mean), y(difference), Math.abs(difference) > kind.budget),
    ),
    `<path class="axis" d="M${PANEL.left} ${PANEL.top}V${bottom}H${right}"/>`,
    ...[kind.budget, 0, -kind.budget].map((tick) =>
      textAt(PANEL.left - 6, y(tick) + 4, tick === 0 ? '0' : signed(tick, decimalsOf(kind.budget)), 'small', 'end'),
    ),
    textAt(PANEL.left, bottom + 16, figureText(scale.low), 'small'),
    textAt(right, bottom + 16, figureText(scale.high), 'small', 'end'),
    textAt((PANEL.left + right) / 2, bottom + 32, `mean of A and B${axisUnit(agreement)}`, 'small', 'middle'),
  ].join('\n');
}

const decimalsOf = (budget: number): number => (String(budget).split('.')[1] ?? '').length;
const figureText = (value: number): string => value.toFixed(2).replace('-', '−');
const axisUnit = ({ kind: { name, unit } }: Agreement): string =>
  name === 'club_speed_mps' ? ', m/s' : unit === '' ? '' : `, ${unit}`;

/** Draws bias and limits with labels that do not overlap. */
function linesOf({ kind, bias, sd, n }: Agreement, { y }: Scale): readonly string[] {
  if (n < 2) return [];
  const limit = limitOf({ sd });
  const words = [
    { at: bias + limit, kind: 'limit', text: `+1.96 SD ${signed(bias + limit, kind.digits)}` },
    { at: bias, kind: 'bias', text: `bias ${signed(bias, kind.digits)}` },
    { at: bias - limit, kind: 'limit', text: `−1.96 SD ${signed(bias - limit, kind.digits)}` },
  ];
  const middle = y(bias) + 4;
  const positions = [Math.min(y(bias + limit) + 4, middle - 13), middle, Math.max(y(bias - limit) + 4, middle + 13)];
  return words.flatMap(({ at, kind: line, text }, index) => [
    lineAt(y(at), line),
    textAt(PANEL.width - PANEL.right + 5, positions[index] ?? 0, text, 'small'),
  ]);
}

const markAt = (x: number, y: number, beyond: boolean): string =>
  beyond
    ? `<path class="cross" d="M${(x - 4).toFixed(1)} ${(y - 4).toFixed(1)}l8 8m0 -8l-8 8"/>`
    : `<circle class="dot" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="4"/>`;
