// The single device: its body with LEDs, screen and keys, and the page's own view controls.

import { useState } from 'preact/hooks';
import { DEFAULT_SCREEN } from './painter.ts';
import { KeyPad } from './key-pad.tsx';
import { Leds } from './leds.tsx';
import { isOff, type PanelState } from '../connection/panel.ts';
import { Screen } from './screen.tsx';
import type { ScreenView } from './screen-view.ts';
import type { Services } from '../connection/services.ts';
import type { Speaker } from './speaker.ts';
import { StrikePad } from '../play/strike-pad.tsx';
import { Switches } from './switches.tsx';
import { TextLines } from './text-lines.tsx';
import { ViewControls } from './view-controls.tsx';
import { Tools } from './tools.tsx';
import { useHeightVariable } from '../common/use-height.ts';

interface DeviceProps extends Services {
  readonly panel: PanelState;
  readonly speaker: Speaker;
  readonly view: ScreenView;
  readonly setView: (view: ScreenView) => void;
  /** Whether the page shows a past state, which disables all controls. */
  readonly past: boolean;
  /** Whether the strike pad fits next to the screen. */
  readonly with_pad: boolean;
}

export function Device({ panel, painter, speaker, keys, actions, touch, past, view, setView, with_pad }: DeviceProps) {
  const [as_text, setAsText] = useState(false);
  const off = isOff(panel);
  const whole = useHeightVariable<HTMLElement>('--devices-height');
  return (
    <section ref={whole} class="device" aria-label="Device" data-size={view.size}>
      <div class="over-device" inert={past}>
        <Switches switches={panel.switches} actions={actions} />
      </div>
      <div class={off ? 'body body-off' : 'body'}>
        <div class="body-top">
          <span class="body-brand" aria-hidden="true">
            tapin
          </span>
          <Leds colors={panel.leds} />
        </div>
        <Screen
          painter={painter}
          size={panel.hello?.screen ?? DEFAULT_SCREEN}
          view={view}
          brightness_percent={panel.brightness_percent}
          live={panel.connection === 'open'}
          off={off}
          touch={touch}
        />
        <div class="hands" inert={past || off}>
          <KeyPad keys={keys} by_keyboard={true} />
          {with_pad && panel.hello?.sensor === 'virtual' && (
            <StrikePad
              fields={panel.hello.strike_fields}
              strike={actions.strike}
              roll={panel.roll}
              units={panel.hello.units}
            />
          )}
        </div>
      </div>
      <Tools {...{ speaker, as_text, setAsText }} screenshot={actions.screenshot} history={actions.history} />
      <ViewControls {...{ view, setView }} with_size={true} />
      <TextLines lines={panel.lines} visible={as_text} spoken={true} />
    </section>
  );
}
