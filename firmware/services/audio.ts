// Audio pack service: alternative sounds from the store.

import { fetchPackFrom, loadFrom } from '../audio/audio.actors.ts';
import { audioMachine } from '../audio/audio.machine.ts';
import { service } from './service.ts';

interface Source {
  readonly has_store: boolean;
  readonly networked: boolean;
}

export const audio = service({
  machine: audioMachine,
  over: (board) =>
    audioMachine.provide({
      actors: { load: loadFrom(board), fetch: fetchPackFrom({ ...board, store: board.store ?? '' }) },
    }),
  persisted: ({ has_store, networked }: Source) => ({ has_store, networked }),
  event_descriptors: ['firmware.settled'],
  none: { version: '' },
  view: ({ version }) => ({ version }),
});
