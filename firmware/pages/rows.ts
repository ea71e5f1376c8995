// Rows that change a setting: a stepped value, and a toggle.

import type { PersistedChange } from '../persisted/changes.ts';
import type { DeviceRequest, Row } from './navigation.ts';

export const change = (what: PersistedChange): DeviceRequest => ({ type: 'device.change', change: what });

/** Returns a row whose value steps with left and right; OK steps up. */
export const stepRow = (label: string, value: string, step: (direction: 1 | -1) => PersistedChange): Row => ({
  label,
  value,
  ok: change(step(1)),
  left: change(step(-1)),
  right: change(step(1)),
});

export const toggleRow = (label: string, value: string, toggle: PersistedChange): Row => ({
  label,
  value,
  ok: change(toggle),
  left: change(toggle),
  right: change(toggle),
});
