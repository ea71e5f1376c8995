// Finds the citations of rules, choices and spec sections in the project's files, and the definitions of these IDs. An
// ID (R31, C24, R28–R34) is cited in a comment or in the prose of a document. In a string it counts only in brackets,
// alone, or as the first word of a sentence; text between backticks is code. So path data such as 'C9 19' cites
// nothing. A section is cited with its document: relay §4.2.3, store §3.5, §4.3, sensor §2.

import type { Source } from './sources.ts';

interface Citation {
  readonly line: number;
  /**
   * Cited ID or section, such as `R31` or `relay §4.2.3`; a section of an unknown document has the word in front of it.
   */
  readonly what: string;
}

const ID = String.raw`[RC][1-9]\d{0,2}`;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm;
const COMMENT_MARKS = /^\s*(?:\/\/|\/?\*+)/gm;
const CODE_BLOCK = /^```[\s\S]*?^```/gm;
const CODE_SPAN = /`[^`\n]*`/g;

const IN_PROSE = new RegExp(String.raw`(?<![\w#-])(${ID})(?:[–-](${ID}))?(?!\w)`, 'g');
const IN_BRACKETS = new RegExp(String.raw`\[(${ID}(?:[ ,]+${ID})*)\]`, 'g');
const ALONE = new RegExp(String.raw`(['"\x60])(${ID})\1`, 'g');
/** An ID with C must be followed by two words, because C is also a command of path data; R is not. */
const FIRST_WORD = new RegExp(String.raw`(?<=['"\x60])(?=R|\w+ [a-z]+ [a-z])(${ID})(?= )`, 'g');

/** Maximum distance, in characters, of the word in front of a section. */
const WORD_CHARS_MAX = 80;
const SECTION = /§(\d+(?:\.\d+)*)(?:–(\d+(?:\.\d+)*))?/g;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** Returns only the comments of a source, each character at its original position. */
function commentsOf(text: string): string {
  let comments = '';
  for (const match of text.matchAll(COMMENT))
    comments += blank(text.slice(comments.length, match.index)) + match[0].replaceAll(COMMENT_MARKS, blank);
  return comments;
}

const proseOf = ({ path, text }: Source): string =>
  (path.endsWith('.md') ? text.replaceAll(CODE_BLOCK, blank) : commentsOf(text)).replaceAll(CODE_SPAN, blank);

/** Returns all IDs of a range, including both ends. */
function idsFrom(first: string, last = first): readonly string[] {
  const letter = first.charAt(0);
  const [from, to] = [Number(first.slice(1)), Number(last.slice(1))];
  if (letter !== last.charAt(0) || from > to) return [`${first}–${last}`];
  return Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`);
}

interface Found {
  readonly index: number;
  readonly what: string;
}

function idsIn(source: Source): readonly Found[] {
  const { path, text } = source;
  const found: Found[] = [];
  const add = (index: number, ids: readonly string[]): void => {
    for (const what of ids) found.push({ index, what });
  };
  for (const { index, 1: first = '', 2: last } of proseOf(source).matchAll(IN_PROSE)) add(index, idsFrom(first, last));
  if (path.endsWith('.md')) return found;
  for (const { index, 1: ids = '' } of text.matchAll(IN_BRACKETS)) add(index, ids.split(/[ ,]+/));
  for (const { index, 2: id = '' } of text.matchAll(ALONE)) add(index, [id]);
  for (const { index, 1: id = '' } of text.matchAll(FIRST_WORD)) add(index, [id]);
  return found;
}

/**
 * Finds sections. Consecutive ones, as in `relay §4.1, §4.2 and §6`, belong to one document. Sections of RFCs are
 * ignored.
 */
function sectionsIn({ path, text }: Source): readonly Found[] {
  const plain = path.endsWith('.md') ? text : text.replaceAll(COMMENT_MARKS, blank);
  const found: Found[] = [];
  let document = '';
  let end = 0;
  for (const { 0: all, index, 1: first = '', 2: last } of plain.matchAll(SECTION)) {
    const between = plain.slice(end, index);
    if (end === 0 || !/^\s*(?:,|and)\s+$/.test(between))
      document =
        /(?:RFC \d+|[^\s([{'"`|]*)(?=\s+$)/.exec(plain.slice(Math.max(0, index - WORD_CHARS_MAX), index))?.[0] ?? '';
    end = index + all.length;
    if (document.startsWith('RFC ')) continue;
    for (const number of last === undefined ? [first] : [first, last])
      found.push({ index, what: `${document} §${number}` });
  }
  return found;
}

export const citationsOf = (source: Source): readonly Citation[] =>
  [...idsIn(source), ...sectionsIn(source)].map(({ index, what }) => ({
    line: source.text.slice(0, index).split('\n').length,
    what,
  }));

/** Returns the IDs that a document defines, in order: the first cell of each table row. */
export const definedIn = ({ text }: Source): readonly string[] =>
  [...text.matchAll(/^\| ([RC]\d+) \|/gm)].map(({ 1: id = '' }) => id);

/** Returns the sections that requirements.md lists, with the number of points of each. */
export const sectionsOf = ({ text }: Source): ReadonlyMap<string, number> =>
  new Map(
    [...text.matchAll(/^\| ((?:relay|store) §[\d.]+) \| (\d*)/gm)].map(({ 1: name = '', 2: n }) => [name, Number(n)]),
  );

/** Returns the numbered headings of sensor-protocol.md. */
export const headingsOf = ({ text }: Source): ReadonlyMap<string, number> =>
  new Map([...text.matchAll(/^## (\d+)\. /gm)].map(({ 1: number = '' }) => [`sensor §${number}`, 0]));

/**
 * Returns whether a section is listed, or is a point of a listed one: relay §4.2.3 is the third point of relay §4.2.
 */
export function isSection(sections: ReadonlyMap<string, number>, what: string): boolean {
  if (sections.has(what)) return true;
  const [, parent = '', point = ''] = /^(.*)\.(\d+)$/.exec(what) ?? [];
  return Number(point) >= 1 && Number(point) <= (sections.get(parent) ?? 0);
}
