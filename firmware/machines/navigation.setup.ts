// What the navigation machine is made of: its events, its actors, its actions and guards.

import { assign, enqueueActions, fromPromise, raise, sendParent, sendTo, setup } from 'xstate';
import { assert } from '../../wire/errors.ts';
import { inRange, SHOT_PORT } from '../../wire/limits.ts';
import { PRIVATE_ONLY, readPrivateAddress } from '../../wire/shot/private-address.ts';
import { calibrationMachine, type CalibrationEvent } from '../calibration/calibration.machine.ts';
import { readMeasured } from '../calibration/calibration.ts';
import type { Change } from '../facts/changes.ts';
import type { Facts } from '../facts/facts.ts';
import { publishedCfg } from '../experiences/published-cfg.ts';
import { experience, experienceAsGuest, isCourse, type ExperienceId } from '../experiences/registry.ts';
import { withEnd } from '../experiences/course/round.ts';
import type { Roster } from '../experiences/course/roster.ts';
import type { SessionView } from '../online/online.ts';
import { courseMachine, type CourseEvent } from './course.machine.ts';
import { setMachine, type SetEvent } from './set.machine.ts';
import { isAlmostComplete, isComplete, withKeyMoved, withKeyTaken, withKeyTyped } from './code-entry.ts';
import { typedName, withCursorMoved, withLetterTurned, type Naming } from './naming.ts';
import {
  factsUnder,
  focusedRow,
  isBusy,
  isToBeAsked,
  mayBePulled,
  simPutt,
  withClub,
  withFocusMoved,
  withPlot,
  withPull,
  withRowKept,
  withStriker,
  type BeginSet,
  type BegunSet,
  type NavigationContext,
  type NavigationEvent,
  type PageName,
} from './navigation.ts';
import { readAddress } from '../simulator/address.ts';
import { wayOf } from '../simulator/simulator.ts';
import type { SimInput } from '../simulator/orders.ts';
import { extensionMachine, type ExtensionEvent } from '../extension/extension.machine.ts';
import { modeOfSlot, type Installed } from '../facts/extensions.ts';
import type { FirmwareView } from '../images/policy.ts';
import type { UpdateView } from '../extension/update.ts';
import { visitMachine, type VisitEvent } from './visit.machine.ts';

export type On<T extends NavigationEvent['type']> = Extract<NavigationEvent, { type: T }>;

/** The action that takes a part of the context out of an event. */
export const take = <E>(part: (event: E) => Partial<NavigationContext>) =>
  ({ type: 'take', params: ({ event }: { event: E }) => part(event) }) as const;

