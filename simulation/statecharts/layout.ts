// Computes the position of each state and arrow of a chart with elkjs: layers, nested states and room for labels. The
// layout is deterministic.

import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { MachineCoverage, StateCoverage, TransitionCoverage } from './coverage.ts';
import { LINE_H, linesOf, PAD, titleWidth, widthOf, type MarkedLine, type Mark, type Marks } from './marks.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly kind: StateCoverage['kind'] | 'start' | 'any';
  /** Path of its state. */
  readonly path: string;
  readonly mark: Mark;
  readonly title: string;
  /** Transitions that stay in the state. */
  readonly lines: readonly MarkedLine[];
}

export interface Arrow {
  readonly points: readonly (readonly [number, number])[];
  /** State paths of both ends. */
  readonly from: string;
  readonly to: string;
  readonly mark: Mark;
  readonly lines: readonly MarkedLine[];
  readonly label: { readonly x: number; readonly y: number; readonly w: number; readonly h: number } | null;
}

export interface ChartDrawing {
  readonly w: number;
  readonly h: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

type BoxContent = Pick<Box, 'kind' | 'mark' | 'title' | 'lines'>;
type ArrowContent = Pick<Arrow, 'mark' | 'lines'>;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.padding': '[top=8,left=8,bottom=8,right=8]',
} as const;
const ON_THE_LINE = { 'elk.edgeLabels.inline': 'true' } as const;
const START = 12;

/** Returns the graph with positions. */
export type LayOut = (graph: ElkNode) => Promise<ElkNode>;

/** Lays out one machine. */
export async function layoutOf(
  machine: Pick<MachineCoverage, 'states' | 'transitions'>,
  marks: Marks,
  layOut: LayOut,
): Promise<ChartDrawing> {
  const boxes = new Map<string, BoxContent>();
  const arrows = new Map<string, ArrowContent>();
  const inner = (source: string): readonly MarkedLine[] =>
    linesOf(
      machine.transitions.filter((each) => each.source === source && stays(each)),
      marks,
    );
  const nodesIn = (parent: string): ElkNode[] =>
    machine.states
      .filter(({ path }) => parentOf(path) === parent)
      .flatMap((state) => nodesOfState(state, boxes, marks, inner, nodesIn));
  const children = nodesIn('');
  if (machine.transitions.some(({ source }) => source === '')) {
    const box: BoxContent = { kind: 'any', mark: 'hit', title: 'any state', lines: inner('') };
    boxes.set('', box);
    children.unshift({ id: '', ...sizeOf(box) });
  }
  const starts = machine.states.filter(({ initial }) => initial).map(({ path }) => startEdge(path, arrows));
  const edges = [...starts, ...edgesOf(machine.transitions, marks, arrows)];
  const laid = await laidOut({ id: 'machine', children, edges }, layOut);
  const { width: w = 0, height: h = 0 } = laid;
  return { w, h, boxes: boxesIn(laid, boxes), arrows: laid.edges?.flatMap((edge) => arrowOf(edge, arrows)) ?? [] };
}

/** Screen width, in px. */
const WIDE = 1500;
/** Number of states that never fit side by side: trying would cost a second. */
const MANY = 24;

/**
 * Lays out from top to bottom; tries left to right if the result is wider than a screen, and returns the narrower one.
 */
async function laidOut(graph: ElkNode, layOut: LayOut): Promise<ElkNode> {
  const towards = (direction: 'DOWN' | 'RIGHT'): Promise<ElkNode> =>
    layOut({ ...structuredClone(graph), layoutOptions: { ...OPTIONS, 'elk.direction': direction } });
  if ((graph.children?.length ?? 0) > MANY) return towards('RIGHT');
  const down = await towards('DOWN');
  const width = down.width ?? 0;
  if (width <= WIDE) return down;
  const right = await towards('RIGHT');
  return (right.width ?? 0) < width ? right : down;
}

