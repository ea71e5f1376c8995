// Strike pad of the selected device, large, with the few switches that a player wants; and hints for the first visit.

import { useEffect } from 'preact/hooks';
import type { ConnectedDevice } from '../connection/connect-device.ts';
import { isOff, type PanelState } from '../connection/panel.ts';
import { useStoredChoice } from '../connection/remembered.ts';
import type { Speaker } from '../device/speaker.ts';
import { GolferSwitch, HumanSwitch } from '../play/putter-switches.tsx';
import { StrikePad } from '../play/strike-pad.tsx';

interface PlaySideProps {
  readonly selected: ConnectedDevice;
  readonly panel: PanelState;
  readonly speaker: Speaker;
}

export function PlaySide({ selected: { actions }, panel, speaker }: PlaySideProps) {
  const { hello, link, roll } = panel;
  const is_virtual = hello?.sensor === 'virtual';
  return (
    <section class="play-side" aria-label="Putter">
      {hello !== null && !is_virtual && <p class="play-real">{realText(link?.link === 'lost')}</p>}
      {hello !== null && is_virtual && (
        <div class="play-pad" inert={isOff(panel)}>
          <StrikePad fields={hello.strike_fields} strike={actions.strike} roll={roll} units={hello.units} />
        </div>
      )}
      <div class="play-switches" role="group" aria-label="How you play">
        {is_virtual && (
          <>
            <HumanSwitch word="Human touch" />
            <GolferSwitch golfer={link?.golfer ?? false} actions={actions} />
          </>
        )}
        <SoundSwitch speaker={speaker} />
        <button
          type="button"
          data-testid="putts-csv"
          title="Every putt that is kept, for a spreadsheet"
          onClick={() => actions.history('putts', 'csv')}
        >
          Save putts
        </button>
      </div>
      {hello !== null && <Hints is_virtual={is_virtual} />}
    </section>
  );
}

const realText = (is_lost: boolean): string =>
  is_lost
    ? 'The sensor is not plugged in. Plug it in, or choose another one in Set up.'
    : 'A real sensor is attached: strike a real ball. If you built it, calibrate it in Settings.';

const isTrue = (value: unknown): boolean => value === true;

function SoundSwitch({ speaker }: { readonly speaker: Speaker }) {
  const [muted, setMuted] = useStoredChoice('muted', isTrue);
  useEffect(() => {
    speaker.setVolume(muted ? 0 : 1);
    return () => speaker.setVolume(1);
  }, [muted]);
  return (
    <button type="button" data-testid="sound" aria-pressed={!muted} onClick={() => setMuted(!muted)}>
      Sound
    </button>
  );
}

const hintsFor = (is_virtual: boolean): readonly string[] => [
  ...(is_virtual ? ['Drag back from the ball and let go.'] : []),
  globalThis.matchMedia('(any-pointer: fine)').matches
    ? 'Arrow keys, Enter and Esc work the device.'
    : 'The buttons under the screen work the device.',
  'With friends: choose Play together.',
];

/** Shown until the player closes them, once in this browser. */
function Hints({ is_virtual }: { readonly is_virtual: boolean }) {
  const [seen, setSeen] = useStoredChoice('hints-seen', isTrue);
  if (seen) return null;
  return (
    <aside class="hints" aria-label="Hints" data-testid="hints">
      <ul>
        {hintsFor(is_virtual).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <button type="button" data-testid="hints-close" onClick={() => setSeen(true)}>
        Got it
      </button>
    </aside>
  );
}
