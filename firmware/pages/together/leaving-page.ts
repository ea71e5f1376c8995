// Asks a guest before it leaves its host's round and plays on its own, since its seats sit out from then on (R67, R69).

import { deviceName } from '../../online/device-names.ts';
import type { SessionView } from '../../online/online.ts';
import { withSeatNames } from '../../play/seat-names.ts';
import { experience } from '../../experiences/registry.ts';
import type { PlayView } from '../../play/play-view.ts';
import type { PageView } from '../../ui/page.ts';
import { drawQuestion } from '../question-page.ts';
import { ask } from '../navigation.setup.ts';
import { withFirstFocus, type NavigationContext, type Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';

type GuardArgs = { readonly context: NavigationContext };

/** Whether the guest is in an unfinished round of its host. */
const isInHostRound = ({ context: { deviceState } }: GuardArgs): boolean => {
  const { kind, round } = deviceState().play;
  return kind === 'visit' && round !== null && round.round.ph !== 'done';
};

/** Transition to this page, taken before a guest leaves such a round. */
export const confirmLeaving = {
  guard: isInHostRound,
  target: 'leaving',
  actions: { type: 'take', params: ({ context }: GuardArgs) => withFirstFocus(context, 'leaving') },
} as const;

const leavingRows: Rows = () => [
  { label: 'Stay in the round', ok: { type: 'open.played' } },
  { label: 'Leave the round', ok: { type: 'play.leave' } },
];

export const leavingPage: PageEntry = {
  name: 'leaving',
  tags: ['watches'],
  rows: leavingRows,
  state: {
    always: { guard: ({ context }) => !isInHostRound({ context }), target: 'played' },
    on: { 'key.back': { target: 'menu', actions: ask({ type: 'play.leave' }) } },
  },
  draw: (view) => draw(view),
};

/** Describes how leaving affects the players of our seats. */
function seatsText({ round: course }: PlayView, session: SessionView): string {
  const ro = course ? withSeatNames(course.round, deviceName(session, '')).ro : [];
  const names = ro.filter(({ d }) => d === course?.label).map(({ n }) => n);
  if (names.length === 0) return 'The round continues without you. To return, follow the host in Play together.';
  return `${names.join(' and ')} ${names.length === 1 ? 'sits' : 'sit'} out. To return, follow the host in Play together.`;
}

const draw = (view: DeviceView): PageView =>
  drawQuestion({
    header: experience(view.play.id).name,
    title: 'Leave the round?',
    paragraphs: [seatsText(view.play, view.session)],
    ...listOf(view, 'leaving', leavingRows),
    hints: '↑ ↓ move · OK: choose · Back again: leave',
  });
