// How to strike a ball, the last strokes, the keys to a simulator, and the extension in play.

import { AgainCard } from './again-card.tsx';
import { ExtensionCard } from './extension-card.tsx';
import { isPast } from './panel.ts';
import { LuaCard } from './lua-card.tsx';
import type { PaneProps } from './pane-props.ts';
import { StoredCard, writesOf } from './stored-card.tsx';
import { StrikeCard } from './strike-card.tsx';
import { StrokesCard } from './strokes-card.tsx';
import { TapsCard } from './taps-card.tsx';
import { useTimeline } from './timeline.ts';

export function PlayPane({ device: { actions, timeline }, panel, with_pad }: PaneProps) {
  const events = useTimeline(timeline);
  const { hello, link, last_strike, roll, taps, extension, script, past } = panel;
  // Of several devices, those that have tapped nothing don't say so.
  const with_taps = taps !== null && (with_pad || taps.length > 0);
  // Who runs a file is writing it: its card is the first.
  return (
    <>
      {script && <ExtensionCard use={extension} script={script} />}
      {script && extension && <LuaCard events={events} use={extension} />}
      {script && <AgainCard {...{ script, events, actions }} />}
      {script && <StoredCard actions={actions} changes={writesOf(events)} past={isPast(panel)} until_ms={past.at_ms} />}
      <StrikeCard {...{ hello, link, last_strike, roll, actions, with_pad }} past={isPast(panel)} />
      <StrokesCard hello={hello} events={events} strike={actions.strike} past={isPast(panel)} />
      {extension && !script && <ExtensionCard use={extension} script={null} />}
      {extension && !script && <LuaCard events={events} use={extension} />}
      {with_taps && <TapsCard taps={taps} />}
    </>
  );
}
