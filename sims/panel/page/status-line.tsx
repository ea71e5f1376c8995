// Status line for the connection, the device and the result of the last action.

import { useEffect, useState } from 'preact/hooks';
import type { Notice, PanelState } from './connection/panel.ts';

interface StatusLineProps {
  readonly connection: PanelState['connection'];
  readonly notice: Notice | null;
  readonly refusal: PanelState['refusal'];
  readonly off: boolean;
}

type Kind = 'idle' | 'done' | 'error';

const MARKS: Readonly<Record<Kind, string>> = { idle: '', done: '✓', error: '!' };
/** Time after which a success message disappears. */
const DONE_MS = 10_000;

export function StatusLine({ connection, notice, refusal, off }: StatusLineProps) {
  const [old, setOld] = useState<Notice | null>(null);
  useEffect(() => {
    if (notice?.kind !== 'info') return undefined;
    const timer = setTimeout(() => setOld(notice), DONE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  const [kind, text] = statusOf(connection, notice === old ? null : notice, refusal, off);
  return (
    <p class={`status status-${kind}`} role="status" title={text} data-testid="status">
      <span class="status-mark" aria-hidden="true">
        {MARKS[kind]}
      </span>
      <span class="status-text">{text}</span>
    </p>
  );
}

/** Returns the status; a lost connection takes precedence. */
function statusOf(
  connection: PanelState['connection'],
  notice: Notice | null,
  refusal: PanelState['refusal'],
  off: boolean,
): readonly [Kind, string] {
  if (connection === 'lost') return ['error', refusal ?? 'Disconnected from tapin. Reconnecting…'];
  if (connection === 'connecting') return ['idle', 'Connecting to tapin…'];
  if (notice === null) return ['idle', off ? 'The device is off.' : 'Connected.'];
  return [notice.kind === 'info' ? 'done' : 'error', notice.text];
}
