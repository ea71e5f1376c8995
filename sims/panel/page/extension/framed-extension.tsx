// An extension inside another page: the device, its pad, and the cards for its author.

import { isOff } from '../connection/panel.ts';
import type { ScreenView } from '../device/screen-view.ts';
import { LogPane } from '../log/log-card.tsx';
import type { PaneProps } from '../pane-props.ts';
import { StrikeCard } from '../play/strike-card.tsx';
import { PlayDevice } from '../table/play-device.tsx';
import { useTimeline } from '../timeline/timeline.ts';
import { ExtensionCard } from './extension-card.tsx';
import { LuaCard } from './lua-card.tsx';

type FramedProps = Omit<PaneProps, 'with_pad'> & { readonly view: ScreenView };

export function FramedExtension({ view, ...pane }: FramedProps) {
  const { device, panel } = pane;
  const events = useTimeline(device.timeline);
  const { hello, link, roll, extension, script } = panel;
  return (
    <main class="page page-framed">
      <PlayDevice {...{ device, view }} selected={true} choose={() => {}} />
      <div class="framed-side">
        <StrikeCard
          {...{ hello, link, roll }}
          actions={device.actions}
          with_pad={true}
          idle={isOff(panel)}
          last={undefined}
        />
        {script && <ExtensionCard use={extension} script={script} />}
        {extension && <LuaCard events={events} use={extension} />}
        <LogPane {...pane} with_pad={false} />
      </div>
    </main>
  );
}
