// Pane for playing: strike controls, the last strokes, keys sent to a simulator, and the extension in play.

import { useMemo } from 'preact/hooks';
import { AgainCard } from './again-card.tsx';
import { ExtensionCard } from '../extension/extension-card.tsx';
import { isOff, isPast } from '../connection/panel.ts';
import { LuaCard } from '../extension/lua-card.tsx';
import type { PaneProps } from '../pane-props.ts';
import { StoredCard, writesOf } from '../extension/stored-card.tsx';
import { StrikeCard } from './strike-card.tsx';
import { StrokesCard } from './strokes-card.tsx';
import { lastStrokes } from './strokes.ts';
import { TapsCard } from './taps-card.tsx';
import { useTimeline } from '../timeline/timeline.ts';

export function PlayPane({ device: { actions, timeline }, panel, with_pad }: PaneProps) {
  const events = useTimeline(timeline);
  const strokes = useMemo(() => lastStrokes(events), [events]);
  const { hello, link, roll, taps, extension, script, past } = panel;
  const idle = isPast(panel) || isOff(panel);
  // With several devices, those without taps show no empty card.
  const with_taps = taps !== null && (with_pad || taps.length > 0);
  // A user who runs a file is editing it, so the file's problem comes first.
  const wrong = script && (script.problem ?? extension?.failure);
  return (
    <>
      {wrong && <ExtensionCard use={extension} script={script} />}
      <StrikeCard {...{ hello, link, roll, actions, with_pad, idle }} last={strokes.at(-1)} />
      <StrokesCard {...{ hello, events, strokes, idle }} strike={actions.strike} />
      {script && <AgainCard {...{ script, events, actions }} />}
      {!wrong && (script || extension) && <ExtensionCard use={extension} script={script} />}
      {extension && <LuaCard events={events} use={extension} />}
      {script && <StoredCard actions={actions} changes={writesOf(events)} past={isPast(panel)} until_ms={past.at_ms} />}
      {with_taps && <TapsCard taps={taps} />}
    </>
  );
}
