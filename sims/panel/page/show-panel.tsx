// Shows the devices behind a transport on this page.

import { render } from 'preact';
import { App } from './app.tsx';
import { connectDevice } from './connection/connect-device.ts';
import { listenToKeyboard } from './device/keyboard.ts';
import { createMoment } from './connection/moment.ts';
import { afterSelect } from './connection/panel.ts';
import { ignoreLostFingers } from './device/same-finger.ts';
import { requestedPane } from './pane-choice.ts';
import { requestedDevice, createSelection, shownDevices } from './connection/selection.ts';
import { createSpeaker } from './device/speaker.ts';
import type { PanelTransport } from './connection/transport.ts';

export async function showPanel(transport: PanelTransport): Promise<void> {
  const { indexes, first } = shownDevices(await transport.countDevices(), requestedDevice(location.search));

  const selection = createSelection(first);
  const speaker = createSpeaker();
  const devices = indexes.map((index, place) =>
    connectDevice({
      transport,
      index,
      sound: (message) => {
        if (place === selection.get()) speaker.play(message);
      },
    }),
  );

  const moment = createMoment(devices);
  const root = document.querySelector('#app');
  const [one, ...others] = devices;
  if (root !== null && one)
    render(
      <App {...{ devices: [one, ...others], selection, speaker, moment }} only={requestedPane(location.search)} />,
      root,
    );

  // A page that shows this one in a frame, which the server must allow, may ask for a moment.
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const at_ms = typeof data === 'object' && data !== null && 'moment_ms' in data ? data.moment_ms : undefined;
    if (source === globalThis.parent && (at_ms === null || typeof at_ms === 'number')) moment.show(at_ms);
  });
  ignoreLostFingers(globalThis.window);
  listenToKeyboard(devices, selection, moment);
  selection.subscribe(() => {
    devices[selection.get()]?.store.change(afterSelect);
    keepInAddress(indexes[selection.get()]);
  });
  document.addEventListener('visibilitychange', () => {
    for (const device of devices) device.setVisible(!document.hidden);
    speaker.setVisible(!document.hidden);
  });
}

/** Stores the selected device in the URL, so that a reload keeps it. */
function keepInAddress(index: number | undefined): void {
  const address = new URL(location.href);
  address.searchParams.set('device', String(index));
  history.replaceState(history.state, '', address);
}
