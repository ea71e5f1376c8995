// Whether the page shows its workbench: panes, switches and timeline. Stored in this browser.

import { useStoredChoice } from '../connection/remembered.ts';
import { RECORDED } from '../connection/protocol.ts';
import type { PanelState } from '../connection/panel.ts';

const readChoice = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** Default: for authors, who run a script file, for recordings, which cannot be played, and in the frame of another page. */
export function useWorkbench({ hello, script }: PanelState): [boolean, (on: boolean) => void] {
  const [choice, choose] = useStoredChoice('workbench', readChoice);
  const is_framed = globalThis.parent !== globalThis.window;
  return [choice ?? (script !== null || hello?.sensor === RECORDED || is_framed), choose];
}
