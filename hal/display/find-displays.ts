// Lists the displays of this machine and why one can't be opened, for diagnosis.

import { readFileSync } from 'node:fs';
import { systemCodeOf } from '../../wire/errors.ts';
import { closeFile, O_RDWR, openFile } from '../system/libc.ts';
import { connectorsOf, driverName, hasDumbBuffers } from './drm.ts';
import { displayDevices } from './open-display.ts';

interface FoundDisplay {
  /** Device file, such as `/dev/dri/card1`. */
  readonly device: string;
  /** One line per connector, such as `HDMI-A-1: 1920x1080, 1280x720`, or one that describes the framebuffer. */
  readonly outputs: readonly string[];
  /** System error code, such as `EACCES`, if it can't be opened; '' otherwise. */
  readonly code: string;
}

export const findDisplays = (): readonly FoundDisplay[] =>
  displayDevices().map((device) => {
    try {
      return { device, outputs: device.includes('/fb') ? framebufferOf(device) : outputsOf(device), code: '' };
    } catch (thrown) {
      return { device, outputs: [], code: systemCodeOf(thrown) };
    }
  });

function outputsOf(device: string): readonly string[] {
  const fd = openFile(device, O_RDWR);
  try {
    if (!hasDumbBuffers(fd)) return [`${driverName(fd)}: render-only device`];
    return connectorsOf(fd).map(({ name, connected, modes }) => {
      const sizes = [...new Set(modes.map(({ width, height }) => `${width}x${height}`))];
      return `${name}: ${connected ? sizes.join(', ') : 'nothing connected'}`;
    });
  } finally {
    closeFile(fd);
  }
}

function framebufferOf(device: string): readonly string[] {
  closeFile(openFile(device, O_RDWR));
  const readAttribute = (name: string): string =>
    readFileSync(`/sys/class/graphics/${device.split('/').at(-1)}/${name}`, 'utf8').trim();
  return [
    `${readAttribute('name')}: ${readAttribute('virtual_size').replace(',', 'x')}, ${readAttribute('bits_per_pixel')} bits per pixel`,
  ];
}
