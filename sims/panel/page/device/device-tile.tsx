// Tile of one device among several: its name and role, LEDs, screen and keys, with its strike pad next to them. Using
// any part of the tile selects the device.

import type { ConnectedDevice } from '../connection/connect-device.ts';
import { nameOf, roleText } from './device-name.ts';
import { KeyPad } from './key-pad.tsx';
import { Leds } from './leds.tsx';
import { isOnTurn, YOUR_TURN } from './on-turn.ts';
import { DEFAULT_SCREEN } from './painter.ts';
import type { Hello } from '../connection/protocol.ts';
import { isOff } from '../connection/panel.ts';
import { Screen } from './screen.tsx';
import type { ScreenView } from './screen-view.ts';
import { usePanel } from '../connection/store.ts';
import { StrikePad } from '../play/strike-pad.tsx';
import { Switches } from './switches.tsx';
import { TextLines } from './text-lines.tsx';

interface DeviceTileProps {
  readonly device: ConnectedDevice;
  readonly selected: boolean;
  readonly view: ScreenView;
  /** Whether the page shows a past state, which disables all controls. */
  readonly past: boolean;
  /** Whether the text lines are rendered here, for screen readers only. */
  readonly with_text: boolean;
  readonly choose: () => void;
}

export function DeviceTile({ device, selected, view, past, with_text, choose }: DeviceTileProps) {
  const { painter, keys, actions, touch, index } = device;
  const panel = usePanel(device.store);
  const { hello, connection } = panel;
  const off = isOff(panel);
  const on_turn = isOnTurn(panel.lines);
  return (
    <section
      class={`tile ${selected ? 'tile-selected' : ''} ${on_turn ? 'tile-turn' : ''}`}
      aria-label={`Device ${index + 1}: ${nameOf(hello)}`}
      aria-current={selected ? 'true' : undefined}
      data-testid={`device-${index}`}
      onPointerDown={(event) => isUse(event) && choose()}
      onClick={choose}
      onFocusIn={choose}
    >
      <div inert={past}>
        <Switches switches={panel.switches} actions={actions} />
      </div>
      <div class={off ? 'body body-off' : 'body'}>
        <div class="tile-head">
          <Pick index={index} hello={hello} selected={selected} choose={choose} />
          {on_turn && (
            <span class="tile-turn-word" data-testid="tile-turn">
              {YOUR_TURN}
            </span>
          )}
          <Leds colors={panel.leds} />
        </div>
        <div class="tile-front">
          <div class="tile-screen">
            <Screen
              painter={painter}
              size={hello?.screen ?? DEFAULT_SCREEN}
              view={{ ...view, size: 'fit' }}
              brightness_percent={panel.brightness_percent}
              live={connection === 'open'}
              off={off}
              touch={touch}
            />
            {connection === 'lost' && (
              <p class="tile-lost" data-testid="tile-lost">
                Disconnected
              </p>
            )}
          </div>
          <div class="tile-controls" inert={past || off}>
            <KeyPad keys={keys} by_keyboard={selected} />
            {hello !== null &&
              (hello.sensor === 'virtual' ? (
                <StrikePad fields={hello.strike_fields} strike={actions.strike} roll={panel.roll} units={hello.units} />
              ) : (
                <p class="tile-real">
                  {hello.sensor === 'recorded' ? 'Recording: view only.' : 'Real sensor: strike a real ball.'}
                </p>
              ))}
          </div>
        </div>
      </div>
      {with_text && <TextLines lines={panel.lines} visible={false} spoken={selected} />}
    </section>
  );
}

/** A finger that may start to scroll does not count yet; if it turns out to be a tap, a click follows. */
const isUse = ({ pointerType, target }: PointerEvent): boolean =>
  pointerType !== 'touch' || (target instanceof Element && target.closest('button, .pad') !== null);

interface PickProps {
  readonly index: number;
  readonly hello: Hello | null;
  readonly selected: boolean;
  readonly choose: () => void;
}

function Pick({ index, hello, selected, choose }: PickProps) {
  const number = index + 1;
  return (
    <h2 class="tile-title">
      <button
        type="button"
        class="pick"
        aria-pressed={selected}
        aria-keyshortcuts={`Alt+${number}`}
        title={`Select ${nameOf(hello)} (Alt+${number})`}
        data-testid="pick"
        onClick={choose}
      >
        <span class="badge">{number}</span>
        <span class="pick-name">{nameOf(hello)}</span>
      </button>
      {hello !== null && (
        <span class="role" data-testid="role" data-role={hello.device.role}>
          {roleText(hello.device.role)}
        </span>
      )}
      <kbd class="pick-keys" aria-hidden="true">
        Alt+{number}
      </kbd>
    </h2>
  );
}
