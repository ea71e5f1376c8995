// Session service: the device as a host, as a guest, or offline.

import { nameOf, type Persisted } from '../persisted/persisted.ts';
import { askFrom, clockSyncFrom } from '../online/online.actors.ts';
import { guestMachine } from '../online/guest.machine.ts';
import { hostMachine } from '../online/host.machine.ts';
import { onlineMachine } from '../online/online.machine.ts';
import { NO_SESSION, type OnlineStart } from '../online/online.ts';
import { entriesOf, publishedVersions } from '../play/round.ts';
import { readSecret } from '../../wire/signing.ts';
import { service } from './service.ts';

interface Source {
  readonly own_persisted: Persisted;
  /** Unique id of this boot. */
  readonly boot: string;
  readonly has_cloud: boolean;
}

export const session = service({
  machine: onlineMachine,
  over({ clock, http, cloud }) {
    if (cloud === null) return onlineMachine;
    const ask = askFrom(http, clock, cloud);
    return onlineMachine.provide({
      actors: {
        ask,
        clockSync: clockSyncFrom(clock),
        host: hostMachine.provide({ actors: { ask } }),
        guest: guestMachine.provide({ actors: { ask } }),
      },
    });
  },
  persisted: ({ own_persisted }: Source) => ({
    self: { name: nameOf(own_persisted), players: entriesOf(own_persisted) },
    exp: own_persisted.exp,
    input_seq: own_persisted.input_seq,
  }),
  start({ own_persisted, boot, has_cloud }): OnlineStart {
    const key = has_cloud ? readSecret(own_persisted.secret) : null;
    const { role: kept, code } = own_persisted.online;
    const role = kept === 'stopping' ? 'off' : kept;
    return {
      identity: key ? { id: own_persisted.id, key } : null,
      boot,
      role,
      stopping: kept === 'stopping',
      code,
      rounds: role === 'host' && own_persisted.round ? publishedVersions(own_persisted.round) : [],
    };
  },
  event_descriptors: ['online.*', 'host.*', 'guest.*', 'storage.settled'],
  none: NO_SESSION,
  view: ({ view }) => view,
});
