// Parses a user-written YAML file and keeps the position of each part, so that errors are reported with file, line and
// column.

import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type Pair,
  type Scalar,
} from 'yaml';
import { messageOf } from '../../../wire/errors.ts';
import type { Place } from '../scenario.ts';

/** Error with its position. */
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
  /**
   * Returns the position of a mapping key or list item; if it is missing, the position of its nearest existing parent.
   */
  at(path: Path): Place;
  /** Returns the spelling of a number, such as `012`; null if there is no number. */
  written(path: Path): string | null;
  /** Returns the keys of a mapping in file order, each with its key in the data. */
  names(path: Path): readonly { readonly key: string; readonly written: string }[];
}

export const topOf = (file: string): Place => ({ file, line: 1, column: 1 });

/** Parses YAML. Throws a `PlacedError` for invalid YAML. */
export function openYaml(text: string, file: string): YamlPage {
  const lines = new LineCounter();
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const document = parsed(text, lines, file);
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong) throw noYaml(wrong.code === 'MULTIPLE_DOCS' ? 'it has more than one document' : wrong.message, place(wrong.pos[0])); // oxfmt-ignore
  const { valueNode, nodeAt } = nodesOf(document);
  return {
    root: dataOf(document, file),
    at: (path) => place(nodeAt(path)?.range?.[0] ?? 0),
    written(path) {
      const node = valueNode(path);
      return isScalar(node) && typeof node.value === 'number' ? sourceOf(node) : null;
    },
    names(path) {
      const node = valueNode(path);
      const keys = isMap(node) ? node.items.map(({ key }) => key) : [];
      return keys.flatMap((key) => (isScalar(key) ? [{ key: keyOf(key), written: sourceOf(key) }] : []));
    },
  };
}

/** Returns a key as in the data. */
const keyOf = ({ value }: Scalar): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
const sourceOf = (scalar: Scalar): string =>
  typeof scalar.value === 'number' ? (scalar.source ?? keyOf(scalar)) : keyOf(scalar);

const pairAt = (map: { readonly items: readonly Pair[] }, key: string | number | undefined): Pair | undefined =>
  map.items.find((each) => isScalar(each.key) && keyOf(each.key) === String(key));

/** Locates nodes in the document; resolves aliases. */
function nodesOf(document: Document) {
  const resolved = new Map<unknown, unknown>();
  const target = (node: unknown): unknown => {
    if (!isAlias(node)) return node;
    if (!resolved.has(node)) resolved.set(node, node.resolve(document));
    return resolved.get(node);
  };
  const valueNode = (path: Path): unknown => {
    let node = target(document.contents);
    for (const key of path)
      node = target(isMap(node) ? pairAt(node, key)?.value : isSeq(node) ? node.items[Number(key)] : undefined);
    return node;
  };
  const nodeAt = (path: Path): Node | null => {
    if (path.length === 0) return isNode(document.contents) ? document.contents : null;
    const [parent, last] = [valueNode(path.slice(0, -1)), path.at(-1)];
    const found = isMap(parent) ? pairAt(parent, last)?.key : isSeq(parent) ? parent.items[Number(last)] : null;
    return isNode(found) ? found : nodeAt(path.slice(0, -1));
  };
  return { valueNode, nodeAt };
}

/** Reports invalid YAML; a stack overflow in the parser means thousands of nested brackets. */
function noYaml(message: string, at: Place): PlacedError {
  const [first = ''] = message.split('\n');
  const reason = first.includes('call stack') ? 'it is nested too deeply' : first.replace(/[.:]$/, '');
  return new PlacedError(`Invalid YAML: ${reason}.`, at);
}

function parsed(text: string, lines: LineCounter, file: string): Document {
  try {
    return parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  } catch (thrown) {
    throw noYaml(messageOf(thrown), topOf(file));
  }
}

function dataOf(document: Document, file: string): unknown {
  try {
    const data: unknown = document.toJS({ maxAliasCount: 100 });
    if (containsItself(data)) throw new Error('an alias refers to itself');
    return data;
  } catch (thrown) {
    throw noYaml(messageOf(thrown), topOf(file));
  }
}

function containsItself(data: unknown, above: ReadonlySet<unknown> = new Set()): boolean {
  if (typeof data !== 'object' || data === null) return false;
  if (above.has(data)) return true;
  const inside = new Set(above).add(data);
  return Object.values(data).some((each) => containsItself(each, inside));
}
