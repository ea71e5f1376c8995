// The device as an object: its body with LEDs, screen and keys, and what the page adds for looking at it.

import { useState } from 'preact/hooks';
import { DEFAULT_SCREEN } from './painter.ts';
import { KeyPad } from './key-pad.tsx';
import { Leds } from './leds.tsx';
import type { Panel } from './panel.ts';
import { Screen } from './screen.tsx';
import type { Services } from './services.ts';
import { TextLines } from './text-lines.tsx';

interface DeviceProps extends Services {
  readonly panel: Panel;
}

export function Device({ panel, painter, speaker, keys, actions, touch }: DeviceProps) {
  const [muted, setMuted] = useState(false);
  const [as_text, setAsText] = useState(false);
  const mute = (): void => {
    speaker.setMuted(!muted);
    setMuted(!muted);
  };
  return (
    <section class="device" aria-label="Device">
      <div class="body">
        <div class="body-top">
          <span class="body-brand" aria-hidden="true">
            tapin
          </span>
          <Leds colors={panel.leds} />
        </div>
        <Screen
          painter={painter}
          size={panel.hello?.screen ?? DEFAULT_SCREEN}
          brightness_percent={panel.brightness_percent}
          live={panel.connection === 'open'}
          touch={touch}
        />
        <KeyPad keys={keys} />
      </div>
      <div class="tools">
        <button type="button" aria-pressed={muted} data-testid="mute" onClick={mute}>
          Mute
        </button>
        <button type="button" aria-pressed={as_text} data-testid="show-text" onClick={() => setAsText(!as_text)}>
          Show as text
        </button>
        <button type="button" data-testid="screenshot" onClick={actions.screenshot}>
          Screenshot
        </button>
      </div>
      <TextLines lines={panel.lines} visible={as_text} />
    </section>
  );
}
