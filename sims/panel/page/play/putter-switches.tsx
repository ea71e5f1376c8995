// Switches of the virtual putter: a person's spread, and a golfer who putts unattended.

import type { Actions } from '../connection/actions.ts';
import { usePadChoice } from './pad-choice.ts';

export function HumanSwitch({ word }: { readonly word: string }) {
  const [pad, setPad] = usePadChoice();
  return (
    <button
      type="button"
      data-testid="pad-human"
      aria-pressed={pad.human}
      title="Add a good amateur's spread to each pad stroke"
      onClick={() => setPad({ ...pad, human: !pad.human })}
    >
      {word}
    </button>
  );
}

interface GolferSwitchProps {
  readonly golfer: boolean;
  readonly actions: Actions;
}

export function GolferSwitch({ golfer, actions }: GolferSwitchProps) {
  return (
    <button
      type="button"
      data-testid="golfer"
      aria-pressed={golfer}
      title="Let a golfer putt unattended"
      onClick={() => actions.golfer(!golfer)}
    >
      Golfer
    </button>
  );
}
