// The two processors that the rig emulates: the one of PCs, and the one of a Raspberry Pi.

import { accessSync, constants, existsSync } from 'node:fs';

export interface Architecture {
  /** As Debian calls it. */
  readonly name: 'amd64' | 'arm64';
  readonly npm_cpu: 'x64' | 'arm64';
  readonly platform: 'linux-x64' | 'linux-arm64';
  readonly qemu: string;
  /** QEMU's machine, its processor where that is emulated, and the machine's first serial port. */
  readonly machine: string;
  readonly cpu: string;
  readonly console: string;
  /** LEDs on pins, of which the kernel is told by a device tree; on USB elsewhere. */
  readonly led_pins: boolean;
}

export const AMD64: Architecture = {
  name: 'amd64',
  npm_cpu: 'x64',
  platform: 'linux-x64',
  qemu: 'qemu-system-x86_64',
  machine: 'q35,i8042=off',
  // Wide vectors are slower than narrow ones where they are emulated.
  cpu: 'Nehalem',
  console: 'ttyS0',
  led_pins: false,
};

export const ARM64: Architecture = {
  name: 'arm64',
  npm_cpu: 'arm64',
  platform: 'linux-arm64',
  qemu: 'qemu-system-aarch64',
  machine: 'virt',
  // That of a Raspberry Pi 4.
  cpu: 'cortex-a72',
  console: 'ttyAMA0',
  led_pins: true,
};

/** What carries out the machine's instructions: the host's own processor where its virtualisation is of use. */
export function acceleratorOf({ name, cpu }: Architecture): { readonly accel: string; readonly cpu: string } {
  const own = process.arch === 'arm64' ? 'arm64' : 'amd64';
  return name === own && hasKvm() ? { accel: 'kvm', cpu: 'host' } : { accel: 'tcg,thread=multi,tb-size=256', cpu };
}

/** /dev/kvm alone may be there and be of none. */
function hasKvm(): boolean {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK);
  } catch {
    return false;
  }
  return existsSync('/sys/module/kvm_intel') || existsSync('/sys/module/kvm_amd');
}
