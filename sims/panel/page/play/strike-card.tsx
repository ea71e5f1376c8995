// Strike controls: the pad, exact numbers, or the golfer; with a real sensor, only a note to strike a real ball.

import type { Actions } from '../connection/actions.ts';
import { usePadChoice } from './pad-choice.ts';
import { GolferSwitch, HumanSwitch } from './putter-switches.tsx';
import type { PanelState } from '../connection/panel.ts';
import { RECORDED } from '../connection/protocol.ts';
import type { ListedStroke } from './strokes.ts';
import { StrikeForm } from './strike-form.tsx';
import { StrikePad } from './strike-pad.tsx';

type StrikeCardProps = Pick<PanelState, 'hello' | 'link' | 'roll'> & {
  readonly actions: Actions;
  /** Last stroke, for a repeat. */
  readonly last: ListedStroke | undefined;
  /** Whether the pad is on this card; with several devices each has its own. */
  readonly with_pad: boolean;
  /** Whether striking is disabled: the device is off, or the page shows a past state. */
  readonly idle: boolean;
};

export function StrikeCard({ hello, link, last, roll, actions, with_pad, idle }: StrikeCardProps) {
  const [pad, setPad] = usePadChoice();
  if (hello === null) return null;
  if (hello.sensor !== 'virtual') {
    return (
      <section class="card card-strike" aria-label="Strike">
        <h2>Strike</h2>
        <p class="real-sensor" data-testid="real-sensor">
          {hello.sensor === RECORDED
            ? 'This is a recording: it can only be viewed.'
            : `A real sensor is attached at ${hello.sensor}: strike a real ball.`}
        </p>
      </section>
    );
  }
  const { strike_fields: fields, units } = hello;
  return (
    <section class="card card-strike" aria-label="Strike" inert={idle}>
      <div class="card-head">
        <h2>Strike</h2>
        <div class="card-actions">
          <select
            aria-label="Pad mode"
            data-testid="pad-way"
            value={pad.way}
            onChange={({ currentTarget: { value } }) => setPad({ ...pad, way: value === 'swing' ? value : 'pull' })}
          >
            <option value="pull">Pull back</option>
            <option value="swing">Swing by hand</option>
          </select>
          <HumanSwitch word="Human" />
          <button
            type="button"
            data-testid="repeat-last"
            disabled={!last}
            onClick={() => last && actions.strike(last.numbers)}
          >
            Repeat last
          </button>
          <GolferSwitch golfer={link?.golfer ?? false} actions={actions} />
        </div>
      </div>
      <div class={with_pad ? 'strike-ways' : ''}>
        {with_pad && <StrikePad {...{ fields, roll, units }} strike={actions.strike} />}
        {/* Remounts on a change of units, since typed numbers would then mean another speed. */}
        <StrikeForm key={units} {...{ fields, units }} strike={actions.strike} refuse={actions.refuse} />
      </div>
    </section>
  );
}
