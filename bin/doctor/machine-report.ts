// Report of a machine for its makers, `tapin doctor --report`: hardware, system and log, without secrets, network names
// or addresses.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { arch, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { FIRMWARE_VERSION } from '../../firmware/version.ts';
import type { JsonFields } from '../../wire/json-fields.ts';
import type { HardwareFinding } from './checks.ts';

type Found = Pick<HardwareFinding, 'state' | 'what'> & { readonly port: string };

/** Ports whose findings name networks and addresses. */
const PRIVATE: ReadonlySet<string> = new Set(['network', 'wifi']);
const LOG_LINES = 300;

/** Returns the report. `found`: the findings of the checks; `verdict`: the summary. */
export function machineReport(found: readonly Found[], verdict: string): JsonFields {
  return {
    tapin: FIRMWARE_VERSION,
    node: process.version,
    model: textOf('/proc/device-tree/model').replaceAll('\0', ''),
    system: /^PRETTY_NAME="(.*)"$/m.exec(textOf('/etc/os-release'))?.[1] ?? '',
    kernel: release(),
    processor: arch(),
    memory_mb: Math.round(totalmem() / 1e6),
    verdict,
    ports: found.map(({ port, state, what }) => ({ port, state, what: PRIVATE.has(port) ? [] : what.map(redacted) })),
    usb: usbProducts(),
    config: textOf('/boot/firmware/config.txt').split('\n'),
    failed_units: linesOf('systemctl', ['--failed', '--no-legend', '--plain']),
    kernel_problems: linesOf('dmesg', ['--level=emerg,alert,crit,err']).slice(-LOG_LINES).map(redacted),
    log: linesOf('journalctl', ['--unit=tapin', '--no-pager', '--output=cat', `--lines=${LOG_LINES}`]).map(redacted),
  };
}

/** Replaces what identifies a person or opens a page: tokens, addresses of networks and adapters. */
export const redacted = (line: string): string =>
  line
    .replaceAll(/(https?:\/\/)[^\s/"']+/gi, '$1…')
    .replaceAll(/\b(token|secret|password|key)(["']?\s*[=:]\s*["']?)[^\s"'&]+/gi, '$1$2…')
    .replaceAll(/\b(?:[\da-f]{2}:){5}[\da-f]{2}\b/gi, '…')
    .replaceAll(/\b(?:\d{1,3}\.){3}\d{1,3}\b/g, '…')
    .replaceAll(/\b[\da-f]{1,4}(?::[\da-f]{1,4}){3,7}\b|\b[\da-f:]*::[\da-f:]*[\da-f]\b/gi, '…');

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the output lines of a program; none if it is missing or fails. */
function linesOf(program: string, call: readonly string[]): readonly string[] {
  try {
    const output = execFileSync(program, call, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return output.split('\n').filter((line) => line !== '');
  } catch {
    return [];
  }
}

const USB = '/sys/bus/usb/devices';

/** Returns one line per USB device, such as `0403:6001 FT232R USB UART`. */
function usbProducts(): readonly string[] {
  let names: readonly string[] = [];
  try {
    names = readdirSync(USB);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const of = (field: string): string => textOf(join(USB, name, field)).trim();
    return of('idVendor') === '' ? [] : [`${of('idVendor')}:${of('idProduct')} ${of('product')}`.trim()];
  });
}
