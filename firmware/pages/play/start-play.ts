// Transitions of a row that starts play: from the set-up page, and again from a result.

import { ask } from '../navigation.setup.ts';
import type { OpenEvent } from '../navigation.ts';
import { endsRound } from './ending-page.ts';

type PlayArgs = { readonly event: Extract<OpenEvent, { type: 'open.play' }> };

export const startPlay = [
  // Resuming the current round does not end it.
  {
    ...endsRound,
    guard: ({ context, event }: PlayArgs & Parameters<typeof endsRound.guard>[0]) =>
      !event.resume && endsRound.guard({ context }),
  },
  {
    actions: {
      type: 'ask',
      params: ({ event: { id, resume } }: PlayArgs) => ask({ type: 'play.begin', id, resume }).params,
    },
  },
] as const;
