// The device put together: machines over the ports of a board, and its screen and LEDs as functions of their state.

import { createActor, fromPromise, type Actor, type AnyActorRef, type SnapshotFrom } from 'xstate';
import type { Clock } from '../hal/clock/clock.ts';
import type { Http } from '../hal/http/http.ts';
import type { Images } from '../hal/images/images.ts';
import type { PublicKey } from '../wire/firmware/minisign.ts';
import type { Flash } from '../hal/flash/flash.ts';
import type { Keys } from '../hal/keys/keys.ts';
import type { Leds } from '../hal/leds/leds.ts';
import type { Log } from '../hal/log/log.ts';
import type { Random } from '../hal/random/random.ts';
import type { Isolates } from '../hal/isolate/isolate.ts';
import type { Keyboard } from '../hal/keyboard/keyboard.ts';
import type { Link } from '../hal/link/link.ts';
import type { Tcp } from '../hal/tcp/tcp.ts';
import type { Screen } from '../hal/screen/screen.ts';
import type { Sensor } from '../hal/sensor/sensor.ts';
import type { Speaker } from '../hal/speaker/speaker.ts';
import {
  beginSetFrom,
  createKeeper,
  feedbackFrom,
  keysFrom,
  networkFrom,
  readFactsFrom,
  sensorFrom,
  type Keeper,
} from './device.actors.ts';
import { readTextFrom, scriptFrom } from './extension/extension.actors.ts';
import { extensionMachine } from './extension/extension.machine.ts';
import type { ExtensionUse } from './extension/extension.ts';
import {
  armFrom,
  confirmFrom,
  countedFrom,
  downloadFrom,
  firmwareCheckFrom,
  restartFrom,
  verifyFrom,
  writeFrom,
} from './images/images.actors.ts';
import { fetchPackFrom, loadFrom } from './audio/audio.actors.ts';
import { audioMachine } from './audio/audio.machine.ts';
import { installerMachine } from './images/installer.machine.ts';
import type { FirmwareView } from './images/policy.ts';
import { policyMachine } from './images/policy.machine.ts';
import { checkFrom, fetchFrom, tidyTexts } from './extension/update.actors.ts';
import { updateMachine } from './extension/update.machine.ts';
import { sendFrom } from './forwarding/forwarder.actors.ts';
import { forwarderMachine } from './forwarding/forwarder.machine.ts';
import { textRecord, type Installed } from './facts/extensions.ts';
import { historyOf, type HistoryRow } from './facts/history.ts';
import { nameOf, type Facts } from './facts/facts.ts';
import { fail, type Result } from '../wire/errors.ts';
import { rulesOf } from './experiences/registry.ts';
import { deviceMachine } from './machines/device.machine.ts';
import type { setMachine } from './machines/set.machine.ts';
import { navigationMachine } from './machines/navigation.machine.ts';
import { courseView, isOurTurn, type CourseView } from './machines/course.ts';
import type { courseMachine } from './machines/course.machine.ts';
import type { visitMachine } from './machines/visit.machine.ts';
import { visitView } from './machines/visit.ts';
import { askFrom, clockSyncFrom } from './online/online.actors.ts';
import { guestMachine } from './online/guest.machine.ts';
import { hostMachine } from './online/host.machine.ts';
import { onlineMachine } from './online/online.machine.ts';
import type { Role, SessionView } from './online/online.ts';
import type { SimulatorView } from './simulator/simulator.ts';
import { ballSpeedFor } from './roll/roll.ts';
import { connectorMachine } from './simulator/connector.machine.ts';
import { linkMachine } from './simulator/link.machine.ts';
import { carryOutFrom, dialFrom, postFrom } from './simulator/simulator.actors.ts';
import { simulatorMachine } from './simulator/simulator.machine.ts';
import type { PageView, Region } from './ui/page.ts';
import { pageOf, sceneOf } from './ui/render.ts';
import { seatColor } from './ui/theme.ts';
import type { DeviceView } from './ui/view.ts';

