// One line that says how the page and the device stand, and how the last action went.

import type { Notice, Panel } from './panel.ts';

interface StatusLineProps {
  readonly connection: Panel['connection'];
  readonly notice: Notice | null;
  readonly refusal: Panel['refusal'];
}

export function StatusLine({ connection, notice, refusal }: StatusLineProps) {
  const { kind, text } = statusOf(connection, notice, refusal);
  return (
    <p class={`status status-${kind}`} role="status" data-testid="status">
      <span class="status-mark" aria-hidden="true">
        {kind === 'error' ? '!' : ''}
      </span>
      <span>{text}</span>
    </p>
  );
}

/** Without a connection nothing else matters. */
function statusOf(connection: Panel['connection'], notice: Notice | null, refusal: Panel['refusal']): Notice {
  if (connection === 'lost' && refusal !== null) return { kind: 'error', text: refusal };
  if (connection === 'lost') return { kind: 'error', text: 'Disconnected from tapin. Reconnecting…' };
  if (connection === 'connecting') return { kind: 'info', text: 'Connecting to tapin…' };
  return notice ?? { kind: 'info', text: 'Connected.' };
}
