// Formats the agreement of two sensors as a table with one verdict per line, and as JSON.

import { limitOf, type Agreement } from './agreement.ts';
import type { Pairing } from './pairing.ts';

/** Formats a value with its sign. */
export const signed = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits);
  return `${value < 0 && Number(text) !== 0 ? '−' : '+'}${text}`;
};

export const unitText = (unit: string): string => (unit === '' ? '' : ` ${unit}`);

const COLUMNS = [16, 5, 22, 10, 10, 10] as const;

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, at) => cell.padEnd(COLUMNS[at] ?? 0))
    .join('')
    .trimEnd();

export function tableLines(
  names: { readonly a: string; readonly b: string },
  { pairs, alone_a, alone_b }: Pairing,
  agreements: readonly Agreement[],
): readonly string[] {
  return [
    `A is ${names.a}, B is ${names.b}: ${pairs.length} strokes on both`,
    ...aloneLines('A', alone_a),
    ...aloneLines('B', alone_b),
    '',
    row(['B − A', 'n', 'bias, 95 % CI', 'SD', 'worst', 'budget', 'verdict']),
    ...agreements.map(lineOf),
  ];
}

const aloneLines = (side: string, positions: readonly number[]): readonly string[] =>
  positions.length === 0 ? [] : [`strokes only on ${side}: ${positions.join(', ')}`];

function lineOf(agreement: Agreement): string {
  const { kind, n, bias, confidence, sd, worst } = agreement;
  const { label, unit, budget, digits } = kind;
  const range = n > 1 ? `${signed(bias, digits)} ± ${confidence.toFixed(digits)}${unitText(unit)}` : '–';
  const numbers = n > 1 ? [sd.toFixed(digits), signed(worst, digits)] : ['–', '–'];
  return row([label, String(n), range, ...numbers, `±${budget}${unitText(unit)}`, verdictText(agreement)]);
}

/** Explains the verdict in words. */
function verdictText({ verdict, kind, bias, sd }: Agreement): string {
  const unit = unitText(kind.unit);
  switch (verdict) {
    case 'within':
      return 'ok';
    case 'biased':
      return `OFF: B reads ${Math.abs(bias).toFixed(kind.digits)}${unit} ${bias < 0 ? 'too low' : 'too high'}`;
    case 'scattered':
      return `OFF: 95 % of strokes are only within ±${limitOf({ sd }).toFixed(kind.digits)}${unit} of the bias`;
    case 'too few':
      return 'UNSURE: too few strokes';
  }
}

export const jsonText = (
  names: { readonly a: string; readonly b: string },
  { pairs, alone_a, alone_b }: Pairing,
  agreements: readonly Agreement[],
): string =>
  `${JSON.stringify(
    {
      ...names,
      pairs: pairs.length,
      alone_a,
      alone_b,
      figures: agreements.map(({ kind: { name, unit, budget }, n, bias, confidence, sd, worst, verdict }) => ({
        figure: name,
        unit,
        budget,
        n,
        bias,
        confidence_95: confidence,
        sd,
        worst,
        verdict,
      })),
    },
    null,
    2,
  )}\n`;
