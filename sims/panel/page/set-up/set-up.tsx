// First start on a phone: a form for Wi-Fi and names, then the way to the same device on the new network.

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { assertDefined } from '../../../../wire/errors.ts';
import { readSetUp, type SetUp } from './device.ts';
import { Following } from './following.tsx';
import { SensorForm } from './sensor-form.tsx';
import { SetUpForm } from './set-up-form.tsx';

const POLL_EVERY_MS = 1500;

interface Seen {
  readonly state: SetUp | null;
  /** Why the device refuses this page; '' if it does not. */
  readonly refusal: string;
  /** Whether the last call had no answer. */
  readonly lost: boolean;
}

function App() {
  const [{ state, refusal, lost }, setSeen] = useState<Seen>({ state: null, refusal: '', lost: false });
  /** Network of the sent form; null before, '' for none. */
  const [sent, setSent] = useState<string | null>(null);
  useEffect(() => {
    let ended = false;
    const poll = async (): Promise<void> => {
      const answer = await readSetUp();
      if (ended) return;
      if (typeof answer === 'string') setSeen({ state: null, refusal: answer, lost: false });
      else setSeen((seen) => ({ state: answer ?? seen.state, refusal: '', lost: answer === null }));
      setTimeout(() => void poll(), POLL_EVERY_MS);
    };
    void poll();
    return () => void (ended = true);
  }, []);
  const failed = state !== null && !lost && state.message !== '' && state.action !== 'joining';
  useEffect(() => {
    if (failed) setSent(null);
  }, [failed]);
  return (
    <main class="set-up">
      <h1>Set up your putter</h1>
      <p class="set-up-status" role="status" data-testid="status">
        {refusal || (failed ? state.message : '')}
      </p>
      {refusal === '' && (state === null || sent === null) && <p data-testid="place">{placeOf(state)}</p>}
      {state !== null && refusal === '' && sent === null && (
        <SetUpForm key={namesOf(state)} state={state} sent={setSent} />
      )}
      {state !== null && sent === null && state.sensors.length > 0 && <SensorForm state={state} />}
      {state !== null && sent !== null && <Following {...{ state, lost }} network={sent} again={() => setSent(null)} />}
    </main>
  );
}

/** Identifies the names on the form: a device that still starts does not have its own yet. */
const namesOf = ({ name, players }: SetUp): string => [name, ...players].join('\n');

/** Describes where the phone meets the putter. */
function placeOf(state: SetUp | null): string {
  if (state === null) return 'Looking for the putter …';
  if (state.action === 'sharing') return "This phone is on the putter's own network.";
  return state.joined === null ? '' : `The putter is on ${state.joined}.`;
}

render(<App />, assertDefined(document.querySelector('#app'), 'place of the page'));
