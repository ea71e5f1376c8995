// Boots a device: shows the splash on its display before the rest of the program loads.

import type { BoardSetup } from '../board/board-shapes.ts';
import type { LinuxBoard } from '../board/linux-board.ts';
import type { DeviceOptions } from '../serve/device.ts';
import { NO_SPLASH, showSplash, type Splash } from '../board/splash.ts';

export async function bootDevice(options: DeviceOptions): Promise<void> {
  const linux = process.platform === 'linux' ? (await import('../board/linux-board.ts')).openLinuxBoard() : null;
  const splash = await splashOn(options.board.display, linux);
  const { serveDevice } = await import('../serve/device.ts');
  await serveDevice(options, linux, splash);
}

async function splashOn(display: BoardSetup['display'], linux: LinuxBoard | null): Promise<Splash> {
  if (!display || !linux) return NO_SPLASH;
  const { openDisplay } = await import('../../hal/display/open-display.ts');
  const { rotate: rotation, scale } = display;
  return showSplash(openDisplay(display, linux.poller), { rotation, scale });
}