export const navigationSetup = setup({
  types: {
    input: {} as { facts: Facts; session: SessionView; update: UpdateView; firmware: FirmwareView },
    context: {} as NavigationContext,
    events: {} as NavigationEvent,
  },
  actors: {
    experience: setMachine,
    course: courseMachine,
    visit: visitMachine,
    extension: extensionMachine,
    calibration: calibrationMachine,
    beginSet: fromPromise<BegunSet, BeginSet>(() => {
      throw new Error('the actor slot beginSet of the navigation is not filled');
    }),
  },
  actions: {
    show: enqueueActions(({ enqueue }, { page }: { page: PageName }) => {
      enqueue.assign({ page });
      enqueue.sendParent({ type: 'device.page', busy: isBusy(page) });
    }),
    takeFirmware: assign(({ context }, { view }: { view: FirmwareView }) => withRowKept(context, { firmware: view })),
    noteAsked: assign(({ context: { firmware, focus } }) => ({
      asked_of: firmware.offer?.version ?? '',
      focus: { ...focus, firmware: 0 },
    })),
    moveFocus: assign(({ context }, { by }: { by: 1 | -1 }) => withFocusMoved(context, by)),
    press: enqueueActions(({ context, enqueue }, { key }: { key: 'ok' | 'left' | 'right' }) => {
      const does = focusedRow(context)?.[key];
      if (does) enqueue.raise(does);
    }),
    pressKey: raise((_, { key }: { key: 'ok' | 'left' | 'right' }) => ({ type: `key.${key}` as const })),
    take: assign((_, part: Partial<NavigationContext>) => part),
    takeFacts: assign(({ context }, { facts }: { facts: Facts }) =>
      withRowKept(context, factsUnder(facts, context.host_exp)),
    ),
    takeSettings: assign(({ context }, { exp }: On<'navigation.settings'>) =>
      context.host_exp ? factsUnder(context.own_facts, exp) : {},
    ),
    takePull: assign(({ context }) => withPull(context)),
    leaveHost: assign(({ context }) => factsUnder(context.own_facts, null)),
    turnLetter: assign(({ context }, { by }: { by: 1 | -1 }) => ({ naming: withLetterTurned(context.naming, by) })),
    moveCursor: assign(({ context }, { by }: { by: 1 | -1 }) => ({ naming: withCursorMoved(context.naming, by) })),
    moveKey: assign(({ context }, { columns, rows }: { columns: number; rows: number }) => ({
      code_entry: withKeyMoved(context.code_entry, columns, rows),
    })),
    touchKey: assign(({ context }, { focus }: { focus: number }) => ({
      code_entry: { ...context.code_entry, at: focus },
    })),
    typeKey: assign(({ context }) => ({ code_entry: withKeyTyped(context.code_entry) })),
    takeKey: assign(({ context }) => ({ code_entry: withKeyTaken(context.code_entry) })),
    tryCode: sendParent(({ context }) => ({ type: 'online.join', code: context.code_entry.typed })),
    takeMeasured: assign(({ context: { calibration, naming } }) => {
      const measured = readMeasured(typedName(naming));
      return measured.ok ? { calibration: { ...calibration, measured_ft: measured.value } } : {};
    }),
    /** A putt that comes while its distance is typed is the next one. */
    takeStruck: assign(({ context: { calibration } }, { strike: { club_speed_mps } }: On<'sensor.strike'>) => ({
      calibration: { ...calibration, club_speed_mps, measured_ft: null },
    })),
    toCalibration: sendTo('calibration', ({ event }) => event as CalibrationEvent),
    factsToCalibration: sendTo('calibration', (_, { facts }: { facts: Facts }) => ({
      type: 'calibration.facts' as const,
      facts,
    })),
    askToInstall: sendParent(({ context }) => ({ type: 'update.install', code: context.code_entry.typed })),
    askToUninstall: sendParent(({ context: { code } }) => ({
      type: 'device.change',
      change: { kind: 'uninstall', code },
    })),
    sayRemoved: sendParent(({ context: { facts, code } }) => ({
      type: 'device.note',
      text: `${installedAs(facts, code)?.name ?? code} was removed.`,
    })),
    forward: sendTo('experience', ({ event }) => event as SetEvent),
    stopExperience: sendTo('experience', { type: 'experience.stop' }),
    toCourse: sendTo('course', ({ event }) => event as CourseEvent),
    stopCourse: sendTo('course', { type: 'course.stop' }),
    rosterToCourse: sendTo('course', (_, { roster }: { roster: Roster }) => ({
      type: 'course.roster' as const,
      roster,
    })),
    inputsToCourse: enqueueActions(({ enqueue }, { items, at_ms }: On<'navigation.inputs'>) => {
      for (const item of items)
        if (item.kind === 'putt')
          enqueue.sendTo('course', { type: 'course.putt' as const, item, at_ms: at_ms - item.ms });
    }),
    toVisit: sendTo('visit', ({ event }) => event as VisitEvent),
    roundToVisit: sendTo('visit', (_, { round, at_ms, label }: On<'navigation.round'>) => ({
      type: 'visit.round' as const,
      round,
      at_ms,
      label,
    })),
    unsentToVisit: sendTo('visit', { type: 'visit.unsent' }),
    toExtension: sendTo('extension', ({ event }) => event as ExtensionEvent),
    /** R105: the slot is the mode. */
    selectExtension: sendParent(({ context: { facts, code } }) => ({
      type: 'device.change',
      change: { kind: 'select', mode: modeOfSlot(facts.installed.findIndex((each) => each.code === code)), cfg: {} },
    })),
    turnPlot: assign(({ context }, { by }: { by: 1 | -1 }) => withPlot(context, by)),
    chooseClub: assign(({ context }, { by }: On<'choose.club'>) => withClub(context, by)),
    chooseStriker: assign(({ context }, { by }: On<'choose.striker'>) => withStriker(context, by)),
    openSimulator: sendParent({ type: 'simulator.open' }),
    puttOnSimulator: sendParent(({ context }, { strike }: On<'sensor.strike'>) => ({
      type: 'simulator.act',
      input: { kind: 'putt', putt: simPutt(strike, context) },
    })),
    puttToHost: sendParent(({ context }, { strike }: On<'sensor.strike'>) => ({
      type: 'guest.input',
      input: { kind: 'putt', putt: simPutt(strike, context) },
    })),
    inputToHost: sendParent((_, { input }: { input: SimInput }) => ({ type: 'guest.input', input })),
    sayProblem: sendParent(({ context: { naming } }) => ({ type: 'device.note', text: problemOf(naming) ?? '' })),
    say: sendParent((_, { text }: { text: string }) => ({ type: 'device.note', text })),
    tellParent: sendParent(({ event }) => event),
    tellUnused: sendParent({ type: 'strike.unused' }),
    /** R60: a choice in the menu counts, also while nobody else sees it. */
    askToSelect: sendParent(({ context: { facts, game } }, { resume }: { resume: boolean }) => ({
      type: 'device.change',
      change: { kind: 'select', mode: experience(game).mode, cfg: publishedCfg(facts, game, resume) },
    })),
    askToFollow: sendParent((_, { fol }: { fol: boolean }) => ({ type: 'guest.follow', fol })),
    askToEnd: sendParent(({ context: { facts } }) =>
      facts.round
        ? { type: 'course.changed', state: withEnd(facts.round), sound: 'done' }
        : { type: 'course.refused', text: 'There is no round to end.' },
    ),
    askForName: sendParent(({ context: { naming } }) => ({
      type: 'device.change',
      change: namingChange(naming),
    })),
    askToRemove: sendParent(({ context }) => ({
      type: 'device.change',
      change: { kind: 'remove_player', player_id: context.player_id },
    })),
  },
  guards: {
    'a release is to be asked about': ({ context }) => isToBeAsked(context),
    'a player is named': ({ context }) => context.naming.of === 'player',
    'a distance is typed': ({ context: { naming } }) => naming.of === 'measured',
    'it makes no sense': ({ context: { naming } }) => problemOf(naming) !== null,
    'a server is named': ({ context: { naming } }) => isServer(naming),
    'a simulator is named': ({ context: { naming } }) => isAddress(naming),
    'another version is installed': ({ context: { facts, code } }, now: { facts: Facts }) =>
      shaOf(facts, code) !== shaOf(now.facts, code),
    'it has settings': ({ context: { facts, code } }) => (installedAs(facts, code)?.settings.length ?? 0) > 0,
    'it is installed': ({ context: { facts } }, { code }: { code: string }) => installedAs(facts, code) !== undefined,
    'no sensor sees it': (_, { game }: { game: ExperienceId }) => experience(game).kind === 'unsensed',
    'the host plays what no sensor here sees': ({ context }) => experience(context.game).kind === 'unsensed',
    'a simulator is chosen': ({ context }) => experience(context.game).kind === 'simulator',
    'the host has a simulator': ({ context }) => experience(context.game).kind === 'shared-simulator',
    'the host replays a shot': ({ context }) => context.session.replay,
    'a simulator is hosted': ({ context: { facts } }) => facts.online.role === 'host' && wayOf(facts.exp.mode) !== null,
    'the host pulls us': ({ context }) => context.pull !== null && mayBePulled(context),
    'the host plays a course': ({ context }) => isCourse(context.game),
    'we have this experience': ({ context }) =>
      context.host_exp === null || context.game === experienceAsGuest(context.host_exp.mode),
    'it is another round': ({ context }, { round }: On<'navigation.round'>) =>
      context.session.fol && context.round?.id !== round.id && round.ph !== 'done',
    'a round begins': (_, { begun }: { begun: BegunSet }) => begun.kind === 'course',
    'we are a guest': ({ context }) => context.session.role === 'guest',
    'we are no guest': ({ context }) => context.session.role !== 'guest',
    'the code is complete': ({ context }) => isComplete(context.code_entry),
    'nothing is typed': ({ context }) => context.code_entry.typed === '',
    'the last key is missing': ({ context }) => isAlmostComplete(context.code_entry),
    'it was installed': ({ context: { code_entry } }, { update }: On<'navigation.update'>) =>
      update.doing === '' && update.fetched[code_entry.typed] === '',
    'it is a default one': ({ context: { facts, code } }) => installedAs(facts, code)?.default ?? false,
    'it has gone': ({ context: { facts, code } }) => installedAs(facts, code) === undefined,
    'it goes': ({ context: { code } }, { facts }: { facts: Facts }) => installedAs(facts, code) === undefined,
    'a round goes on': ({ context: { facts } }) =>
      facts.online.role === 'host' && facts.round !== null && facts.round.round.ph !== 'done',
  },
});

