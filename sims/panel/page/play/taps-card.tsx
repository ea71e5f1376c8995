// Shows the keys that the device has tapped on the golf simulator's computer, newest last.

import { countWords, keyWords } from '../device/key-words.ts';
import type { TapRun } from '../connection/protocol.ts';

export function TapsCard({ taps }: { readonly taps: readonly TapRun[] }) {
  return (
    <section class="card card-taps" aria-label="Keys to the simulator">
      <h2>Keys to the simulator</h2>
      {taps.length === 0 ? (
        <p class="empty">None yet. Simulator modes aim with these keys.</p>
      ) : (
        <ol class="taps" data-testid="taps" aria-label="Keys tapped, newest last">
          {taps.map((run, index) => (
            <Run key={index} run={run} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Run({ run }: { readonly run: TapRun }) {
  return (
    <li class="tap">
      <span class="tap-keys">
        <kbd>{keyWords(run)}</kbd> {countWords(run)}
      </span>{' '}
      {run.name !== null && <span class="tap-use">{run.name.replaceAll('_', ' ')}</span>}
    </li>
  );
}
