// What is behind a device: how to strike its ball, its sensor's link, its machines, its log, its keys to a simulator.

import type { Actions } from './actions.ts';
import { ExtensionCard } from './extension-card.tsx';
import { LinkCard } from './link-card.tsx';
import { LogCard } from './log-card.tsx';
import { MachinesCard } from './machines-card.tsx';
import type { Panel } from './panel.ts';
import { StrikeCard } from './strike-card.tsx';
import { TapsCard } from './taps-card.tsx';

interface CardsProps {
  readonly index: number;
  readonly panel: Panel;
  readonly actions: Actions;
  readonly with_pad: boolean;
}

/** With another device only its log starts over, at its end: the numbers typed for a strike are the person's. */
export function Cards({ index, panel, actions, with_pad }: CardsProps) {
  const { hello, link, last_strike, roll, taps, extension, script } = panel;
  // Of several devices, those that have tapped nothing don't say so.
  const with_taps = taps !== null && (with_pad || taps.length > 0);
  // Who runs a file is writing it: its card is the first.
  return (
    <div class="cards">
      {script && <ExtensionCard use={extension} script={script} />}
      <StrikeCard {...{ hello, link, last_strike, roll, actions, with_pad }} />
      <LinkCard hello={hello} link={link} actions={actions} />
      {extension && !script && <ExtensionCard use={extension} script={null} />}
      <MachinesCard machines={panel.machines} />
      <LogCard key={index} log={panel.log} />
      {with_taps && <TapsCard taps={taps} />}
    </div>
  );
}
