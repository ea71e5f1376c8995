// Shot forwarding service: sends the shots of this device's players to the user's own server.

import type { RunningImage } from '../../hal/images/images.ts';
import type { Persisted } from '../persisted/persisted.ts';
import type { SessionView } from '../online/online.ts';
import { sendFrom } from '../forwarding/forwarder.actors.ts';
import { forwarderMachine } from '../forwarding/forwarder.machine.ts';
import { NO_FORWARDING, viewOf } from '../forwarding/forwarder.ts';
import { senderOf } from '../forwarding/shot.ts';
import { service } from './service.ts';

interface Source {
  readonly own_persisted: Persisted;
  readonly session: SessionView;
  readonly image: RunningImage;
}

export const forwarding = service({
  machine: forwarderMachine,
  over: ({ http, clock }) => forwarderMachine.provide({ actors: { send: sendFrom(http, clock) } }),
  persisted: ({ own_persisted, session, image }: Source) => ({
    forwarding: own_persisted.forwarding,
    sender: senderOf(own_persisted, session, image.version),
  }),
  event_descriptors: ['forwarder.*'],
  none: NO_FORWARDING,
  view: (context) => viewOf(context),
});
