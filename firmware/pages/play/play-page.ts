// Base of the pages that show a game: each shows some kinds of play and closes when the kind changes or play ends.

import type { PlayKind } from '../../play/play-view.ts';
import { navigationSetup } from '../navigation.setup.ts';
import type { PageEntry } from '../page-entry.ts';

interface PlayPage extends PageEntry {
  /** Kinds of play shown on this page; `open.played` is ignored for them. */
  readonly shows: readonly PlayKind[];
}

/** Builds the entry of a page that shows a game. */
export const playPage = ({ shows, ...entry }: PlayPage): PlayPage => ({
  ...entry,
  shows,
  state: navigationSetup.createStateConfig({
    ...entry.state,
    on: {
      'open.played': [{ guard: { type: 'play kind matches', params: { kinds: shows } } }, { target: 'played' }],
      'play.over': [
        { guard: ({ event }) => event.page === 'setup', target: 'setup' },
        { guard: ({ event }) => event.page === 'options', target: 'options' },
        { target: 'menu' },
      ],
      ...entry.state.on,
    },
  }),
});
