// The pages that show what is played: each shows some kinds of play, and is left where something else is played, or nothing any more.

import type { PlayKind } from '../../play/play-view.ts';
import { navigationSetup } from '../navigation.setup.ts';
import type { PageEntry } from '../page-entry.ts';

interface PlayPage extends PageEntry {
  /** What it shows; where that is played, there is nothing to go to. */
  readonly shows: readonly PlayKind[];
}

/** A page of what is played, as an entry. */
export const playPage = ({ shows, ...entry }: PlayPage): PlayPage => ({
  ...entry,
  shows,
  state: navigationSetup.createStateConfig({
    ...entry.state,
    on: {
      'open.played': [{ guard: { type: 'it is played', params: { kinds: shows } } }, { target: 'played' }],
      'play.over': [
        { guard: ({ event }) => event.page === 'setup', target: 'setup' },
        { guard: ({ event }) => event.page === 'options', target: 'options' },
        { target: 'menu' },
      ],
      ...entry.state.on,
    },
  }),
});
