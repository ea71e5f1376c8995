// Firmware updates as a person and a test see them: the page of the settings, what was asked of the store, and what the storage says.

import type { FirmwareDesk } from './firmware-desk.ts';
import { choose, factsIn, flashWith, toMenu } from './play.ts';

export const checks = ({ asked }: FirmwareDesk): number => asked.filter((path) => path === '/firmware/latest').length;
export const modeOf = (mode: string) => flashWith({ firmware: { mode, tries: [] } });
export const triesOn = async (at: FirmwareDesk) => (await factsIn(at.desk().flash)).facts.firmware.tries;

export async function toFirmware({ desk }: FirmwareDesk): Promise<void> {
  await toMenu(desk());
  await choose(desk(), 'Settings');
  await choose(desk(), 'Firmware');
}

export async function pick(at: FirmwareDesk, mode: string): Promise<void> {
  await toFirmware(at);
  await choose(at.desk(), mode);
  await at.clock.advance(100);
}
