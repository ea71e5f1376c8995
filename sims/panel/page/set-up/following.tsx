// After the form: follows the device to its new network, where this phone must go too.

import { useEffect } from 'preact/hooks';
import { answersAt, PLAY, playAt, readSetUp, type SetUp } from './device.ts';

/** Form that was sent. */
export interface Sent {
  /** Network that the device joins; '' for none. */
  readonly network: string;
  /** Whether the device had its own network open. */
  readonly was_sharing: boolean;
}

interface FollowingProps {
  readonly state: SetUp;
  /** Whether the device does not answer at this address: in its new network, another machine may. */
  readonly lost: boolean;
  readonly sent: Sent;
  readonly again: () => void;
}

const TRY_EVERY_MS = 3000;
const STAY = "Saved. Stay on the putter's network: this phone is its screen now.";

export function Following({ state, lost, sent: { network, was_sharing }, again }: FollowingProps) {
  const { host, joined } = state;
  const arrived = !lost && joined === network && state.action !== 'joining' && state.message === '';
  useFollowed(host, lost);
  if (network === '') return <Done text={was_sharing ? STAY : 'Saved.'} testid="stay" />;
  if (arrived)
    return (
      <>
        {state.sign_in && <p>{network} wants a sign-in on a web page, which the putter can't do.</p>}
        <Done text={`The putter is on ${network}.`} testid="joined" />
        {state.sign_in && (
          <button type="button" onClick={again}>
            Choose another network
          </button>
        )}
      </>
    );
  return (
    <section class="set-up-steps" data-testid="following">
      <p>
        The putter joins {network}
        {was_sharing ? ' and closes its own network.' : '.'}
      </p>
      <ol>
        <li>
          Join <strong>{network}</strong> with this phone.
        </li>
        <li>
          Wait: this page opens the putter. Or open <a href={playAt(host)}>{host}</a>, or scan the code on the putter.
        </li>
      </ol>
      <p>
        {was_sharing
          ? "Did the putter's own network come back? Join it again: this page then shows what went wrong."
          : 'Did it not arrive? It goes back to its last network, or opens its own.'}
      </p>
    </section>
  );
}

/**
 * Opens the page for playing as soon as the device answers on this phone's new network. A phone that is back on the
 * device's own network finds it by the same name, but at this page's address too: then this page shows what went wrong.
 */
function useFollowed(host: string, lost: boolean): void {
  useEffect(() => {
    if (!lost) return;
    let ended = false;
    const attempt = async (): Promise<void> => {
      const is_there = (await answersAt(host)) && !isState(await readSetUp());
      if (ended) return;
      if (is_there) location.assign(playAt(host));
      else setTimeout(() => void attempt(), TRY_EVERY_MS);
    };
    void attempt();
    return () => void (ended = true);
  }, [host, lost]);
}

const isState = (answer: SetUp | string | null): boolean => typeof answer === 'object' && answer !== null;

function Done({ text, testid }: { readonly text: string; readonly testid: string }) {
  return (
    <section data-testid={testid}>
      <p>{text}</p>
      <a class="set-up-send" href={PLAY}>
        Play
      </a>
    </section>
  );
}
