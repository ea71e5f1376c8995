// Button that seats all devices of the page in one session, hosted by the selected device.

import { useState } from 'preact/hooks';
import type { ConnectedDevice } from '../connection/connect-device.ts';
import { joinAll } from './join-all.ts';

interface JoinButtonProps {
  readonly devices: readonly ConnectedDevice[];
  readonly selected: ConnectedDevice;
  readonly past: boolean;
}

export function JoinButton({ devices, selected, past }: JoinButtonProps) {
  const [busy, setBusy] = useState(false);
  const join = async (): Promise<void> => {
    setBusy(true);
    const problem = await joinAll(
      selected,
      devices.filter((device) => device !== selected),
    );
    setBusy(false);
    selected.store.change((panel) => ({
      ...panel,
      notice: problem === null ? { kind: 'info', text: 'All devices joined.' } : { kind: 'error', text: problem },
    }));
  };
  return (
    <button
      type="button"
      disabled={busy || past}
      data-testid="join-all"
      title="The selected device hosts a session, the others join it"
      onClick={() => void join()}
    >
      {busy ? 'Joining…' : 'Join all'}
    </button>
  );
}
