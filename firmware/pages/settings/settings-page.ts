// Settings page of the device.

import { ownName } from '../../online/device-names.ts';
import { firmwareValue } from './firmware-page.ts';
import { drawList } from '../list-page.ts';
import { nameEntry } from './naming.ts';
import { ask } from '../navigation.setup.ts';
import type { Row, Rows } from '../navigation.ts';
import { listOf, type PageEntry } from '../page-entry.ts';
import { stepRow, toggleRow } from '../rows.ts';

const OPEN_WIFI = { type: 'open.wifi' } as const;

const OPEN_TOUCH = { type: 'open.touch' } as const;

const settingsRows: Rows = ({ persisted, firmware, session, sensor, wifi, touchscreen }) => {
  const { settings } = persisted;
  const step = (label: string, value: string, key: 'stimp' | 'sound_percent' | 'brightness_percent'): Row =>
    stepRow(label, value, (direction) => ({ kind: 'step_setting', key, direction }));
  return [
    step('Green speed (stimp)', settings.stimp.toFixed(1), 'stimp'),
    toggleRow('Units', settings.units === 'imperial' ? 'feet, mph' : 'metres, m/s', { kind: 'toggle_units' }),
    step('Sound', settings.sound_percent === 0 ? 'off' : `${settings.sound_percent} %`, 'sound_percent'),
    step('Brightness', `${settings.brightness_percent} %`, 'brightness_percent'),
    {
      label: 'Device name',
      value: ownName(persisted, session),
      ok: { type: 'open.naming', naming: nameEntry('device', settings.name, null) },
    },
    { label: 'Distance calibration', value: `X ${settings.x_factor.toFixed(2)}`, ok: { type: 'open.calibration' } },
    { label: 'Sensor calibration', value: sensor.board?.serial ?? 'not connected', ok: { type: 'open.gates' } },
    { label: 'Shot forwarding', value: persisted.forwarding.address || 'off', ok: { type: 'open.forwarding' } },
    ...(wifi.there ? [{ label: 'Wi-Fi', value: wifi.status.name ?? 'not joined', ok: OPEN_WIFI }] : []),
    ...(touchscreen.there
      ? [{ label: 'Touch calibration', value: touchscreen.calibrated ? 'done' : 'not yet', ok: OPEN_TOUCH }]
      : []),
    { label: 'Firmware', value: firmwareValue(firmware), ok: { type: 'open.firmware' } },
    { label: 'Manage extensions', value: `${persisted.installed.length} installed`, ok: { type: 'open.extensions' } },
    { label: 'Factory reset', ok: { type: 'open.reset' } },
  ];
};

export const settingsPage: PageEntry = {
  name: 'settings',
  rows: settingsRows,
  state: {
    on: {
      'open.extensions': 'extensions',
      'open.calibration': 'calibration',
      'open.gates': 'gates',
      'open.forwarding': 'forwarding',
      'open.wifi': { target: 'wifi', actions: ask({ type: 'wifi.look' }) },
      'open.touch': 'touch',
      'open.firmware': 'firmware',
      'key.back': 'menu',
    },
  },
  draw: (view) => drawList({ title: 'Settings', ...listOf(view, 'settings', settingsRows) }),
};
