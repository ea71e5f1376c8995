// Charts of the firmware's machines, for a page that shows their current states.

import type { PanelCharts } from '../../sims/panel/panel-device.ts';
import type { MachineChart } from '../../sims/panel/page/machines/machine-chart.ts';
import { chartOf, type Chart } from './chart.ts';
import { layoutOf, type LayOut } from './layout.ts';
import { FIRMWARE_MACHINES } from './machines.ts';
import type { MarkedLine, Marks } from './marks.ts';

/** Marks of a chart without coverage: nothing is marked as missed. */
const PLAIN: Marks = { state: () => 'hit', transition: () => 'hit', whole: () => 'hit' };

/** Lays out each chart on its first request, which takes some tenths of a second. */
export function createCharts(layOut: LayOut): PanelCharts {
  const charts = new Map<string, Promise<MachineChart | null>>();
  return {
    of(machine, around) {
      const key = `${machine} ${around}`;
      const known = charts.get(key) ?? laidOut(machine, around, layOut);
      charts.set(key, known);
      known.catch(() => charts.delete(key)); // retry after a failure
      return known;
    },
  };
}

async function laidOut(id: string, around: string, layOut: LayOut): Promise<MachineChart | null> {
  const machine = FIRMWARE_MACHINES.find((each) => each.machine.id === id)?.machine;
  if (!machine) return null;
  const whole = chartOf(machine);
  if (around !== '' && !whole.states.some(({ path }) => path === around)) return null;
  const { states, transitions } = around === '' ? whole : neighboursOf(whole, around);
  const bare = {
    states: states.map((state) => ({ ...state, entered: 0 })),
    transitions: transitions.map((transition) => ({
      ...transition,
      targets: [...transition.targets],
      taken: 0,
      guard_true: 0,
      guard_false: 0,
    })),
  };
  const { w, h, boxes, arrows } = await layoutOf(bare, PLAIN, layOut);
  return {
    machine: id,
    w,
    h,
    boxes: boxes.map(({ mark: _mark, lines, ...box }) => ({ ...box, lines: lines.map(textOf) })),
    arrows: arrows.map(({ mark: _mark, lines, ...arrow }) => ({ ...arrow, lines: lines.map(textOf) })),
  };
}

/** Reduces a chart to a state, the states that a transition leads to or comes from, and their parents. */
function neighboursOf({ id, states, transitions }: Chart, path: string): Chart {
  const own = transitions.filter(({ source, targets }) => source === path || targets.includes(path));
  const near = new Set([path, ...own.flatMap(({ source, targets }) => [source, ...targets])]);
  return {
    id,
    states: states.filter((state) =>
      [...near].some((each) => each === state.path || each.startsWith(`${state.path}.`)),
    ),
    // A transition that has several targets keeps all of them.
    transitions: own,
  };
}

const textOf = ({ text, further }: MarkedLine): string => (further ? `  ${text}` : text);
