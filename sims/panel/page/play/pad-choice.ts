// How somebody swings on the strike pads of this page, as this browser remembers it: the same for all of them.

import { isFields } from '../../../../wire/json-fields.ts';
import { useRemembered } from '../connection/remembered.ts';

interface PadChoice {
  /** Pulled back and let go, or swung through the ball by hand. */
  readonly way: 'pull' | 'swing';
  /** Each stroke misses what was meant by as much as a good amateur's does. */
  readonly human: boolean;
}

function readChoice(value: unknown): PadChoice {
  const { way, human } = isFields(value) ? value : {};
  return { way: way === 'swing' ? 'swing' : 'pull', human: human === true };
}

export const usePadChoice = (): [PadChoice, (choice: PadChoice) => void] => useRemembered('pad', readChoice);
