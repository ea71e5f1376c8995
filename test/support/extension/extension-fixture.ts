// A device in virtual time with an extension in its first slot: Lua runs in this process, within the usual limits.

import { hostOver } from '../../../firmware/extension-runtime/host.ts';
import { loadLua, type LuaWasm } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { createLocalIsolates } from '../../../hal/isolate/isolate-local.ts';
import type { Isolates } from '../../../hal/isolate/isolate.ts';
import { sha256Of } from '../../../wire/signing.ts';
import type { Installed } from '../../../firmware/persisted/extensions.ts';
import { deviceFixture, type DeviceFixture } from '../device/device-fixture.ts';
import type { MemoryFlash } from '../../../hal/flash/flash-memory.ts';

export const CODE = '7K3QZ';

/** Returns a manifest with this name, for scripts that test something else. */
export const manifestOf = (name: string): string => `manifest { name = "${name}", kind = "drill" }\n`;

let machine: Promise<LuaWasm> | null = null;

/** Returns isolates in this process that share one Lua machine. */
export async function localIsolates(): Promise<(clock: DeviceFixture['clock']) => Isolates> {
  const lua = await (machine ??= loadLua());
  return (clock) => createLocalIsolates(clock, () => hostOver(lua));
}

export const extensionFixture = async (flash?: MemoryFlash): Promise<DeviceFixture> =>
  deviceFixture({ isolates: await localIsolates(), ...(flash ? { flash } : {}) });

/** Installs a script under a code. */
export async function install(
  fixture: Pick<DeviceFixture, 'device' | 'clock'>,
  text: string,
  {
    code = CODE,
    name = 'Probe',
    version = 1,
    about = '',
    settings = [],
    trend = [],
  }: Partial<Pick<Installed, 'code' | 'name' | 'version' | 'about' | 'settings' | 'trend'>> = {},
): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const sha256 = sha256Of(bytes);
  const entry = { code, version, name, kind: 'drill', sha256, default: false, about, settings, trend } as const;
  await fixture.device.install(entry, bytes);
  await fixture.clock.advance(5);
}
