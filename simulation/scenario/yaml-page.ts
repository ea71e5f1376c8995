// A YAML file that people write: its data, and where everything of it stands, so that a mistake is told with its file, line and column.

import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import type * as v from 'valibot';
import { messageOf } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';
import type { Place } from './scenario.ts';

/** What is wrong, and where. */
export class PlacedError extends Error {
  readonly at: Place;

  constructor(message: string, at: Place) {
    super(message);
    this.at = at;
  }
}

type Path = readonly (string | number)[];

export interface YamlPage {
  readonly root: unknown;
  /** The key of a mapping's last name, or the item of a list; what stands above it where it is not there. */
  at(path: Path): Place;
}

export const topOf = (file: string): Place => ({ file, line: 1, column: 1 });

/** Throws a `PlacedError` for what is no YAML. */
export function openYaml(text: string, file: string): YamlPage {
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [wrong] = document.errors;
  if (wrong) throw new PlacedError(`This is no YAML: ${firstLine(wrong.message)}.`, place(wrong.pos[0]));
  return { root: dataOf(document, topOf(file)), at: (path) => place(nodeAt(document, path)?.range?.[0] ?? 0) };
}

function nodeAt(document: Document, path: Path): Node | null {
  if (path.length === 0) return isNode(document.contents) ? document.contents : null;
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(parent)) {
    const pair = parent.items.find((each) => isPair(each) && isScalar(each.key) && each.key.value === last);
    if (pair && isNode(pair.key)) return pair.key;
  }
  if (isSeq(parent) && typeof last === 'number') {
    const item = parent.items[last];
    if (isNode(item)) return item;
  }
  return nodeAt(document, path.slice(0, -1));
}

const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/[.:]$/, '');

function dataOf(document: Document, top: Place): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (thrown) {
    throw new PlacedError(`This is no YAML: ${firstLine(messageOf(thrown))}.`, top);
  }
}

/** Where in the data a schema found something. */
export const pathOf = (issue: v.BaseIssue<unknown>): Path =>
  (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));

export const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)] as unknown;
    return isFields(value) ? value[key] : undefined;
  }, data);
