// Shows the devices behind a transport on this page.

import { render, type ComponentChildren } from 'preact';
import { App } from './app.tsx';
import { assertDefined } from '../../../wire/errors.ts';
import { connectDevice, type ConnectedDevice } from './connection/connect-device.ts';
import { listenToKeyboard } from './device/keyboard.ts';
import { createMoment, type Moment } from './connection/moment.ts';
import { afterSelect, withNotice, type Notice } from './connection/panel.ts';
import { ignoreLostFingers } from './device/same-finger.ts';
import { requestedPane } from './pane-choice.ts';
import { requestedDevice, createSelection, shownDevices, type Selection } from './connection/selection.ts';
import { createSpeaker, type Speaker } from './device/speaker.ts';
import type { PanelTransport } from './connection/transport.ts';

interface PanelExtras {
  /** Further controls in the bar. */
  readonly tools?: ComponentChildren;
  /** Whether the page shows an extension for its author, inside another page. */
  readonly framed?: boolean;
}

export interface ShownPanel {
  readonly moment: Moment;
  /** Returns the index of the selected device. */
  selected(): number;
  /** Shows a notice on the status line. */
  notify(notice: Notice): void;
  /** Removes the page and disconnects it from the devices. */
  close(): void;
}

export async function showPanel(
  transport: PanelTransport,
  { tools = null, framed = false }: PanelExtras = {},
): Promise<ShownPanel> {
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
  const [one, ...others] = devices;
  const root = assertDefined(document.querySelector('#app'), 'place of the page');
  const app = { devices: [assertDefined(one, 'a device'), ...others], selection, speaker, moment } as const;
  render(<App {...app} only={requestedPane(location.search)} {...{ tools, framed }} />, root);
  const closing = new AbortController();
  listen({ devices, indexes, selection, moment, speaker }, closing.signal);
  return {
    moment,
    selected: () => indexes[selection.get()] ?? 0,
    notify: (notice) => devices[selection.get()]?.store.change((panel) => withNotice(panel, notice)),
    close() {
      closing.abort();
      for (const device of devices) device.close();
      speaker.setVisible(false);
      render(null, root);
    },
  };
}

interface Listening {
  readonly devices: readonly ConnectedDevice[];
  readonly indexes: readonly number[];
  readonly selection: Selection;
  readonly moment: Moment;
  readonly speaker: Speaker;
}

function listen({ devices, indexes, selection, moment, speaker }: Listening, signal: AbortSignal): void {
  const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
    const at_ms = typeof data === 'object' && data !== null && 'moment_ms' in data ? data.moment_ms : undefined;
    if (source === globalThis.parent && (at_ms === null || typeof at_ms === 'number')) moment.show(at_ms);
  };
  // A page that shows this one in a frame, which the server must allow, may ask for a moment.
  addEventListener('message', onMessage, { signal });
  ignoreLostFingers(globalThis.window, signal);
  listenToKeyboard(devices, selection, moment, signal);
  selection.subscribe(() => {
    devices[selection.get()]?.store.change(afterSelect);
    keepInAddress(indexes[selection.get()]);
  });
  const onVisibility = (): void => {
    for (const device of devices) device.setVisible(!document.hidden);
    speaker.setVisible(!document.hidden);
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
}

/** Stores the selected device in the URL, so that a reload keeps it. */
function keepInAddress(index: number | undefined): void {
  const address = new URL(location.href);
  address.searchParams.set('device', String(index));
  history.replaceState(history.state, '', address);
}
