// Device selection on a page: the devices shown, the selected device, and the changes that its cards highlight as news.

import test from 'ava';
import { nameOf, roleText } from '../../../../../sims/panel/page/device/device-name.ts';
import { EMPTY_PANEL, afterMessage, afterSelect } from '../../../../../sims/panel/page/connection/panel.ts';
import type { Hello } from '../../../../../sims/panel/page/connection/protocol.ts';
import {
  requestedDevice,
  createSelection,
  placeOfShortcut,
  shownDevices,
  type KeyPress,
} from '../../../../../sims/panel/page/connection/selection.ts';

test('[panel] selects the device named in the address first', (t) => {
  t.deepEqual(
    ['', '?token=x', '?device=0', '?token=x&device=2', '?device=-1', '?device=two', '?device='].map(requestedDevice),
    [0, 0, 0, 2, 0, 0, 0],
  );
});

test('[panel] shows all devices, and the requested one while there is no answer', (t) => {
  t.deepEqual(shownDevices(1, 0), { indexes: [0], first: 0 });
  t.deepEqual(shownDevices(4, 2), { indexes: [0, 1, 2, 3], first: 2 });
  t.deepEqual(shownDevices(4, 3), { indexes: [0, 1, 2, 3], first: 3 });
  t.deepEqual(shownDevices(4, 4), { indexes: [0, 1, 2, 3], first: 0 }, 'device does not exist');
  t.deepEqual(shownDevices(0, 0), { indexes: [0], first: 0 });
  t.deepEqual(shownDevices(null, 2), { indexes: [2], first: 0 });
});

test('[panel] selects a device only by Alt and a digit', (t) => {
  const alt = { code: 'Digit1', altKey: true, ctrlKey: false, metaKey: false };
  const place = (press: Partial<KeyPress>, count = 4): number | null => placeOfShortcut({ ...alt, ...press }, count);
  t.deepEqual(
    ['Digit1', 'Digit2', 'Digit3', 'Digit4'].map((code) => place({ code })),
    [0, 1, 2, 3],
  );
  for (const press of [{ code: 'Digit5' }, { code: 'Digit0' }, { code: 'KeyA' }, { code: 'Numpad1' }])
    t.is(place(press), null, press.code);
  for (const press of [{ altKey: false }, { ctrlKey: true }, { metaKey: true }])
    t.is(place(press), null, JSON.stringify(press));
  t.is(place({}, 1), null, 'one device needs no selection');
  t.is(place({ code: 'Digit9' }, 9), 8);
});

test('[panel] notifies listeners when the selection changes, not when it stays the same', (t) => {
  const selection = createSelection(1);
  const selected: number[] = [];
  const end = selection.subscribe(() => selected.push(selection.get()));
  selection.choose(1);
  selection.choose(3);
  selection.choose(3);
  selection.choose(0);
  end();
  selection.choose(2);
  t.deepEqual(selected, [3, 0]);
  t.is(selection.get(), 2);
});

test('[panel] does not highlight changes made before the device was selected', (t) => {
  const states = (navigation: string) => ({ type: 'state', states: { device: 'running', navigation } }) as const;
  const moved = afterMessage(afterMessage(EMPTY_PANEL, states('menu')), states('setup'));
  t.deepEqual(
    moved.machines.map(({ changes }) => changes),
    [0, 1],
  );
  const selected = afterSelect(moved);
  t.deepEqual(selected.machines, [
    { name: 'device', paths: ['running'], changes: 0 },
    { name: 'navigation', paths: ['setup'], changes: 0 },
  ]);
  t.is(afterMessage(selected, states('menu')).machines[1]?.changes, 1);
});

test('[panel] labels a device by its name or else its ID, and its role by a word', (t) => {
  const hello = (name: string): Hello => ({
    type: 'hello',
    device: { index: 0, id: 'TP-1', name, role: 'off' },
    screen: { width: 480, height: 320 },
    sensor: 'virtual',
    faults: [],
    strike_fields: [],
    units: 'imperial',
    timeline: null,
    charts: false,
    author_site: null,
    wifi: false,
  });
  t.deepEqual([nameOf(null), nameOf(hello('')), nameOf(hello('Kitchen'))], ['', 'TP-1', 'Kitchen']);
  t.deepEqual(['off', 'host', 'guest', 'referee', 'constructor'].map(roleText), [
    'alone',
    'host',
    'guest',
    'referee',
    'constructor',
  ]);
});
