// The two architectures that the rig emulates: the PC (amd64) and the Raspberry Pi (arm64).

import { accessSync, constants, existsSync } from 'node:fs';

export interface Architecture {
  /** Name in Debian. */
  readonly name: 'amd64' | 'arm64';
  readonly npm_cpu: 'x64' | 'arm64';
  readonly platform: 'linux-x64' | 'linux-arm64';
  readonly qemu: string;
  /** QEMU machine, its CPU if emulated, and its first serial port. */
  readonly machine: string;
  readonly cpu: string;
  readonly console: string;
  /** Whether the LEDs are on pins, described by a device tree; otherwise on USB. */
  readonly led_pins: boolean;
}

export const AMD64: Architecture = {
  name: 'amd64',
  npm_cpu: 'x64',
  platform: 'linux-x64',
  qemu: 'qemu-system-x86_64',
  machine: 'q35,i8042=off',
  // When emulated, wide vectors are slower than narrow ones.
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
  // CPU of a Raspberry Pi 4.
  cpu: 'cortex-a72',
  console: 'ttyAMA0',
  led_pins: true,
};

/** Returns the QEMU accelerator and CPU: KVM if the host has the same architecture and supports it, else emulation. */
export function acceleratorOf({ name, cpu }: Architecture): { readonly accel: string; readonly cpu: string } {
  const own = process.arch === 'arm64' ? 'arm64' : 'amd64';
  return name === own && hasKvm() ? { accel: 'kvm', cpu: 'host' } : { accel: 'tcg,thread=multi,tb-size=256', cpu };
}

/** Whether KVM works. /dev/kvm may exist without hardware support. */
function hasKvm(): boolean {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK);
  } catch {
    return false;
  }
  return existsSync('/sys/module/kvm_intel') || existsSync('/sys/module/kvm_amd');
}