/** Everything that the firmware runs on. */
export interface Board {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly flash: Flash;
  readonly sensor: Sensor;
  readonly screen: Screen;
  readonly keys: Keys;
  readonly leds: Leds;
  readonly speaker: Speaker;
  /** Where extensions run. */
  readonly isolates: Isolates;
  readonly link: Link;
  readonly http: Http;
  readonly tcp: Tcp;
  /** Of the computer on which a golf simulator runs. */
  readonly keyboard: Keyboard;
  /** The cloud to play with, an origin such as `http://127.0.0.1:8322`; null for none. */
  readonly cloud: string | null;
  /** The extension store, an origin; null for none. */
  readonly store: string | null;
  /** The firmware images of the board. */
  readonly images: Images;
  /** Whose firmware is trusted; nobody's where the list is empty. */
  readonly firmware_keys: readonly PublicKey[];
}

export interface Device {
  start(): void;
  stop(): Promise<void>;
  id(): string;
  name(): string;
  /** The device's part in a session. */
  role(): Role;
  /** What the device shows of its session. */
  session(): SessionView;
  /** The round that the device plays or follows; null for none. */
  course(): CourseView | null;
  /** Puts an extension, or another version of one, into its slot. Errors: those of the flash. */
  install(entry: Installed, text: Uint8Array): Promise<Result<void>>;
  /** What the device shows of its firmware and the update of it. */
  firmware(): FirmwareView;
  /** What the device shows of its golf simulator. */
  simulator(): SimulatorView;
  /** The extension in play, and how much of its limits it uses; null for none. */
  extension(): (ExtensionUse & { readonly name: string }) | null;
  /** Results of the sets that were played. */
  history(): readonly HistoryRow[];
  /** Machine → state value; the sensor's link stands among them. */
  states(): Readonly<Record<string, unknown>>;
  on_change(listener: () => void): () => void;
  /** Club speed (m/s) that a good player would choose for the putt that is due; null when none is. */
  wanted_speed_mps(): number | null;
}

type Snapshot = SnapshotFrom<typeof deviceMachine>;

