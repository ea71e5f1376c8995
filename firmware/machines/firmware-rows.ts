// The rows of Settings > Firmware: what to do about a new release, and the three modes (store §3.6).

import { FIRMWARE_MODES, type FirmwareMode } from '../facts/firmware.ts';
import type { FirmwareView } from '../images/policy.ts';
import type { NavigationContext } from './navigation.ts';
import type { Row } from './rows.ts';

const NAMES: Readonly<Record<FirmwareMode, string>> = {
  always: 'Always update',
  ask: 'Ask player',
  disabled: 'Disabled',
};

/** Picking the mode that holds already begins the tries anew (R142), so each mode is a row of its own. */
export function firmwareRows({
  facts,
  firmware: { pending, offer, step, percent },
}: NavigationContext): readonly Row[] {
  const modes = FIRMWARE_MODES.map((mode): Row => ({
    label: NAMES[mode],
    value: facts.firmware.mode === mode ? 'chosen' : '',
    ok: { type: 'firmware.pick', mode },
  }));
  if (!pending) return modes;
  const label = `Install ${offer?.version ?? ''}`;
  // The same row while it is under way: who presses OK twice presses nothing else.
  if (step !== '') return [{ label, value: step === 'downloading' ? `${percent} %` : 'waits' }, ...modes];
  return [
    { label, value: 'starts anew', ok: { type: 'firmware.install' } },
    { label: 'Later', ok: { type: 'offer.later' } },
    ...modes,
  ];
}

/** What the settings say of it in a word. */
export function firmwareValue({ version, offer, blocked, pending }: FirmwareView): string {
  if (pending) return `${version}, ${offer?.version ?? ''} is there`;
  return blocked ? `${version}, an update is blocked` : version;
}
