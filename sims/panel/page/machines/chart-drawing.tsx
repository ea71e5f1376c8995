// Draws a statechart, with the active states and the last transition highlighted.

import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isWithin, visitsOf, wentAlong } from './chart-history.ts';
import type { ChartArrow, ChartBox, MachineChart } from './machine-chart.ts';
import type { Transition } from './transitions.ts';

interface ChartDrawingProps {
  readonly chart: MachineChart;
  readonly active: readonly string[];
  /** Transitions of this machine, oldest first. */
  readonly transitions: readonly Transition[];
  /** Whether the whole chart is scaled to the width of the frame. */
  readonly fits: boolean;
  /** Whether to show how often each state was entered, and which arrows were taken. */
  readonly covered: boolean;
  /** State whose history is shown; null if none. */
  readonly selected: string | null;
  readonly select: (path: string) => void;
}

const MARGIN = 4;

export function ChartDrawing(props: ChartDrawingProps) {
  const { chart, active, transitions, fits, covered, selected, select } = props;
  const { machine, w, h, boxes, arrows } = chart;
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showLit(frame.current), [machine, active.join(' '), fits]);
  const last = transitions.at(-1);
  // Includes transitions through states that the machine left immediately.
  const latest = transitions.filter(({ at_ms }) => at_ms === last?.at_ms);
  const [width, height] = [w + 2 * MARGIN, h + 2 * MARGIN];
  // Most of a chart is static, and Preact skips elements that are identical to the previous ones.
  const still_boxes = useMemo(() => boxes.map((box) => <Box key={box.path} {...{ box, select }} {...STILL_BOX} />), [boxes, select]); // oxfmt-ignore
  const still_arrows = useMemo(() => arrows.map((arrow, index) => <Arrow key={index} {...{ arrow }} {...STILL_ARROW} />), [arrows]); // oxfmt-ignore
  return (
    <div ref={frame} class="chart" tabIndex={0} role="group" aria-label={`Statechart of ${machine}, scrollable`}>
      <svg
        {...(fits ? { style: { width: '100%', maxWidth: `${width}px`, maxHeight: '33rem' } } : { width, height })}
        viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
        role="img"
        aria-label={`Statechart of ${machine}. The list below has the same content.`}
        data-testid="chart"
      >
        {boxes.map((box, index) => {
          const lit = active.some((each) => isWithin(each, box.path));
          if (!lit && !covered && box.path !== selected) return still_boxes[index];
          const entered = covered ? visitsOf(transitions, box.path).length : null;
          return <Box key={box.path} {...{ box, lit, entered, select }} selected={box.path === selected} />;
        })}
        {arrows.map((arrow, index) => {
          const went = latest.some((each) => wentAlong(each, arrow));
          if (!went && !covered) return still_arrows[index];
          const missed = covered && !transitions.some((each) => wentAlong(each, arrow));
          return <Arrow key={index} {...{ arrow, went, missed }} count={last?.number ?? 0} />;
        })}
      </svg>
    </div>
  );
}

/** Scrolls the active state to the middle of the frame without scrolling the page. */
function showLit(frame: HTMLElement | null): void {
  const box = [...(frame?.querySelectorAll('[data-lit=true] > rect') ?? [])].at(-1)?.getBoundingClientRect();
  if (!frame || !box) return;
  const around = frame.getBoundingClientRect();
  frame.scrollLeft += box.left + box.width / 2 - around.left - around.width / 2;
  frame.scrollTop += box.top + box.height / 2 - around.top - around.height / 2;
}

const LINE_H = 15;
const PAD = 7;

interface BoxProps {
  readonly box: ChartBox;
  readonly lit: boolean;
  /** Number of entries; null if not shown. */
  readonly entered: number | null;
  readonly selected: boolean;
  readonly select: (path: string) => void;
}

const STILL_BOX = { lit: false, entered: null, selected: false } as const;

function Box({ box: { x, y, w, h, kind, path, title, lines }, lit, entered, selected, select }: BoxProps) {
  if (kind === 'start') return <circle class="chart-start" cx={x + w / 2} cy={y + h / 2} r={w / 2} />;
  const is_state = kind !== 'any';
  const missed = entered === 0 && is_state;
  const classes = [
    'chart-state',
    lit && is_state && 'chart-lit',
    selected && 'chart-selected',
    missed && 'chart-missed',
  ];
  return (
    <g
      class={classes.filter(Boolean).join(' ')}
      data-state={path}
      data-lit={lit}
      onClick={() => is_state && select(path)}
    >
      <rect x={x} y={y} width={w} height={h} rx="6" class={`chart-box chart-${kind}`} />
      {kind === 'final' && <rect x={x + 3} y={y + 3} width={w - 6} height={h - 6} rx="4" class="chart-box" />}
      <text class="chart-title" x={x + PAD} y={y + PAD + LINE_H - 4}>
        {lit && is_state ? `● ${title}` : title || 'any state'}
      </text>
      {entered !== null && is_state && (
        <text class="chart-count" x={x + w - PAD} y={y + PAD + LINE_H - 4} text-anchor="end">
          {entered}×
        </text>
      )}
      <Lines lines={lines} x={x + PAD} y={y + PAD + LINE_H + 4} />
    </g>
  );
}

function Lines({ lines, x, y }: { readonly lines: readonly string[]; readonly x: number; readonly y: number }) {
  return (
    <>
      {lines.map((line, index) => (
        <text key={index} class="chart-line" x={x} y={y + (index + 1) * LINE_H - 4}>
          {line}
        </text>
      ))}
    </>
  );
}

interface ArrowProps {
  readonly arrow: ChartArrow;
  readonly went: boolean;
  /** Whether the arrow was never taken, if coverage is shown. */
  readonly missed: boolean;
  /** Number that changes each time the arrow is taken. */
  readonly count: number;
}

const STILL_ARROW = { went: false, missed: false, count: 0 } as const;

const [TIP_L, TIP_W] = [8, 3.5];

function Arrow({ arrow: { points, from, to, label, lines }, went, missed, count }: ArrowProps) {
  const [[x, y] = [0, 0], [from_x, from_y] = [0, 0]] = points.toReversed();
  const length = Math.hypot(x - from_x, y - from_y) || 1;
  const [dx, dy] = [(x - from_x) / length, (y - from_y) / length];
  const [back_x, back_y] = [x - TIP_L * dx, y - TIP_L * dy];
  const tip = `${x},${y} ${back_x - TIP_W * dy},${back_y + TIP_W * dx} ${back_x + TIP_W * dy},${back_y - TIP_W * dx}`;
  return (
    <g
      data-from={from}
      data-to={to}
      key={went ? count : 'still'}
      class={`chart-arrow ${went ? 'chart-went' : ''} ${missed ? 'chart-missed' : ''}`}
    >
      <polyline pathLength="1" points={points.map((point) => point.join(',')).join(' ')} />
      <polygon points={tip} />
      {label && (
        <>
          <rect class="chart-label" x={label.x} y={label.y} width={label.w} height={label.h} rx="2" />
          <Lines lines={lines} x={label.x + 3} y={label.y} />
        </>
      )}
    </g>
  );
}