export function createDevice(board: Board): Device {
  const keeper = createKeeper(board.flash, board.log, board.clock);
  const actor = createDeviceActor(board, keeper, (x, y) => regionAt(pageOf(view(), board.clock.now_ms()), x, y));
  const view = (): DeviceView => viewOf(actor.getSnapshot(), board);
  const listeners = new Set<() => void>();
  let states: Record<string, unknown> = {};
  let noted = '';
  const refresh = (): void => {
    const shown = view();
    board.screen.show(sceneOf(shown));
    board.screen.set_brightness(shown.device.facts.settings.brightness_percent);
    showTurn(shown, board.leds);
    states = statesOf(actor);
    noted = logStates(board.log, states, noted);
    for (const listener of listeners) listener();
  };
  return {
    start() {
      actor.system.inspect((inspected) => {
        if (inspected.type === '@xstate.snapshot' && 'value' in inspected.snapshot) refresh();
      });
      actor.start();
      refresh();
    },
    async stop() {
      actor.stop();
      await keeper.settled();
      await board.sensor.stop();
    },
    id: () => actor.getSnapshot().context.facts.id,
    name: () => nameOf(actor.getSnapshot().context.facts),
    role: () => actor.getSnapshot().context.session.role,
    course: () => view().course,
    session: () => actor.getSnapshot().context.session,
    async install(entry, text) {
      const written = await board.flash.write(textRecord(entry), text);
      if (!written.ok) return written;
      actor.send({ type: 'device.change', change: { kind: 'install', entry } });
      await keeper.settled();
      return tidyTexts(board.flash, actor.getSnapshot().context.facts.installed);
    },
    extension() {
      const { extension } = view();
      return extension && { name: extension.installed.name, ...extension.use };
    },
    firmware: () => actor.getSnapshot().context.firmware,
    simulator: () => actor.getSnapshot().context.simulator,
    history: () => historyOf(actor.getSnapshot().context.facts),
    states: () => ({ ...states, sensor: actor.getSnapshot().context.sensor.link }),
    on_change(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wanted_speed_mps: () => wantedSpeed(view()),
  };
}

function createDeviceActor(
  board: Board,
  keeper: Keeper,
  region: (x: number, y: number) => Region | undefined,
): Actor<typeof deviceMachine> {
  const { clock, random, flash, cloud, http } = board;
  const machine = deviceMachine.provide({
    actors: {
      readFacts: readFactsFrom(flash, board.images, random.fork('identity')),
      sensor: sensorFrom(board.sensor),
      network: networkFrom(board.link),
      keys: keysFrom(board.keys, clock, region),
      keeper: keeper.slot,
      feedback: feedbackFrom(board.speaker, board.leds),
      navigation: navigationMachine.provide({
        actors: { beginSet: beginSetFrom(clock, random.fork('stations')), extension: extensionOver(board) },
      }),
      online: onlineOver(clock, http, cloud),
      simulator: simulatorOver(board),
      audio: audioOver(board),
      firmware: firmwareOver(board, keeper),
      update: updateOver(board, keeper),
      forwarder: forwarderMachine.provide({ actors: { send: sendFrom(http, clock) } }),
    },
  });
  return createActor(machine, {
    clock,
    input: {
      sensor: board.sensor.status(),
      has_cloud: cloud !== null,
      has_store: board.store !== null,
      has_updates: board.store !== null && board.firmware_keys.length > 0,
    },
  });
}

const audioOver = (board: Board): typeof audioMachine =>
  audioMachine.provide({
    actors: { load: loadFrom(board), fetch: fetchPackFrom({ ...board, store: board.store ?? '' }) },
  });

function firmwareOver(board: Board, keeper: Keeper): typeof policyMachine {
  const ports = { ...board, store: board.store ?? '' };
  const settled = (): Promise<void> => keeper.settled();
  return policyMachine.provide({
    actors: {
      check: firmwareCheckFrom(ports),
      confirm: confirmFrom(ports),
      installer: installerMachine.provide({
        actors: {
          download: downloadFrom(ports),
          counted: countedFrom(settled, board),
          verify: verifyFrom(ports),
          write: writeFrom(ports),
          arm: armFrom(ports),
          restart: restartFrom(settled, ports),
        },
      }),
    },
  });
}

const LIST_NOT_SAVED = 'The list of extensions is not saved: see the status page.';

function updateOver(board: Board, keeper: Keeper): typeof updateMachine {
  const { store, flash } = board;
  if (store === null) return updateMachine;
  const ports = { ...board, store };
  const tidy = fromPromise<Result<void>, readonly Installed[]>(async ({ input }) => {
    await keeper.settled();
    const tidied = await tidyTexts(flash, input);
    return tidied.ok && keeper.is_due('extensions') ? fail('flash_failed', LIST_NOT_SAVED) : tidied;
  });
  return updateMachine.provide({ actors: { check: checkFrom(ports), fetch: fetchFrom(ports), tidy } });
}

function extensionOver(board: Board): typeof extensionMachine {
  const random = board.random.fork('extensions');
  return extensionMachine.provide({
    actors: { readText: readTextFrom(board.flash), script: scriptFrom({ ...board, random }) },
  });
}

function simulatorOver({ clock, http, tcp, keyboard }: Board): typeof simulatorMachine {
  return simulatorMachine.provide({
    actors: {
      carryOut: carryOutFrom(keyboard, clock),
      link: linkMachine.provide({ actors: { dial: dialFrom(tcp, clock) } }),
      connector: connectorMachine.provide({ actors: { post: postFrom(http, clock) } }),
    },
  });
}

function onlineOver(clock: Clock, http: Http, cloud: Board['cloud']): typeof onlineMachine {
  if (cloud === null) return onlineMachine;
  const ask = askFrom(http, clock, cloud);
  return onlineMachine.provide({
    actors: {
      ask,
      clockSync: clockSyncFrom(clock),
      host: hostMachine.provide({ actors: { ask } }),
      guest: guestMachine.provide({ actors: { ask } }),
    },
  });
}

const regionAt = ({ regions }: PageView, x: number, y: number): Region | undefined =>
  regions.find((region) => x >= region.x && x < region.x + region.w && y >= region.y && y < region.y + region.h);

/** The machines below an actor by their id, each with its state value. */
function statesOf(actor: AnyActorRef): Record<string, unknown> {
  const snapshot = actor.getSnapshot() as {
    value?: unknown;
    machine?: { id: string };
    children?: Record<string, AnyActorRef>;
  };
  if (snapshot.value === undefined || !snapshot.machine) return {};
  const below = Object.values(snapshot.children ?? {}).map((child) => statesOf(child));
  return Object.assign({ [snapshot.machine.id]: pathOf(snapshot.value) }, ...below) as Record<string, unknown>;
}

/** A state within a state with a dot between: `dialled.connected`. */
function pathOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const [outer, inner] = Object.entries(value as Record<string, unknown>)[0] ?? ['', ''];
  return `${outer}.${pathOf(inner)}`;
}

