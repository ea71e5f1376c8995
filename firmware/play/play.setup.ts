// Setup of the play machine: events, reports to the device, actors, actions and guards.

import { assign, enqueueActions, raise, sendTo, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import type { Experience, HostEvent } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { CourseState } from '../experiences/course/round.ts';
import { publicRound, withEnd } from '../experiences/course/round.ts';
import { publishedCfg } from '../experiences/published-cfg.ts';
import { experience, isStored, rulesOf, type ExperienceId } from '../experiences/registry.ts';
import { extensionMachine, type ExtensionReport } from '../extension/extension.machine.ts';
import { practice, practiceFor } from '../experiences/practice.ts';
import type { PersistedChange } from '../persisted/changes.ts';
import { hasPage, modeOfSlot, removedText } from '../persisted/extensions.ts';
import type { ForwardedShot } from '../forwarding/shot.ts';
import { slotsOf, typeOnly, type KeyEvent, type PlayKey, type ReportsTo } from '../machine.ts';
import { ownName } from '../online/device-names.ts';
import type { News } from '../online/news.ts';
import type { OnlineRequest } from '../online/online.machine.ts';
import type { SimInput } from '../simulator/orders.ts';
import type { SimulatorRequest } from '../simulator/simulator.machine.ts';
import {
  eventOfRound,
  persistedUnder,
  followed,
  resumedPlay,
  roundPutts,
  setHasAll,
  simPutt,
  startOf,
  strikerOf,
  withClub,
  withHostRound,
  withPlayPersisted,
  withPull,
  withStriker,
  type BeginInput,
  type StartedPlay,
  type PlayContext,
  type PlayPersisted,
  type ResumedAs,
} from './play.ts';
import { unjudgedPutt, type KeepPutt } from './kept-putt.ts';
import { roundMachine, type RoundReport } from './round.machine.ts';
import { setMachine, type SetReport } from './set.machine.ts';
import { trendEntries } from './set.ts';
import { visitMachine, type VisitReport } from './visit.machine.ts';

type NewsOf<K extends News['kind']> = Omit<Extract<News, { kind: K }>, 'kind'> & { readonly type: `session.${K}` };

/** Requests from pages. */
export type PlayRequest =
  | { readonly type: 'play.begin'; readonly id: ExperienceId; readonly resume: boolean }
  | { readonly type: 'play.extension'; readonly code: string }
  | { readonly type: 'play.key'; readonly key: PlayKey; readonly repeats?: boolean }
  /** A key is released. */
  | { readonly type: 'play.release'; readonly key: PlayKey }
  /** The player leaves the page: ends play that only lasts while its page is open. */
  | { readonly type: 'play.leave' }
  /** The player ends the round early. */
  | { readonly type: 'play.end' }
  /** An input for the simulator in use, here or at the host. */
  | { readonly type: 'play.act'; readonly input: SimInput }
  | { readonly type: 'play.club' | 'play.striker'; readonly by: 1 | -1 };

type PlayEvent =
  | PlayRequest
  | { readonly type: 'persisted.changed'; readonly persisted: PlayPersisted }
  /** `practises`: the strike starts the practice green if nothing is played. */
  | { readonly type: 'sensor.strike'; readonly strike: Strike; readonly practises?: boolean }
  | { readonly type: 'simulator.disconnect' }
  | NewsOf<'pull'>
  | NewsOf<'settings'>
  | NewsOf<'round'>
  | NewsOf<'roster'>
  | NewsOf<'inputs'>
  | NewsOf<'unsent'>
  | NewsOf<'accepted'>
  | SetReport
  | RoundReport
  | VisitReport
  | ExtensionReport;

/** Page to open when the player leaves finished play. */
export type OverPage = 'menu' | 'setup' | 'options';

/** Events sent to the device machine. */
type PlayReport =
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  | { readonly type: 'device.note'; readonly text: string; readonly holds?: 'play' }
  | { readonly type: 'device.sound'; readonly sound: Sound }
  | { readonly type: 'device.light'; readonly seat: number; readonly light_ms: number }
  /** A metronome beats. */
  | { readonly type: 'device.beat' }
  /** Lights all LEDs, each in its colour. */
  | { readonly type: 'device.lights'; readonly light_ms: number }
  | { readonly type: 'host.round'; readonly round: Round }
  | { readonly type: 'host.event'; readonly ev: HostEvent }
  | Extract<OnlineRequest, { type: 'guest.follow' | 'guest.input' }>
  | Extract<SimulatorRequest, { type: 'simulator.open' | 'simulator.act' }>
  | { readonly type: 'forwarder.shot'; readonly shot: ForwardedShot }
  | KeepPutt
  /** New play has started: show its page. */
  | { readonly type: 'play.begun' }
  /** Play has ended. */
  | { readonly type: 'play.over'; readonly page: OverPage }
  | Extract<SetReport, { type: 'set.finished' }>;

interface PlayInput {
  readonly parent: ReportsTo<PlayReport>;
  readonly persisted: PlayPersisted;
}

type On<T extends PlayEvent['type']> = Extract<PlayEvent, { type: T }>;

/** Time for which the LED of the player who has putted stays lit. */
const PUTT_LIGHT_MS = 1200;
const HOLED_LIGHT_MS = 1500;
const STRIKE_UNUSED = 'Strike ignored: no experience is open.';
export const MUTED = 'Wait: the host is repeating a shot.';
const NO_ROUND = 'A guest putted, but no round is in play.';

const slots = slotsOf('play');

export const playSetup = setup({
  types: typeOnly<{
    input: PlayInput;
    context: PlayContext & Pick<PlayInput, 'parent'>;
    events: PlayEvent;
    children: { set: 'set'; round: 'round'; visit: 'visit'; extension: 'extension'; begin: 'begin' };
  }>(),
  actors: {
    begin: slots.promise<StartedPlay | null, BeginInput>('begin'),
    set: setMachine,
    round: roundMachine,
    visit: visitMachine,
    extension: extensionMachine,
  },
  actions: {
    take: assign((_, patch: Partial<PlayContext>) => patch),
    takePersisted: assign(({ context }, { persisted }: On<'persisted.changed'>) =>
      withPlayPersisted(context, persisted),
    ),
    takePractice: assign(({ context }) => ({
      id: practice.id,
      started: {
        kind: 'set' as const,
        state: practiceFor(context.persisted.players.map(({ id }) => id)),
        unix_s: 0,
      },
    })),
    /** Strikes again, now that the practice green is open. */
    strikeAgain: raise((_, { strike }: { strike: Strike }) => ({ type: 'sensor.strike' as const, strike })),
    takeStart: assign(({ context }) => {
      const { as: _, ...rest } = resumedPlay(startOf(context));
      return rest;
    }),
    takePull: assign(({ context }) => withPull(context)),
    takeHostRound: assign(({ context }) => withHostRound(context)),
    takeSettings: assign(({ context }, { exp }: { exp: Experience }) =>
      context.host_exp ? persistedUnder(context.own_persisted, exp) : {},
    ),
    noteRound: assign(({ context: { round_due } }, { round, fresh, exp, at_ms, label }: On<'session.round'>) => ({
      host_round: { round, exp, at_ms, label },
      round_due: round_due || fresh,
    })),
    leaveHost: assign(({ context }) => persistedUnder(context.own_persisted, null)),
    /** Takes the stored round, whose id changes when a session starts or ends during the round. */
    takeStoredRound: assign(({ context: { own_persisted, started } }) => ({
      started: own_persisted.round ? ({ kind: 'round', state: own_persisted.round } as const) : started,
    })),
    chooseClub: assign(({ context }, { by }: { by: 1 | -1 }) => withClub(context, by)),
    chooseStriker: assign(({ context }, { by }: { by: 1 | -1 }) => withStriker(context, by)),

    show: sendTo(({ context }) => context.parent, { type: 'play.begun' }),
    tellOver: sendTo(
      ({ context }) => context.parent,
      (_, { page }: { page: OverPage }) => ({ type: 'play.over' as const, page }),
    ),
    say: sendTo(
      ({ context }) => context.parent,
      (_, { text }: { text: string }) => ({ type: 'device.note' as const, text, holds: 'play' as const }),
    ),
    sayRemoved: sendTo(
      ({ context }) => context.parent,
      ({ context: { persisted, code } }) => ({ type: 'device.note' as const, text: removedText(persisted, code) }),
    ),
    sayUnused: sendTo(({ context }) => context.parent, { type: 'device.note', text: STRIKE_UNUSED }),
    follow: sendTo(
      ({ context }) => context.parent,
      (_, { fol }: { fol: boolean }) => ({ type: 'guest.follow' as const, fol }),
    ),
    /** R60: a choice in the menu counts even while no guest follows it. */
    select: sendTo(
      ({ context }) => context.parent,
      ({ context: { persisted, id, resume } }) => ({
        type: 'device.change' as const,
        change: {
          kind: 'select' as const,
          mode: experience(id).mode,
          cfg: publishedCfg(persisted, id, resume),
        },
      }),
    ),
    /** R105: an extension's slot determines its mode. */
    selectExtension: sendTo(
      ({ context }) => context.parent,
      ({ context: { persisted, code } }) => {
        const mode = modeOfSlot(persisted.installed.findIndex((each) => each.code === code));
        return { type: 'device.change' as const, change: { kind: 'select' as const, mode, cfg: {} } };
      },
    ),
    report: sendTo(
      ({ context }) => context.parent,
      (_, { event }: { event: PlayReport }) => event,
    ),
    sound: enqueueActions(({ context, enqueue }, { sound }: { sound: Sound | null }) => {
      for (const event of soundAndLights(sound)) enqueue.sendTo(context.parent, event);
    }),

    toSet: sendTo('set', (_, { event }: { event: Parameters<typeof toChild>[0] }) => toChild(event)),
    toRound: sendTo('round', (_, { event }: { event: Parameters<typeof toChild>[0] }) => toChild(event)),
    toVisit: sendTo('visit', (_, { event }: { event: Parameters<typeof toChild>[0] }) => toChild(event)),
    toExtension: sendTo('extension', (_, { event }: { event: Parameters<typeof toChild>[0] }) => toChild(event)),
    releaseInExtension: sendTo('extension', (_, { key }: On<'play.release'>) => ({
      type: 'extension.release' as const,
      key,
    })),
    leaveSet: sendTo('set', { type: 'set.leave' }),
    leaveRound: sendTo('round', { type: 'round.leave' }),
    endRound: sendTo('round', { type: 'round.end' }),
    persistedToSet: sendTo('set', ({ context: { persisted } }) => ({ type: 'play.persisted' as const, persisted })),
    persistedToRound: sendTo('round', ({ context: { persisted } }) => ({ type: 'play.persisted' as const, persisted })),
    persistedToVisit: sendTo('visit', ({ context: { persisted } }) => ({ type: 'play.persisted' as const, persisted })),
    rosterToRound: enqueueActions(({ context: { roster }, enqueue }) => {
      if (roster) enqueue.sendTo('round', { type: 'round.roster', roster });
    }),
    puttsToRound: enqueueActions(({ enqueue }, { items, at_ms }: On<'session.inputs'>) => {
      for (const putt of roundPutts(items, at_ms)) enqueue.sendTo('round', { type: 'round.putt', ...putt });
    }),
    refusePutts: enqueueActions(({ context, enqueue }, { items, at_ms }: On<'session.inputs'>) => {
      const seq = roundPutts(items, at_ms).at(-1)?.item.seq;
      if (seq === undefined) return;
      enqueue.sendTo(context.parent, { type: 'device.note', text: NO_ROUND });
      enqueue.sendTo(context.parent, { type: 'device.change', change: { kind: 'handle_inputs', seq } });
    }),
    roundToVisit: enqueueActions(({ context: { host_round }, enqueue }) => {
      if (host_round) enqueue.sendTo('visit', { type: 'visit.round', ...host_round });
    }),
    unsentToVisit: sendTo('visit', { type: 'visit.unsent' }),
    acceptedToVisit: sendTo('visit', { type: 'visit.accepted' }),

    /** Stores the last putt together with the result, so that a power loss cannot separate them. */
    keepSet: enqueueActions(({ context: { parent }, enqueue }, { state, seat, kept }: On<'set.putt'>) => {
      const { game } = state;
      if (isStored(game) && !rulesOf(game).over(state))
        enqueue.sendTo(parent, { type: 'device.change', change: { kind: 'keep_set', game, set: state } });
      if (kept) enqueue.sendTo(parent, { type: 'device.putt', putt: kept });
      enqueue.sendTo(parent, { type: 'device.sound', sound: 'strike' });
      enqueue.sendTo(parent, { type: 'device.light', seat, light_ms: PUTT_LIGHT_MS });
    }),
    /** Keeps a putt that this device does not judge, as on a simulator. */
    keepStrike: sendTo(
      ({ context }) => context.parent,
      ({ context }, { strike, by }: { strike: Strike; by: 'extension' | 'simulator' }): KeepPutt => {
        const { persisted, code, id } = context;
        const [only, ...others] = persisted.players;
        // Only the script of an extension knows who putts.
        const striker = by === 'simulator' ? strikerOf(context) : others.length === 0 ? only : undefined;
        const experience = by === 'extension' ? `extension:${code}` : id;
        return { type: 'device.putt', putt: unjudgedPutt(experience, strike, striker, persisted.settings) };
      },
    ),
    keepResult: enqueueActions(({ context: { parent }, enqueue }, { game, results, unix_s }: On<'set.finished'>) => {
      const entries = trendEntries(results, unix_s);
      const change: PersistedChange = isStored(game)
        ? { kind: 'end_set', game, entries }
        : { kind: 'add_trend', game, entries };
      enqueue.sendTo(parent, { type: 'device.change', change });
      enqueue.sendTo(parent, { type: 'device.sound', sound: 'done' });
      enqueue.sendTo(parent, { type: 'set.finished', game, results, unix_s });
    }),
    /** Publishes the round and stores it; guests see it only once it is stored. */
    keepRound: enqueueActions(({ context, enqueue }, { state, sound, input_seq }: On<'round.changed'>) => {
      const { parent, own_persisted, session } = context;
      enqueue.sendTo(parent, { type: 'host.round', round: publicRound(state) });
      const ev = eventOfRound(state, ownName(own_persisted, session));
      if (ev) enqueue.sendTo(parent, { type: 'host.event', ev });
      enqueue.sendTo(parent, { type: 'device.change', change: { kind: 'keep_round', round: state, input_seq } });
      for (const event of soundAndLights(sound)) enqueue.sendTo(parent, event);
    }),
    /** Ends a stored round that is not in play. */
    endStored: enqueueActions(({ context: { own_persisted, parent }, enqueue }) => {
      const kept = own_persisted.round;
      if (!kept) return enqueue.sendTo(parent, { type: 'device.note', text: 'No round to end.' });
      const state: CourseState = withEnd(kept);
      enqueue.sendTo(parent, { type: 'host.round', round: publicRound(state) });
      enqueue.sendTo(parent, { type: 'device.change', change: { kind: 'keep_round', round: state, input_seq: null } });
      enqueue.sendTo(parent, { type: 'device.sound', sound: 'done' });
    }),

    openSimulator: sendTo(({ context }) => context.parent, { type: 'simulator.open' }),
    puttOnSimulator: sendTo(
      ({ context }) => context.parent,
      ({ context }, { strike }: On<'sensor.strike'>) => ({
        type: 'simulator.act' as const,
        input: { kind: 'putt' as const, putt: simPutt(strike, context) },
      }),
    ),
    puttToHost: sendTo(
      ({ context }) => context.parent,
      ({ context }, { strike }: On<'sensor.strike'>) => ({
        type: 'guest.input' as const,
        input: { kind: 'putt' as const, putt: simPutt(strike, context) },
      }),
    ),
  },
  guards: {
    practises: (_, { practises = false }: On<'sensor.strike'>) => practises,
    practising: ({ context: { id } }) => id === practice.id,
    'start resumes': ({ context }, { as }: { as: ResumedAs }) => resumedPlay(startOf(context)).as === as,
    'pull pending': ({ context }) => context.pull !== null && !context.held,
    'round pending': ({ context }) => context.round_due && !context.held,
    'host plays': ({ context }, { kind }: { kind: ReturnType<typeof experience>['kind'] }) =>
      followed(context)?.kind === kind,
    'simulator chosen': ({ context }) => experience(context.id).kind === 'simulator',
    'round started': (_, { started }: { started: StartedPlay | null }) => started?.kind === 'round',
    'set started': (_, { started }: { started: StartedPlay | null }) => started?.kind === 'set',
    'resumes current play': ({ context }, { id, resume }: On<'play.begin'>) => resume && context.id === id,
    'extension installed': ({ context: { persisted } }, { code }: { code: string }) =>
      persisted.installed.some((each) => each.code === code),
    'not a guest': ({ context }) => context.session.role !== 'guest',
    'host replaying': ({ context }) => context.session.replay,
    'hosting changed': ({ context }, { persisted: { persisted } }: On<'persisted.changed'>) =>
      (persisted.online.role === 'host') !== (context.own_persisted.online.role === 'host'),
    'set player removed': ({ context: { started } }, { persisted: { persisted } }: On<'persisted.changed'>) =>
      started?.kind === 'set' && !setHasAll(started.state, persisted),
    'extension removed': ({ context: { code } }, { persisted: { persisted } }: On<'persisted.changed'>) =>
      !persisted.installed.some((each) => each.code === code),
    'extension version changed': ({ context }, { persisted: { persisted } }: On<'persisted.changed'>) =>
      shaOf(persisted.installed, context.code) !== shaOf(context.own_persisted.installed, context.code),
    'extension has page': ({ context: { persisted, code } }) =>
      persisted.installed.some((each) => each.code === code && hasPage(each)),
  },
});

/** Celebrates a holed putt: flashes every LED along with its sound. */
const soundAndLights = (sound: Sound | null): readonly PlayReport[] => [
  ...(sound ? [{ type: 'device.sound', sound } as const] : []),
  ...(sound === 'holed' ? [{ type: 'device.lights', light_ms: HOLED_LIGHT_MS } as const] : []),
];

const shaOf = (installed: PlayPersisted['persisted']['installed'], code: string): string =>
  installed.find((each) => each.code === code)?.sha256 ?? '';

type ChildEvent = { readonly type: 'sensor.strike'; readonly strike: Strike } | KeyEvent;

/** Converts a strike or a key to an event of the child machine. */
const toChild = (event: On<'sensor.strike'> | On<'play.key'>): ChildEvent =>
  event.type === 'play.key' ? { type: `key.${event.key}`, ...(event.repeats ? { repeats: true } : {}) } : event;
