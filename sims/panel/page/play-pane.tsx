// How to strike a ball, the keys to a simulator, and the extension in play.

import { ExtensionCard } from './extension-card.tsx';
import type { PaneProps } from './pane-props.ts';
import { StrikeCard } from './strike-card.tsx';
import { TapsCard } from './taps-card.tsx';

export function PlayPane({ device: { actions }, panel, with_pad }: PaneProps) {
  const { hello, link, last_strike, roll, taps, extension, script } = panel;
  // Of several devices, those that have tapped nothing don't say so.
  const with_taps = taps !== null && (with_pad || taps.length > 0);
  // Who runs a file is writing it: its card is the first.
  return (
    <>
      {script && <ExtensionCard use={extension} script={script} />}
      <StrikeCard {...{ hello, link, last_strike, roll, actions, with_pad }} />
      {extension && !script && <ExtensionCard use={extension} script={null} />}
      {with_taps && <TapsCard taps={taps} />}
    </>
  );
}
