// Layout of a machine's statechart: the positions of its states and arrows, in pixels.

export interface ChartBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Kind of box. `start`: the dot of an initial arrow. `any`: for transitions of the whole machine. */
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'history' | 'final' | 'start' | 'any';
  /** Path of the state, such as `dialled.connected`. */
  readonly path: string;
  readonly title: string;
  /** Actions that do not leave the state. */
  readonly lines: readonly string[];
}

export interface ChartArrow {
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Paths of states; '' for any state. */
  readonly from: string;
  readonly to: string;
  /** Events, with their guards in brackets. */
  readonly lines: readonly string[];
  readonly label: { readonly x: number; readonly y: number; readonly w: number; readonly h: number } | null;
}

export interface MachineChart {
  readonly machine: string;
  readonly w: number;
  readonly h: number;
  readonly boxes: readonly ChartBox[];
  readonly arrows: readonly ChartArrow[];
}
