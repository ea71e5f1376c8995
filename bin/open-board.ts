// What is wired to this machine, joined to its device: the display.

import { keepDisplay, type KeptDisplay } from '../hal/display/keep-display.ts';
import { openDisplay } from '../hal/display/open-display.ts';
import { watchDevices } from '../hal/system/netlink.ts';
import type { Poller } from '../hal/system/poller.ts';
import type { AssembledDevice } from '../simulation/device/assemble-device.ts';
import type { BoardSetup } from './board-shapes.ts';
import type { ProcessResources } from './resources.ts';

interface BoardParts {
  readonly resources: ProcessResources;
  readonly poller: Poller;
  readonly board: BoardSetup;
  readonly device: AssembledDevice;
}

/** Until the process ends. What is not there yet is taken when it comes. */
export function openBoard({ resources, poller, board, device }: BoardParts): void {
  const { clock, onClose } = resources;
  const { screen, log } = device;
  if (!board.display) return;
  const { rotate, scale, off_after, ...choice } = board.display;
  const display: KeptDisplay = keepDisplay({
    screen,
    clock,
    log,
    rotation: rotate,
    scale,
    off_after_ms: off_after ?? null,
    open: () => openDisplay(choice, poller),
    onNews: (look) =>
      watchDevices(poller, (subsystem) => {
        if (subsystem === 'drm' || subsystem === 'graphics') look();
      }),
  });
  onClose(() => display.close());
  device.onStrike(() => void display.wake());
}
