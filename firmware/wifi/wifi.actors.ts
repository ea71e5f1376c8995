// Actors of the Wi-Fi: call the port and report its results. A stopped actor reports nothing.

import { fromCallback } from 'xstate';
import type { Wifi, WifiNetwork, WifiStatus } from '../../hal/wifi/wifi.ts';
import { ok, type Result } from '../../wire/errors.ts';
import type { DoneEvent, ForgetInput, JoinInput, LookedEvent } from './wifi.machine.ts';
import type { WifiLook } from './wifi.ts';

export const lookFrom = (wifi: Wifi) =>
  fromCallback<LookedEvent>(({ sendBack }) =>
    whileWanted(look(wifi), (seen) => sendBack({ type: 'wifi.looked', look: seen })),
  );

export const joinFrom = (wifi: Wifi) =>
  fromCallback<DoneEvent, JoinInput>(({ input: { name, secret }, sendBack }) =>
    whileWanted(done(wifi, wifi.join(name, secret)), sendBack),
  );

export const forgetFrom = (wifi: Wifi) =>
  fromCallback<DoneEvent, ForgetInput>(({ input: { name }, sendBack }) =>
    whileWanted(done(wifi, wifi.forget(name)), sendBack),
  );

async function done(wifi: Wifi, doing: Promise<Result<void>>): Promise<DoneEvent> {
  const result = await doing;
  return { type: 'wifi.done', result, look: await look(wifi) };
}

async function look(wifi: Wifi): Promise<Result<WifiLook>> {
  const networks: Result<readonly WifiNetwork[]> = await wifi.scan();
  if (!networks.ok) return networks;
  const status: Result<WifiStatus> = await wifi.status();
  return status.ok ? ok({ networks: networks.value, status: status.value }) : status;
}

function whileWanted<T>(answer: Promise<T>, tell: (answer: T) => void): () => void {
  let wanted = true;
  void answer.then((told) => wanted && tell(told));
  return () => void (wanted = false);
}
