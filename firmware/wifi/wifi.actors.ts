// Actors of the Wi-Fi: call the port and report its results. A stopped actor reports nothing.

import { fromCallback } from 'xstate';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { WebPage } from '../../hal/web-page/web-page.ts';
import type { Wifi, WifiNetwork, WifiStatus } from '../../hal/wifi/wifi.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type {
  ClosedEvent,
  DoneEvent,
  ForgetInput,
  JoinInput,
  OpenedEvent,
  OpenInput,
  ScannedEvent,
  UnusedEvent,
} from './wifi.machine.ts';
import type { WifiScan } from './wifi.ts';

export const scanFrom = (wifi: Wifi) =>
  fromCallback<ScannedEvent>(({ sendBack }) =>
    whileWanted(scan(wifi), (result) => sendBack({ type: 'wifi.looked', scan: result })),
  );

export const joinFrom = (wifi: Wifi) =>
  fromCallback<DoneEvent, JoinInput>(({ input: { name, secret, user, hidden, country }, sendBack }) => {
    useCountry(wifi, country);
    return whileWanted(done(wifi, wifi.join(name, secret, { user, hidden })), sendBack);
  });

export const forgetFrom = (wifi: Wifi) =>
  fromCallback<DoneEvent, ForgetInput>(({ input: { name }, sendBack }) =>
    whileWanted(done(wifi, wifi.forget(name)), sendBack),
  );

/** Sets the country if it is known. The port carries out calls in order, so the next one already follows its rules. */
function useCountry(wifi: Wifi, country: string): void {
  if (country !== '') void wifi.setCountry(country);
}

/** Opens the device's own network. */
export const openFrom = (wifi: Wifi) =>
  fromCallback<OpenedEvent, OpenInput>(({ input: { country }, sendBack }) => {
    useCountry(wifi, country);
    return whileWanted(done(wifi, wifi.openAccessPoint()), (opened) => sendBack({ ...opened, type: 'wifi.opened' }));
  });

export const closeFrom = (wifi: Wifi) =>
  fromCallback<ClosedEvent>(({ sendBack }) =>
    whileWanted(wifi.closeAccessPoint(), () => sendBack({ type: 'wifi.closed' })),
  );

/** Time without a phone after which the device looks for a known network. */
const UNUSED_MS = 5 * 60_000;

/** Reports each UNUSED_MS at whose end no browser shows the device. */
export const watchUseFrom = (clock: Clock, web_page: WebPage | null) =>
  fromCallback<UnusedEvent>(({ sendBack }) => {
    let alarm: Alarm = null;
    const watch = (): void => {
      alarm = clock.setTimeout(() => {
        watch();
        if ((web_page?.viewers() ?? 0) === 0) sendBack({ type: 'wifi.unused' });
      }, UNUSED_MS);
    };
    watch();
    return () => clock.clearTimeout(alarm);
  });

async function done(wifi: Wifi, action: Promise<Result<void>>): Promise<DoneEvent> {
  const result = await action;
  return { type: 'wifi.done', result, scan: await scan(wifi) };
}

async function scan(wifi: Wifi): Promise<Result<WifiScan>> {
  const networks: Result<readonly WifiNetwork[]> = await wifi.scan();
  if (!networks.ok) return networks;
  const status: Result<WifiStatus> = await wifi.status();
  return status.ok ? ok({ networks: networks.value, status: status.value }) : status;
}

function whileWanted<T>(answer: Promise<T>, report: (answer: T) => void): () => void {
  let wanted = true;
  void answer.then((value) => wanted && report(value));
  return () => void (wanted = false);
}
