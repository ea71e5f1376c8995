// Progress of a running scenario for observers: the current step in words, and its elapsed time.

import type { Backend } from '../backend.ts';
import { figureText } from '../../../sims/condition/quantities.ts';
import type { ActionStep, Place } from '../scenario.ts';
import type { Condition } from '../reading/shapes.ts';

export interface Progress {
  readonly at: Place;
  /** Current action: `wait for "Verdict: Holed"`. */
  readonly action: string;
  /** Time since the step started, on the devices' clock. */
  readonly for_ms: number;
  /** Maximum duration; null if unlimited. */
  readonly of_ms: number | null;
}

/** Called when a step starts and whenever it has let time pass. */
export type OnProgress = (progress: Progress) => void;

export interface ProgressWatch {
  /** Wrapped backend that reports progress. */
  readonly backend: Backend;
  begin(at: Place, words: StepWords): void;
}

export function watchSteps(backend: Backend, onProgress: OnProgress): ProgressWatch {
  let current: Omit<Progress, 'for_ms'> | null = null;
  let start_ms = 0;
  const report = (): void => void (current && onProgress({ ...current, for_ms: backend.now_ms() - start_ms }));
  return {
    backend: {
      ...backend,
      async pass(ms) {
        await backend.pass(ms);
        report();
      },
    },
    begin(at, words) {
      current = { at, ...words };
      start_ms = backend.now_ms();
      report();
    },
  };
}

/** Default timeout of a wait. */
export const WITHIN_MS = 30_000;

type StepWords = Pick<Progress, 'action' | 'of_ms'>;

/** Returns a step in words, and its maximum duration. */
export function wordsOf(step: ActionStep): StepWords {
  switch (step.kind) {
    case 'wait_for':
      return { action: `wait for ${conditionWords(step.value)}`, of_ms: step.value.within ?? WITHIN_MS };
    case 'advance':
    case 'wait_ms':
      return { action: 'let time pass', of_ms: step.value };
    case 'expect':
    case 'check':
    case 'expect_no':
      return { action: `${step.kind} ${conditionWords(step.value)}`, of_ms: null };
    case 'hold':
      return { action: `hold ${step.value.key}`, of_ms: step.value.for };
    default:
      return { action: `${step.kind} ${valueWords(step.value)}`.trim(), of_ms: null };
  }
}

/** Formats a condition: screen texts in quotes, other fields after their names. */
const conditionWords = ({ text, line, figures, ...others }: Condition): string =>
  [
    ...[...text, ...line].map((each) => JSON.stringify(each)),
    ...Object.entries({ ...others, within: undefined }).flatMap(([field, value]) => {
      const words = valueWords(value);
      return words === '' ? [] : [`${field} ${words}`];
    }),
    ...Object.entries(figures).map(([label, figure]) => `${label} ${figureText(figure)}`),
  ].join(', ');

function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(', ');
  if (typeof value === 'string' || typeof value === 'number') return `${value}`;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, each]) => `${name} ${valueWords(each)}`)
    .join(', ');
}
