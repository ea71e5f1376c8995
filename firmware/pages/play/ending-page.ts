// Page that confirms ending a round with other players, including when starting something else would end it (C100).

import { experience } from '../../experiences/registry.ts';
import { othersInRound } from '../../play/play-view.ts';
import type { PageView } from '../../ui/page.ts';
import { drawQuestion } from '../question-page.ts';
import { ask } from '../navigation.setup.ts';
import { withFirstFocus, type NavigationContext, type PlayInstead, type Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';

type GuardArgs = { readonly context: NavigationContext };

const othersPlay = ({ context: { deviceState } }: GuardArgs): boolean => othersInRound(deviceState().play).length > 0;

/** Redirects a choice that would end such a round to this page. */
export const endsRound = {
  guard: othersPlay,
  target: 'ending',
  actions: {
    type: 'take',
    params: ({ context, event }: GuardArgs & { event: PlayInstead }) => ({
      instead: event,
      ...withFirstFocus(context, 'ending'),
    }),
  },
} as const;

/** Asks before ending the round without starting anything else. */
export const askToEnd = [
  {
    guard: othersPlay,
    target: 'ending',
    actions: {
      type: 'take',
      params: ({ context }: GuardArgs) => ({ instead: null, ...withFirstFocus(context, 'ending') }),
    },
  },
  { actions: ask({ type: 'play.end' }) },
] as const;

const endingRows: Rows = () => [
  { label: 'Continue the round', ok: { type: 'open.played' } },
  { label: 'End the round', ok: { type: 'page.end-round' } },
];

const playInstead = {
  type: 'ask',
  params: ({ context: { instead } }: GuardArgs) => {
    if (instead?.type === 'open.play')
      return ask({ type: 'play.begin', id: instead.id, resume: instead.resume }).params;
    if (instead) return ask({ type: 'play.extension', code: instead.code }).params;
    return ask({ type: 'device.note', text: 'The round has ended.' }).params;
  },
} as const;

export const endingPage: PageEntry = {
  name: 'ending',
  tags: ['watches'],
  rows: endingRows,
  state: {
    always: { guard: ({ context }) => !othersPlay({ context }), target: 'menu' },
    on: {
      'page.end-round': { target: 'menu', actions: [ask({ type: 'play.end' }), playInstead] },
      'key.back': 'menu',
    },
  },
  draw,
};

function draw(view: DeviceView): PageView {
  const { play } = view;
  const others = othersInRound(play);
  return drawQuestion({
    header: experience(play.id).name,
    title: 'End the round for all?',
    paragraphs: [`${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} still playing. Scores so far are kept.`],
    ...listOf(view, 'ending', endingRows),
  });
}
