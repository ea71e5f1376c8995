// Connects the hardware wired to this machine to its device: display, keys, touch, LEDs and speaker.

import { createLightSwitch, followBrightness } from '../../hal/display/backlight.ts';
import type { ScreenFollower } from '../../hal/display/follow-screen.ts';
import { keepDisplay } from '../../hal/display/keep-display.ts';
import { openDisplay } from '../../hal/display/open-display.ts';
import { createEvdevKeys } from '../../hal/keys/keys-evdev.ts';
import { keyMapOf } from '../../hal/keys/key-map.ts';
import type { FedKeys } from '../../hal/keys/open-input.ts';
import { wakingKeys } from '../../hal/keys/waking-keys.ts';
import { keepLeds } from '../../hal/leds/keep-leds.ts';
import { createSysfsLeds, type LedSetup } from '../../hal/leds/leds-sysfs.ts';
import { createAplaySpeaker } from '../../hal/speaker/speaker-aplay.ts';
import { watchDevices } from '../../hal/system/netlink.ts';
import type { Poller } from '../../hal/system/poller.ts';
import type { AssembledDevice } from '../../simulation/device/assemble-device.ts';
import { ok } from '../../wire/errors.ts';
import type { BoardSetup } from './board-shapes.ts';
import { createGlass, type Glass } from './glass.ts';
import { TIMEOUT_MS, type ProcessResources } from '../process/resources.ts';
import type { Splash } from './splash.ts';

interface BoardOptions {
  readonly resources: ProcessResources;
  readonly poller: Poller;
  readonly board: BoardSetup;
  readonly device: AssembledDevice;
  /** Splash that holds the display open, if there is one. */
  readonly splash: Splash;
}

/** Opens the hardware until the process ends; hardware that appears later is picked up then. */
export function openBoard(options: BoardOptions): void {
  const { device, board, resources } = options;
  const glass = createGlass(device.keys.touchscreen, board.inputs?.calibration);
  const display = board.display ? openScreen(options, board.display, glass) : null;
  if (board.inputs) openInputs(options, board.inputs, { display, glass });
  if (board.speaker) {
    const speaker = createAplaySpeaker({ ...board.speaker, log: device.log });
    device.speaker.onPlay(speaker.play);
    resources.onClose(speaker.close, TIMEOUT_MS);
  }
  if (board.leds) openLeds(options, board.leds);
}

function openScreen(
  { resources: { clock, onClose }, poller, device, splash }: BoardOptions,
  { rotate, scale, off_after, ...choice }: NonNullable<BoardSetup['display']>,
  glass: Glass,
): ScreenFollower {
  const { screen, log } = device;
  const display = keepDisplay({
    screen,
    clock,
    log,
    rotation: rotate,
    scale,
    off_after_ms: off_after ?? null,
    open: () => {
      const display = splash.take();
      return display ? ok(display) : openDisplay(choice, poller);
    },
    light: createLightSwitch({ log }),
    onPlaced: glass.displayPlaced,
    onNews: (check) =>
      watchDevices(poller, (subsystem) => {
        if (subsystem === 'drm' || subsystem === 'graphics') check();
      }),
  });
  onClose(() => display.close(), TIMEOUT_MS);
  const endLight = followBrightness({ screen, log });
  onClose(async () => endLight());
  device.onStrike(() => void display.wake());
  return display;
}

function openInputs(
  { resources: { clock, onClose }, poller, device }: BoardOptions,
  { keys: changes, grab, knob_reversed }: NonNullable<BoardSetup['inputs']>,
  { display, glass }: { readonly display: ScreenFollower | null; readonly glass: Glass },
): void {
  const map = keyMapOf(changes);
  const { key, tap, touchscreen } = device.keys;
  const keys: FedKeys = { key, tap, contact: (x, y) => touchscreen?.contact(x, y) };
  const inputs = createEvdevKeys({
    grab,
    knob_reversed,
    keys: display ? wakingKeys(keys, display.wake) : keys,
    // The board file's reader has already checked it.
    map: map.ok ? map.value : new Map(),
    poller,
    clock,
    log: device.log,
    onTouchscreen: glass.touchscreenThere,
  });
  onClose(async () => inputs.close());
}

function openLeds({ resources, poller, device }: BoardOptions, setups: readonly LedSetup[]): void {
  const leds = keepLeds({
    open: () => createSysfsLeds({ setups, log: device.log }),
    log: device.log,
    onNews: (check) => watchDevices(poller, (subsystem) => void (subsystem === 'leds' && check())),
  });
  const show = (): void => leds.show(device.leds.colors());
  device.leds.onChange(show);
  show();
  resources.onClose(async () => leds.close());
}
