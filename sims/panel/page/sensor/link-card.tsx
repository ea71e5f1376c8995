// Shows the link between the device and its sensor, with faults to choose for a virtual one.

import type { Actions } from '../connection/actions.ts';
import { RECORDED, type Hello, type CableState } from '../connection/protocol.ts';

interface LinkCardProps {
  readonly hello: Hello | null;
  readonly link: CableState | null;
  readonly actions: Actions;
  /** Whether the page shows a past state, which disables all controls. */
  readonly past: boolean;
  /** Fault of the cable at the time shown; '' if none. */
  readonly fault_then: string;
}

const NO_FAULT = 'ok';

export function LinkCard({ hello, link, actions, past, fault_then }: LinkCardProps) {
  if (hello === null || link === null) return null;
  // The faults of a real cable are unknown.
  const known = hello.sensor === 'virtual' || hello.sensor === RECORDED;
  if (past && !known) return null;
  if (past || hello.sensor === RECORDED)
    return (
      <section class="card card-link" aria-label="Sensor link">
        <h2>Sensor link</h2>
        <p class="link-state" data-testid="link-state">
          {fault_then === '' ? 'No cable fault at this moment.' : `Cable at this moment: ${fault_then}.`}
        </p>
      </section>
    );
  return (
    <section class="card card-link" aria-label="Sensor link">
      <div class="card-head">
        <h2>Sensor link</h2>
        {hello.sensor === 'virtual' && (
          <button type="button" data-testid="plug" onClick={() => actions.plug(!link.plugged)}>
            {link.plugged ? 'Unplug' : 'Plug in'}
          </button>
        )}
      </div>
      <p class="link-state" data-testid="link-state">
        <strong>{link.link}</strong> {link.detail}
      </p>
      {hello.sensor === 'virtual' && <Faults faults={hello.faults} active={link.fault} choose={actions.fault} />}
    </section>
  );
}

interface FaultsProps {
  readonly faults: readonly string[];
  readonly active: string;
  readonly choose: (fault: string) => void;
}

/** Effect of each fault on the bytes that the board sends. */
const MEANING: Readonly<Record<string, string>> = {
  ok: 'No fault.',
  off: 'No bytes arrive.',
  stuck: 'The last good byte repeats.',
  garbage: 'Every byte is random.',
  wrong: 'A GPS receiver is connected.',
  slow: 'Bytes arrive slowly.',
  delayed: 'Bytes arrive late.',
  intermittent: 'The wire keeps dropping out.',
  'drop-byte': 'Some bytes are lost.',
  'flip-bit': 'Some bits are wrong.',
  split: 'Bytes arrive one by one.',
  merge: 'Bytes arrive in bursts.',
};

/** Lists the faults; pressing the active one again clears it, as a toggle button should. */
function Faults({ faults, active, choose }: FaultsProps) {
  if (faults.length === 0) return null;
  const all = [NO_FAULT, ...faults.filter((fault) => fault !== NO_FAULT)];
  return (
    <ul class="faults" aria-label="Cable faults">
      {all.map((fault) => (
        <li key={fault}>
          <button
            type="button"
            class="chip"
            data-testid={`fault-${fault}`}
            aria-pressed={fault === active}
            aria-description={MEANING[fault]}
            onClick={() => choose(fault === active ? NO_FAULT : fault)}
          >
            {fault}
          </button>
          <span aria-hidden="true">{MEANING[fault]}</span>
        </li>
      ))}
    </ul>
  );
}
