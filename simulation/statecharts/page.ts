// Renders coverage as one self-contained HTML page: a table, all charts, and the gaps.

import { readFileSync } from 'node:fs';
import type { Coverage, MachineCoverage } from './coverage.ts';
import { escaped, svgOf } from './drawing.ts';
import { reasonFor, type Exceptions } from './exceptions.ts';
import { elk } from './elk.ts';
import { layoutOf } from './layout.ts';
import { MEANINGS, signAt, SIGNS, type Mark, type Marks } from './marks.ts';
import { stateName, type MachineSummary, type Share, type Totals } from './summary.ts';

interface PageData {
  readonly coverage: Coverage;
  readonly machines: readonly MachineSummary[];
  readonly sum: Totals;
  readonly exceptions: Exceptions;
}

export async function pageOf({ coverage, machines, sum, exceptions }: PageData): Promise<string> {
  const sections: string[] = [];
  for (const [at, summary] of machines.entries()) {
    const machine = coverage[at];
    if (machine) sections.push(await sectionOf(machine, summary, exceptions));
  }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Coverage of statecharts</title>
<style>
${readFileSync(new URL('page.css', import.meta.url), 'utf8')}</style>
${SYMBOLS}
<h1>Coverage of statecharts</h1>
<p class="soft">What the firmware's state machines reached. A guard counts once it was true and false.</p>
${tableOf(machines, sum)}
${KEY}
${sections.join('\n')}
</html>
`;
}

const MARKS = ['hit', 'missed', 'half', 'excused'] as const;
const LINES: Readonly<Record<Mark, string>> = { hit: ', solid', half: '', missed: ', dashed', excused: ', dotted' };

const SYMBOLS = `<svg width="0" height="0" aria-hidden="true">${MARKS.map((mark) => `<symbol id="sign-${mark}" viewBox="0 0 10 10">${SIGNS[mark]}</symbol>`).join('')}</svg>`;

/** Hidden from screen readers, because adjacent text has the same content. */
const sign = (mark: Mark): string =>
  `<svg class="beside" width="12" height="12" viewBox="-1 -1 12 12" aria-hidden="true">${signAt(mark, 0, 0)}</svg>`;

/** Replaces the arrow in a name with a drawing, since not every font has one. */
const nameOf = (name: string): string =>
  escaped(name).replaceAll(
    ' → ',
    ' <svg class="beside" width="14" height="10" viewBox="0 0 14 10" role="img" aria-label="to"><path class="to" d="M1 5h11M9 2l3 3-3 3"/></svg> ',
  );

const KEY = `<ul class="key">${MARKS.map((mark) => `<li>${sign(mark)} ${MEANINGS[mark]}${LINES[mark]}</li>`).join('')}</ul>`;

const share = ({ hit, of }: Share): string => `<td>${hit}/${of}</td>`;
const percentText = (percent: number): string => `${percent.toFixed(1)} %`;
const shares = ({ states, transitions, guards, percent }: Totals): string =>
  `${share(states)}${share(transitions)}${share(guards)}<td>${percentText(percent)}</td>`;

function tableOf(machines: readonly MachineSummary[], sum: Totals): string {
  const rows = machines.map(
    (each) =>
      `<tr><td><a href="#${escaped(each.id)}">${escaped(each.id)}</a></td>${shares(each)}<td><meter max="100" value="${each.percent}">${percentText(each.percent)}</meter></td></tr>`,
  );
  return `<table>
<thead><tr><th>machine</th><th>states</th><th>transitions</th><th>guards both ways</th><th>all</th><th></th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
<tfoot><tr><td>total</td>${shares(sum)}<td></td></tr></tfoot>
</table>`;
}

async function sectionOf(machine: MachineCoverage, summary: MachineSummary, exceptions: Exceptions): Promise<string> {
  const { id, file, states, transitions, guards, percent, gaps, excused } = summary;
  const drawing = await layoutOf(machine, marksOf(id, exceptions), elk);
  const missing = gaps.map((gap) => `<li>${sign('missed')} ${nameOf(gap)}</li>`);
  const reasons = excused.map(
    ({ name, reason }) => `<li>${sign('excused')} ${nameOf(name)}<br><span class="soft">${escaped(reason)}</span></li>`,
  );
  return `<section id="${escaped(id)}">
<h2>${escaped(id)}</h2>
<p class="soft">${escaped(file)} · started ${machine.started} times · ${states.hit} of ${states.of} states, ${transitions.hit} of ${transitions.of} transitions, ${guards.hit} of ${guards.of} guards both ways · ${percentText(percent)}</p>
<label class="fit soft"><input type="checkbox"> fit to width</label>
<div class="scroll" tabindex="0">${svgOf(drawing, `Chart of the machine ${id}`)}</div>
${list('not reached', missing)}
${list('cannot be reached', reasons)}
</section>`;
}

const list = (title: string, items: readonly string[]): string =>
  items.length === 0
    ? ''
    : `<details><summary>${items.length} ${title}</summary><ul>\n${items.join('\n')}\n</ul></details>`;

function marksOf(id: string, exceptions: Exceptions): Marks {
  const missed = (name: string): Mark => (reasonFor(exceptions, id, name) === null ? 'missed' : 'excused');
  return {
    state: (path) => missed(stateName(path)),
    transition: ({ name, taken }) => (taken > 0 ? 'hit' : missed(name)),
    whole({ name, guard, taken, guard_false }) {
      if (taken === 0) return missed(name);
      return guard !== null && guard_false === 0 ? 'half' : 'hit';
    },
  };
}