/** True for a transition without a target, or back to its source: an arrow would add nothing. */
const stays = ({ source, targets }: TransitionCoverage): boolean => targets.every((target) => target === source);

const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.');
const startOf = (path: string): string => `start ${path}`;

function nodesOfState(
  { path, kind, initial, entered }: StateCoverage,
  boxes: Map<string, BoxContent>,
  marks: Marks,
  inner: (source: string) => readonly MarkedLine[],
  nodesIn: (parent: string) => ElkNode[],
): ElkNode[] {
  const box: BoxContent = {
    kind,
    mark: entered > 0 ? 'hit' : marks.state(path),
    title: path.split('.').at(-1) ?? '',
    lines: inner(path),
  };
  boxes.set(path, box);
  const size = sizeOf(box);
  const children = nodesIn(path);
  const node: ElkNode = { id: path, ...size };
  if (children.length > 0) {
    node.children = children;
    node.layoutOptions = {
      'elk.padding': `[top=${size.height + 10},left=14,bottom=14,right=14]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${size.width},${size.height})`,
    };
  }
  if (!initial) return [node];
  boxes.set(startOf(path), { kind: 'start', mark: 'hit', title: '', lines: [] });
  return [{ id: startOf(path), width: START, height: START }, node];
}

function sizeOf({ title, lines }: BoxContent): { readonly width: number; readonly height: number } {
  const widest = Math.max(titleWidth(title), ...lines.map(widthOf));
  return {
    width: Math.max(64, widest + 2 * PAD),
    height: (lines.length + 1) * LINE_H + 2 * PAD + (lines.length > 0 ? 4 : 0),
  };
}

function startEdge(path: string, arrows: Map<string, ArrowContent>): ElkExtendedEdge {
  const id = `arrow ${startOf(path)}`;
  arrows.set(id, { mark: 'hit', lines: [] });
  return { id, sources: [startOf(path)], targets: [path] };
}

/** Combines all transitions between two states that have the same mark into one arrow. */
function edgesOf(
  transitions: readonly TransitionCoverage[],
  marks: Marks,
  arrows: Map<string, ArrowContent>,
): ElkExtendedEdge[] {
  const leading = transitions
    .filter((each) => !stays(each))
    .flatMap((each) => each.targets.map((target) => ({ ...each, target })));
  const groups = Map.groupBy(leading, (each) => `${each.source} > ${each.target} ${marks.transition(each)}`);
  return [...groups].flatMap(([id, all]) => {
    const [first] = all;
    if (!first) return [];
    const lines = linesOf(all, marks);
    arrows.set(id, { mark: marks.transition(first), lines });
    const width = Math.max(...lines.map(widthOf)) + 6;
    return [
      {
        id,
        sources: [first.source],
        targets: [first.target],
        labels: [{ text: id, width, height: lines.length * LINE_H + 2, layoutOptions: ON_THE_LINE }],
      },
    ];
  });
}

function boxesIn(node: ElkNode, boxes: ReadonlyMap<string, BoxContent>): readonly Box[] {
  return (node.children ?? []).flatMap((child) => {
    const box = boxes.get(child.id);
    const { x = 0, y = 0, width: w = 0, height: h = 0 } = child;
    return [...(box ? [{ x, y, w, h, path: child.id, ...box }] : []), ...boxesIn(child, boxes)];
  });
}

function arrowOf(edge: ElkExtendedEdge, arrows: ReadonlyMap<string, ArrowContent>): readonly Arrow[] {
  const [arrow, section, label] = [arrows.get(edge.id), edge.sections?.[0], edge.labels?.[0]];
  if (!arrow || !section) return [];
  const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(
    ({ x, y }) => [x, y] as const,
  );
  const { x = 0, y = 0, width: w = 0, height: h = 0 } = label ?? {};
  const [from = '', to = ''] = [edge.sources[0], edge.targets[0]];
  return [{ ...arrow, points, from, to, label: label ? { x, y, w, h } : null }];
}
