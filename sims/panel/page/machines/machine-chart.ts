// A machine as a statechart: where each of its states and each of its arrows lies, in pixels.

export interface ChartBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** `start`: the dot from which the first arrow leads. `any`: for transitions of the whole machine. */
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'history' | 'final' | 'start' | 'any';
  /** `dialled.connected` */
  readonly path: string;
  readonly title: string;
  /** What it does without leaving. */
  readonly lines: readonly string[];
}

export interface ChartArrow {
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Paths of states; '' from any state. */
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
