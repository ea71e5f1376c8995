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
  readonly own_facts: Persisted;
  readonly session: SessionView;
  readonly image: RunningImage;
}

export const forwarding = service({
  machine: forwarderMachine,
  over: ({ http, clock }) => forwarderMachine.provide({ actors: { send: sendFrom(http, clock) } }),
  persisted: ({ own_facts, session, image }: Source) => ({
    forwarding: own_facts.forwarding,
    sender: senderOf(own_facts, session, image.version),
  }),
  hears: ['forwarder.*'],
  none: NO_FORWARDING,
  view: (context) => viewOf(context),
});
