// Touch screen service: calibrates the touch screen of boards that have one.

import { contactsFrom, panelFrom, readFrom, writeTo } from '../touchscreen/touchscreen.actors.ts';
import { touchscreenMachine } from '../touchscreen/touchscreen.machine.ts';
import { NO_TOUCHSCREEN, type TouchscreenView } from '../touchscreen/touchscreen.ts';
import { service } from './service.ts';

export const touchscreen = service({
  machine: touchscreenMachine,
  over: ({ keys: { touchscreen: port }, clock, flash }) =>
    port === null
      ? touchscreenMachine
      : touchscreenMachine.provide({
          guards: { supported: () => true },
          actors: {
            panel: panelFrom(port),
            contacts: contactsFrom(port, clock),
            read: readFrom(flash),
            write: writeTo(flash),
          },
        }),
  persisted: () => null,
  event_descriptors: ['touchscreen.begin', 'touchscreen.keep', 'touchscreen.leave'],
  none: NO_TOUCHSCREEN,
  view: ({ to_screen, kept, contacts, message, checked }, snapshot): TouchscreenView => ({
    there: to_screen !== null && !snapshot.matches({ there: 'reading' }),
    calibrated: kept !== null,
    action: snapshot.matches({ there: 'aiming' })
      ? 'aiming'
      : snapshot.matches({ there: 'deciding' })
        ? 'deciding'
        : snapshot.matches({ there: 'keeping' })
          ? 'keeping'
          : 'nothing',
    touched: contacts.length,
    message,
    checked,
  }),
});
