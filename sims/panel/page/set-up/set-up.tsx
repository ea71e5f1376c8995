// First start on a phone: a form for Wi-Fi and names, then the way to the same device on the new network.

import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { assertDefined } from '../../../../wire/errors.ts';
import { isOnOwn, PLAY, readSetUp, type SetUp } from './device.ts';
import { Following, type Sent } from './following.tsx';
import { SensorForm } from './sensor-form.tsx';
import { SetUpForm } from './set-up-form.tsx';
import { isRestarting } from './state.ts';

const POLL_EVERY_MS = 1500;

interface Seen {
  readonly state: SetUp | null;
  /** Why the device refuses this page; '' if it does not. */
  readonly refusal: string;
  /** Whether the last call had no answer, a refusal, or an answer of a device that restarts. */
  readonly lost: boolean;
}

function App() {
  const [{ state, refusal, lost }, setSeen] = useState<Seen>({ state: null, refusal: '', lost: false });
  const [sent, setSent] = useState<Sent | null>(null);
  const [picked, choose] = useState('');
  const forms_sent = useRef(0);
  useEffect(() => {
    let ended = false;
    const poll = async (): Promise<void> => {
      const before = forms_sent.current;
      const answer = await readSetUp();
      if (ended) return;
      if (typeof answer === 'string') setSeen(({ state: last }) => ({ state: last, refusal: answer, lost: true }));
      // An answer from before the form was sent tells nothing of its result.
      else if (before === forms_sent.current)
        setSeen((seen) => {
          const is_lost = answer === null || isRestarting(seen.state, answer);
          return { state: is_lost ? seen.state : answer, refusal: '', lost: is_lost };
        });
      setTimeout(() => void poll(), POLL_EVERY_MS);
    };
    void poll();
    return () => void (ended = true);
  }, []);
  const send = (network: string): void => {
    if (state === null) return;
    forms_sent.current += 1;
    setSent({ network, was_sharing: isOnOwn(state.action) });
    if (network !== '') setSeen({ state: { ...state, action: 'joining', message: '' }, refusal: '', lost: false });
  };
  const is_settled = state !== null && !lost && state.action !== 'joining';
  const failed = is_settled && sent?.network !== '' && state.message !== '';
  // Another phone's form came first.
  const is_elsewhere = is_settled && sent !== null && sent.network !== '' && isOther(state.joined, sent.network);
  useEffect(() => {
    if (failed || is_elsewhere) setSent(null);
  }, [failed, is_elsewhere]);
  return (
    <main class="set-up">
      <h1>Set up your putter</h1>
      <p class="set-up-status" role="status" data-testid="status">
        {failed ? state.message : sent === null && refusal}
      </p>
      {state?.board_problem && (
        <p class="set-up-problem" data-testid="board-problem">
          {state.board_problem}
        </p>
      )}
      {refusal === '' && (state === null || sent === null) && (
        <p data-testid="place">
          {placeOf(state)} {state?.done && <a href={PLAY}>Play</a>}
        </p>
      )}
      {state !== null && refusal === '' && sent === null && (
        <SetUpForm key={namesOf(state)} {...{ state, picked, choose }} sent={send} />
      )}
      {state !== null && refusal === '' && sent === null && state.sensors.length > 0 && <SensorForm state={state} />}
      {state !== null && sent !== null && <Following {...{ state, lost, sent }} again={() => setSent(null)} />}
    </main>
  );
}

const isOther = (joined: string | null, network: string): boolean => joined !== null && joined !== network;

/** Identifies the names on the form: a device that still starts does not have its own yet. */
const namesOf = ({ name, players }: SetUp): string => [name, ...players].join('\n');

/** Describes where the phone meets the putter. */
function placeOf(state: SetUp | null): string {
  if (state === null) return 'Looking for the putter …';
  if (state.action === 'sharing') return "This phone is on the putter's own network.";
  return state.joined === null ? '' : `The putter is on ${state.joined}.`;
}

render(<App />, assertDefined(document.querySelector('#app'), 'place of the page'));
