// A device on the page for playing: large with its keys, or small and only to look at.

import type { ConnectedDevice } from '../connection/connect-device.ts';
import { isOff } from '../connection/panel.ts';
import { usePanel } from '../connection/store.ts';
import { nameOf } from '../device/device-name.ts';
import { KeyPad } from '../device/key-pad.tsx';
import { Leds } from '../device/leds.tsx';
import { isOnTurn } from '../device/on-turn.ts';
import { DEFAULT_SCREEN } from '../device/painter.ts';
import { Screen } from '../device/screen.tsx';
import type { ScreenView } from '../device/screen-view.ts';
import { TextLines } from '../device/text-lines.tsx';

interface PlayDeviceProps {
  readonly device: ConnectedDevice;
  readonly selected: boolean;
  readonly view: ScreenView;
  readonly choose: () => void;
}

export function PlayDevice({ device, selected, view, choose }: PlayDeviceProps) {
  const { painter, keys, touch, index } = device;
  const panel = usePanel(device.store);
  const { hello, connection, lines, leds, brightness_percent } = panel;
  const off = isOff(panel);
  const classes = ['play-device', selected ? 'play-large' : 'play-small', isOnTurn(lines) ? 'play-turn' : ''];
  return (
    <section
      class={classes.join(' ')}
      aria-label={`Device ${index + 1}: ${nameOf(hello)}`}
      data-testid={`device-${index}`}
      onClick={selected ? undefined : choose}
    >
      <div class={off ? 'body body-off' : 'body'}>
        <div class="body-top">
          <span class="body-brand">{nameOf(hello)}</span>
          <Leds colors={leds} />
        </div>
        <Screen
          painter={painter}
          size={hello?.screen ?? DEFAULT_SCREEN}
          view={{ ...view, size: 'fit', pixels: false }}
          brightness_percent={brightness_percent}
          live={connection === 'open'}
          off={off}
          touch={selected ? touch : choose}
        />
        {selected && (
          <div inert={off}>
            <KeyPad keys={keys} by_keyboard={true} />
          </div>
        )}
      </div>
      <TextLines lines={lines} visible={false} spoken={selected} />
    </section>
  );
}
