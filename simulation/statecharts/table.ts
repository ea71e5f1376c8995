// Prints coverage to a terminal: a line per machine, the total, and the gaps.

import type { MachineSummary, Share, Totals } from './summary.ts';

const share = ({ hit, of }: Share): string => `${hit}/${of}`;
const percentText = (percent: number): string => `${percent.toFixed(1)} %`;

const HEAD = ['machine', 'states', 'transitions', 'guards both ways', 'all'] as const;
const row = (name: string, { states, transitions, guards, percent }: Totals): readonly string[] => [
  name,
  share(states),
  share(transitions),
  share(guards),
  percentText(percent),
];

export function tableOf(machines: readonly MachineSummary[], sum: Totals): readonly string[] {
  const rows = [HEAD, ...machines.map((each) => row(each.id, each)), row('sum', sum)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

/** Returns the totals in one line. */
export const sumLine = ({ states, transitions, guards, percent }: Totals): string =>
  `coverage of statecharts: ${share(states)} states, ${share(transitions)} transitions, ${share(guards)} guards both ways, ${percentText(percent)}`;

export const gapLines = (machines: readonly MachineSummary[]): readonly string[] =>
  machines.flatMap(({ id, gaps }) => gaps.map((gap) => `${id}: ${gap}`));