const installedAs = ({ installed }: Facts, code: string): Installed | undefined =>
  installed.find((each) => each.code === code);
const shaOf = (facts: Facts, code: string): string => installedAs(facts, code)?.sha256 ?? '';

const NO_ADDRESS = 'An address is such as 192.168.1.20 or golf-pc:9210.';
const NO_PORT = `A port is a whole number from ${SHOT_PORT.min} to ${SHOT_PORT.max}.`;

/** Why what was typed can't be taken; null where it can. */
function problemOf(naming: Naming): string | null {
  const text = typedName(naming);
  switch (naming.of) {
    case 'measured': {
      const measured = readMeasured(text);
      return measured.ok ? null : measured.error.message;
    }
    case 'direct':
    case 'connector':
      return readAddress(text, 1) ? null : NO_ADDRESS;
    case 'server':
      return readPrivateAddress(text) ? null : PRIVATE_ONLY;
    case 'server_port':
      return /^\d+$/.test(text) && inRange(Number(text), SHOT_PORT) ? null : NO_PORT;
    default:
      return null;
  }
}

const isServer = ({ of }: Naming): boolean => of === 'server' || of === 'server_port';
type NamedAddress = Naming & { readonly of: 'direct' | 'connector' };
const isAddress = (naming: Naming): naming is NamedAddress => naming.of === 'direct' || naming.of === 'connector';

function namingChange(naming: Naming): Change {
  const { of, player_id } = naming;
  const text = typedName(naming);
  if (of === 'device') return { kind: 'name_device', text };
  if (of === 'player') return { kind: 'name_player', player_id: player_id ?? 0, text };
  if (of === 'server') return { kind: 'set_forwarding', forwarding: { address: text } };
  if (of === 'server_port') return { kind: 'set_forwarding', forwarding: { port: Number(text) } };
  assert(isAddress(naming), 'a distance is nothing that the device keeps');
  return { kind: 'set_address', of: naming.of, text };
}
