// Actors of the Wi-Fi: call the port and report its results. A stopped actor reports nothing.

import { fromCallback } from 'xstate';
import type { Wifi, WifiNetwork, WifiStatus } from '../../hal/wifi/wifi.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { DoneEvent, ForgetInput, JoinInput, ScannedEvent } from './wifi.machine.ts';
import type { WifiScan } from './wifi.ts';

export const scanFrom = (wifi: Wifi) =>
  fromCallback<ScannedEvent>(({ sendBack }) =>
    whileWanted(scan(wifi), (result) => sendBack({ type: 'wifi.looked', scan: result })),
  );

export const joinFrom = (wifi: Wifi) =>
  fromCallback<DoneEvent, JoinInput>(({ input: { name, secret }, sendBack }) =>
    whileWanted(done(wifi, wifi.join(name, secret)), sendBack),
  );

export const forgetFrom = (wifi: Wifi) =>
  fromCallback<DoneEvent, ForgetInput>(({ input: { name }, sendBack }) =>
    whileWanted(done(wifi, wifi.forget(name)), sendBack),
  );

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
