// How somebody swings on the strike pads of this page, as this browser remembers it: the same for all of them.

import { useLayoutEffect, useState } from 'preact/hooks';
import { isFields } from '../../../wire/json-fields.ts';
import { remember, remembered } from './remembered.ts';

export interface PadChoice {
  /** Pulled back and let go, or swung through the ball by hand. */
  readonly way: 'pull' | 'swing';
  /** Each stroke misses what was meant by as much as a good amateur's does. */
  readonly human: boolean;
}

function readChoice(value: unknown): PadChoice {
  const { way, human } = isFields(value) ? value : {};
  return { way: way === 'swing' ? 'swing' : 'pull', human: human === true };
}

const listeners = new Set<() => void>();

export function usePadChoice(): [PadChoice, (choice: PadChoice) => void] {
  const [choice, setChoice] = useState(() => readChoice(remembered('pad')));
  useLayoutEffect(() => {
    const look = (): void => setChoice(readChoice(remembered('pad')));
    listeners.add(look);
    return () => void listeners.delete(look);
  }, []);
  const choose = (next: PadChoice): void => {
    remember('pad', next);
    for (const listener of listeners) listener();
  };
  return [choice, choose];
}
