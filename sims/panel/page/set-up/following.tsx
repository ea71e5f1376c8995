// After the form: follows the device to its new network, where this phone must go too.

import { useEffect } from 'preact/hooks';
import { answersAt, PLAY, playAt, readSetUp, type SetUp } from './device.ts';

interface FollowingProps {
  readonly state: SetUp;
  /** Whether the device does not answer at this address. */
  readonly lost: boolean;
  /** Network that the device joins; '' for none. */
  readonly network: string;
  readonly again: () => void;
}

const TRY_EVERY_MS = 3000;

export function Following({ state, lost, network, again }: FollowingProps) {
  const { host, joined } = state;
  const arrived = network === '' || (!lost && joined === network);
  useFollowed(host, lost);
  if (network === '')
    return <Done text="Saved. Stay on the putter's network: this phone is its screen now." testid="stay" />;
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
      <p>The putter joins {network} and closes its own network.</p>
      <ol>
        <li>
          Join <strong>{network}</strong> with this phone.
        </li>
        <li>
          Wait: this page opens the putter. Or open <a href={playAt(host)}>{host}</a>, or scan the code on the putter.
        </li>
      </ol>
      <p>Did the putter's own network come back? Join it again: this page then shows what went wrong.</p>
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
      const is_there = (await answersAt(host)) && (await readSetUp()) === null;
      if (ended) return;
      if (is_there) location.assign(playAt(host));
      else setTimeout(() => void attempt(), TRY_EVERY_MS);
    };
    void attempt();
    return () => void (ended = true);
  }, [host, lost]);
}

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
