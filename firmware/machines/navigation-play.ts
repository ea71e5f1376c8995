// The states of the navigation in which a set or a round is played: of an experience, a round of our own, or the host's.

import type { CourseState } from '../experiences/course/round.ts';
import type { CourseId } from '../experiences/registry.ts';
import type { CourseInput } from './course.ts';
import type { SetInput } from './set.ts';
import { navigationSetup, take, type On } from './navigation.setup.ts';
import type { VisitInput } from './visit.ts';

const show = (page: 'playing' | 'course') => ({ type: 'show', params: { page } }) as const;

export const playing = navigationSetup.createStateConfig({
  entry: show('playing'),
  invoke: {
    src: 'experience',
    id: 'experience',
    input: ({ context }): SetInput => {
      const { state, unix_s } = context.begun as Omit<SetInput, 'facts'>;
      return { state, unix_s, facts: context.facts };
    },
  },
  on: {
    'sensor.strike': { actions: 'forward' },
    'key.left': { actions: 'forward' },
    'key.right': { actions: 'forward' },
    'key.ok': { actions: 'forward' },
    'key.back': { actions: 'stopExperience' },
    'experience.putt': { actions: 'tellParent' },
    'experience.finished': {
      target: 'result',
      actions: [take(({ results }: On<'experience.finished'>) => ({ results, plot: 0 })), 'tellParent'],
    },
    'experience.left': 'setup',
  },
});

export const course = navigationSetup.createStateConfig({
  entry: show('course'),
  invoke: {
    src: 'course',
    id: 'course',
    input: ({ context }): CourseInput => ({
      facts: context.facts,
      state: context.begun?.state as CourseState,
      hosted: context.own_facts.online.role === 'host',
      roster: context.roster,
    }),
  },
  on: {
    'sensor.strike': { actions: 'toCourse' },
    'key.left': { actions: 'toCourse' },
    'key.right': { actions: 'toCourse' },
    'key.ok': { actions: 'toCourse' },
    'key.back': { actions: 'stopCourse' },
    'navigation.roster': {
      actions: [
        take(({ roster }: On<'navigation.roster'>) => ({ roster })),
        { type: 'rosterToCourse', params: ({ event }) => event },
      ],
    },
    'navigation.inputs': { actions: { type: 'inputsToCourse', params: ({ event }) => event } },
    'course.changed': { actions: 'tellParent' },
    'course.refused': { actions: 'tellParent' },
    'course.left': 'setup',
  },
});

export const visit = navigationSetup.createStateConfig({
  entry: show('course'),
  invoke: {
    src: 'visit',
    id: 'visit',
    input: ({ context }): VisitInput => ({
      game: context.game as CourseId,
      facts: context.facts,
      label: context.session.label,
      round: context.round,
    }),
  },
  always: { guard: 'we are no guest', target: 'menu', actions: 'leaveHost' },
  on: {
    'sensor.strike': { actions: 'toVisit' },
    'key.left': { actions: 'toVisit' },
    'key.right': { actions: 'toVisit' },
    'key.ok': { actions: 'toVisit' },
    'key.back': { target: 'menu', actions: ['leaveHost', { type: 'askToFollow', params: { fol: false } }] },
    'navigation.round': {
      actions: [
        take(({ round }: On<'navigation.round'>) => ({ round })),
        { type: 'roundToVisit', params: ({ event }) => event },
      ],
    },
    'navigation.unsent': { actions: 'unsentToVisit' },
    'visit.changed': { actions: 'tellParent' },
    'course.refused': { actions: 'tellParent' },
    'guest.input': { actions: 'tellParent' },
  },
});
