// Writes figures into a Markdown page by replacing the table between two marker comments.

import { readFileSync, writeFileSync } from 'node:fs';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { spreadText, type KeptFigure, type KeptFigures } from './kept-figures.ts';

export const BEGIN = '<!-- figures: written by npm run bench -- --page -->';
export const END = '<!-- end of the figures -->';

/** Returns the Markdown table of these results, with the earlier results alongside unless `before` is null. */
export function tableOf({ at, machine, figures }: KeptFigures, before: KeptFigures | null): readonly string[] {
  const oldOf = ({ bench, what, unit }: KeptFigure): KeptFigure | undefined =>
    before?.figures.find((each) => each.bench === bench && each.what === what && each.unit === unit);
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const cells = (figure: KeptFigure): readonly string[] => {
    const old = oldOf(figure);
    const now = [figure.what.trim(), spreadText(figure)];
    return [...now, ...(before ? [old ? spreadText(old) : ''] : []), figure.beside];
  };
  const heads = ['', 'median (least to most)', ...(before ? ['before'] : []), 'beside'];
  const compared = before ? `; before: ${before.at.slice(0, 16)}` : '';
  return [
    `${machine}; ${at.slice(0, 16)}${compared}.`,
    '',
    row(heads),
    row(heads.map(() => '---')),
    ...figures.map((figure) => row(cells(figure))),
  ];
}

/**
 * Replaces the lines between the markers of a page. Errors: `bad_value` if the page has no markers or can't be read or
 * written.
 */
export function writeInPage(path: string, lines: readonly string[]): Result<void> {
  try {
    const text = readFileSync(path, 'utf8');
    const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
    if (from === -1 || to < from) return fail('bad_value', `${path} lacks the markers ${BEGIN} and ${END}.`);
    writeFileSync(path, `${text.slice(0, from)}${[BEGIN, '', ...lines, ''].join('\n')}\n${text.slice(to)}`);
    return ok(undefined);
  } catch (thrown) {
    return fail('bad_value', `${path} can't be written: ${messageOf(thrown)}.`);
  }
}
