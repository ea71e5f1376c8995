// Firmware updates as a person and a test see them: the settings page, the requests to the store, and the storage.

import type { FirmwareFixture } from './firmware-fixture.ts';
import { choose, persistedIn, flashWith, toMenu } from './play.ts';

export const checks = ({ requests }: FirmwareFixture): number =>
  requests.filter((path) => path === '/firmware/latest').length;
export const modeOf = (mode: string) => flashWith({ firmware: { mode, tries: [] } });
export const triesOn = async (at: FirmwareFixture) => (await persistedIn(at.fixture().flash)).persisted.firmware.tries;

export async function toFirmware({ fixture }: FirmwareFixture): Promise<void> {
  await toMenu(fixture());
  await choose(fixture(), 'Settings');
  await choose(fixture(), 'Firmware');
}

export async function pick(at: FirmwareFixture, mode: string): Promise<void> {
  await toFirmware(at);
  await choose(at.fixture(), mode);
  await at.clock.advance(100);
}
