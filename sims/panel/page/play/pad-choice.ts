// Input mode of the strike pads on this page, stored in the browser and shared by all pads.

import { isFields } from '../../../../wire/json-fields.ts';
import { useStoredChoice } from '../connection/remembered.ts';

interface PadChoice {
  /** Input mode: pull back and release, or swing through the ball by hand. */
  readonly way: 'pull' | 'swing';
  /** Whether each stroke deviates from the intended one like a good amateur's. */
  readonly human: boolean;
}

function readChoice(value: unknown): PadChoice {
  const { way, human } = isFields(value) ? value : {};
  return { way: way === 'swing' ? 'swing' : 'pull', human: human === true };
}

export const usePadChoice = (): [PadChoice, (choice: PadChoice) => void] => useStoredChoice('pad', readChoice);
