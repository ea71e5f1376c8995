// Wi-Fi service for boards that have Wi-Fi.

import type { Persisted } from '../persisted/persisted.ts';
import { closeFrom, forgetFrom, joinFrom, openFrom, scanFrom, watchUseFrom } from '../wifi/wifi.actors.ts';
import { wifiMachine } from '../wifi/wifi.machine.ts';
import { NO_WIFI, wifiView, type WifiPersisted } from '../wifi/wifi.ts';
import { service } from './service.ts';

interface Source {
  readonly own_persisted: Pick<Persisted, 'settings'>;
  readonly networked: boolean;
}

export const wifi = service({
  machine: wifiMachine,
  over: ({ wifi: port, clock, web_page }) =>
    port === null
      ? wifiMachine
      : wifiMachine.provide({
          guards: { 'has Wi-Fi': () => true },
          actors: {
            look: scanFrom(port),
            join: joinFrom(port),
            forget: forgetFrom(port),
            open: openFrom(port),
            watchUse: watchUseFrom(clock, web_page),
            close: closeFrom(port),
          },
        }),
  persisted: ({ own_persisted: { settings }, networked }: Source): WifiPersisted => ({
    networked,
    set_up: settings.set_up,
    country: settings.country,
    own_network: settings.own_network,
  }),
  event_descriptors: ['wifi.*', 'network.changed', 'web_page.renew'],
  none: NO_WIFI,
  view: (context, { value }) => wifiView(context, value),
});