function logStates(log: Log, states: Record<string, unknown>, noted: string): string {
  const text = Object.entries(states)
    .map(([machine, value]) => `${machine} ${String(value)}`)
    .join(', ');
  if (text !== noted) log.write('debug', 'device', text);
  return text;
}

function viewOf(snapshot: Snapshot, board: Board): DeviceView {
  const navigation = snapshot.children['navigation']?.getSnapshot() as
    SnapshotFrom<typeof navigationMachine> | undefined;
  const experience = navigation?.children['experience']?.getSnapshot() as SnapshotFrom<typeof setMachine> | undefined;
  const course = navigation?.children['course']?.getSnapshot() as SnapshotFrom<typeof courseMachine> | undefined;
  const visit = navigation?.children['visit']?.getSnapshot() as SnapshotFrom<typeof visitMachine> | undefined;
  const extension = navigation?.children['extension']?.getSnapshot() as
    SnapshotFrom<typeof extensionMachine> | undefined;
  const playing = experience ?? course ?? visit;
  return {
    booting: snapshot.value === 'running' ? '' : snapshot.value,
    device: snapshot.context,
    navigation: navigation?.context ?? null,
    experience: experience?.context ?? null,
    extension: extension?.context ?? null,
    course: course ? courseView(course.context) : visit ? visitView(visit.context) : null,
    rolling: playing?.hasTag('rolling') ?? false,
    writes: () => board.flash.writes(),
  };
}

/** The LED of the seat on turn is lit, the others are dark. */
function showTurn({ experience, course, extension }: DeviceView, leds: Leds): void {
  if (extension) return; // it has them

  const played = course?.round.ph === 'play' ? course.round : null;
  const turn = experience?.state.turn ?? (played ? (played.ro[played.turn]?.c ?? played.turn) : null);
  for (let led = 0; led < leds.count; led++) {
    const on_turn = turn !== null && turn % leds.count === led;
    leds.set(led, on_turn ? seatColor(led) : null);
  }
}

/** Past the hole by this much is what good players aim at. */
const PAST_HOLE_FT = 0.8;
const FREE_PUTT_FT = 10;

function wantedSpeed({ experience, course, extension }: DeviceView): number | null {
  if (course) return wantedOnCourse(course);
  if (extension) return wantedFreely(extension.facts);
  if (!experience) return null;
  const { state, facts } = experience;
  const player = facts.players.find(({ id }) => id === state.seats[state.turn]?.player_id);
  const rules = rulesOf(state.game);
  const called_ft = rules.called_ft?.(state) ?? null;
  const exact_ft = called_ft ?? rules.reach_ft?.(state);
  const wanted_ft = exact_ft ?? (rules.target_ft(state) ?? FREE_PUTT_FT) + PAST_HOLE_FT;
  const ball_mps = ballSpeedFor(wanted_ft, facts.settings.stimp, facts.settings.x_factor);
  return ball_mps / (player?.impact_ratio ?? 1);
}

/** What a golfer does who does not know what an extension asks for. */
function wantedFreely({ players, settings }: Facts): number {
  const ball_mps = ballSpeedFor(FREE_PUTT_FT, settings.stimp, settings.x_factor);
  return ball_mps / (players[0]?.impact_ratio ?? 1);
}

/** Null while somebody else's device is to putt, or nobody is. */
function wantedOnCourse({ round, label, facts }: CourseView): number | null {
  const seat = round.ro[round.turn];
  if (!seat || !isOurTurn(round, label) || round.shot?.v === '') return null;
  const ratio = facts.players.find(({ name }) => name === seat.n)?.impact_ratio ?? 1;
  const { stimp, x_factor } = facts.settings;
  return ballSpeedFor((round.rem[round.turn] ?? FREE_PUTT_FT) + PAST_HOLE_FT, stimp, x_factor) / ratio;
}
