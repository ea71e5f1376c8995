// Play service: runs the current play regardless of the open page.

import { beginFrom } from '../play/play.actors.ts';
import { readTextFrom, scriptFrom } from '../extension/extension.actors.ts';
import { extensionMachine } from '../extension/extension.machine.ts';
import type { Persisted } from '../persisted/persisted.ts';
import type { SessionView } from '../online/online.ts';
import { metronomeFrom } from '../play/metronome.ts';
import { playMachine } from '../play/play.machine.ts';
import { NO_PLAY, playView } from '../play/play-view.ts';
import { setMachine } from '../play/set.machine.ts';
import { service } from './service.ts';

interface Source {
  readonly own_persisted: Persisted;
  readonly session: SessionView;
  /** Whether the player is typing on the page. */
  readonly held: boolean;
}

export const play = service({
  machine: playMachine,
  over: (board, writer) =>
    playMachine.provide({
      actors: {
        set: setMachine.provide({ actors: { metronome: metronomeFrom(board.clock) } }),
        begin: beginFrom(board.clock, board.random.fork('stations')),
        extension: extensionMachine.provide({
          actors: {
            readText: readTextFrom(board.flash),
            script: scriptFrom({ ...board, random: board.random.fork('extensions'), left: () => writer.flush() }),
          },
        }),
      },
    }),
  persisted: ({ own_persisted, session: { role, label, fol, replay }, held }: Source) => ({
    persisted: own_persisted,
    session: { role, label, fol, replay },
    held,
  }),
  event_descriptors: ['play.*', 'session.*', 'simulator.disconnect'],
  none: NO_PLAY,
  reads_children: true,
  view: (_context, snapshot) => playView(snapshot),
});
