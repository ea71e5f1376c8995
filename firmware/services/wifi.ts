// Wi-Fi service for boards that have Wi-Fi.

import { forgetFrom, joinFrom, scanFrom } from '../wifi/wifi.actors.ts';
import { wifiMachine } from '../wifi/wifi.machine.ts';
import { NO_WIFI, wifiView } from '../wifi/wifi.ts';
import { service } from './service.ts';

export const wifi = service({
  machine: wifiMachine,
  over: ({ wifi: port }) =>
    port === null
      ? wifiMachine
      : wifiMachine.provide({
          guards: { 'has Wi-Fi': () => true },
          actors: { look: scanFrom(port), join: joinFrom(port), forget: forgetFrom(port) },
        }),
  persisted: () => null,
  event_descriptors: ['wifi.*', 'network.changed'],
  none: NO_WIFI,
  view: (context, { value }) => wifiView(context, value),
});
