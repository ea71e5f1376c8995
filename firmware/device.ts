// Assembles the device: machines over the ports of a board, with screen and LEDs as functions of their state.

import { createActor, type Actor, type AnyActorRef, type StateValue } from 'xstate';
import { watchDamage } from './damage.ts';
import { createRecordWriter, type RecordWriter } from './record-writer.ts';
import type { Board } from './board.ts';
import {
  feedbackFrom,
  keysFrom,
  networkFrom,
  readPersistedFrom,
  resetFrom,
  sensorFrom,
  stampFrom,
  webPageFrom,
  type KeysDeps,
  type SecretNow,
} from './device.actors.ts';
import { extensionView, type ExtensionView } from './extension/extension.ts';
import { tidyTexts } from './extension/update.actors.ts';
import { textRecord, type Installed } from './persisted/extensions.ts';
import { historyOf, puttRowsOf, type HistoryRow, type PuttRow } from './persisted/history.ts';
import type { Log } from '../hal/log/log.ts';
import type { Leds } from '../hal/leds/leds.ts';
import type { Result } from '../wire/errors.ts';
import { deviceMachine } from './machines/device.machine.ts';
import { deviceState, SERVICE_NAMES, type DeviceState } from './machines/device-state.ts';
import type { PlayView } from './play/play-view.ts';
import { roundShown, type RoundView } from './play/round.ts';
import { ownName } from './online/device-names.ts';
import { setUpView, type SetUpView } from './wifi/set-up.ts';
import type { Role, SessionView } from './online/online.ts';
import type { FirmwareView } from './images/policy.ts';
import type { SimulatorView } from './simulator/simulator.ts';
import { SERVICES } from './services/services.ts';
import type { Units } from './units.ts';
import { pageNamed } from './pages/pages.ts';
import { pageOf, sceneOf, type ShownPage } from './pages/render.ts';
import type { PageView, Region } from './ui/page.ts';
import { seatColor } from './ui/theme.ts';

export type { Board } from './board.ts';

export interface Device {
  start(): void;
  stop(): Promise<void>;
  id(): string;
  name(): string;
  /** Role of the device in its session. */
  role(): Role;
  /** View of the session. */
  session(): SessionView;
  /** View of the current game. */
  play(): PlayView;
  /** Round that the device plays or follows; null if none. */
  course(): RoundView | null;
  /** State of the first start, as a phone's form shows it. */
  setUp(): SetUpView;
  /** Installs an extension, or another version of it, in its slot. Errors: as for the flash. */
  install(entry: Installed, text: Uint8Array): Promise<Result<void>>;
  /** View of the firmware and its update. */
  firmware(): FirmwareView;
  /** View of the golf simulator. */
  simulator(): SimulatorView;
  /** Extension in play with its error and its use of the limits; null if none. */
  extension(): ExtensionView | null;
  /** Units from the settings. */
  units(): Units;
  /** Results of finished sets. */
  history(): readonly HistoryRow[];
  /** All kept putts, oldest first. */
  putts(): readonly PuttRow[];
  /** State value of each machine, plus the link of the sensor. */
  states(): Readonly<Record<string, unknown>>;
  onChange(listener: () => void): () => void;
}

interface ObservedSnapshot {
  readonly value: unknown;
  readonly context: unknown;
}

export function createDevice(board: Board): Device {
  const writer = createRecordWriter(board.flash, board.log, board.clock);
  const actor = createDeviceActor(board, writer, {
    regionAt: (x, y) => regionAt(pageOf(shown(), board.clock.now_ms()), x, y),
    secret: () => secretOn(shown()),
  });
  /** Snapshot cache, shared by all callers until the next event. */
  let known: { state?: DeviceState; states?: States } = {};
  const state = (): DeviceState => (known.state ??= deviceState(actor.getSnapshot().context));
  const states = (): States => (known.states ??= statesOf(actor));
  /**
   * `last`: final screen, kept because a stopped device has no services and would show the boot page. `noted`: states
   * that are already logged.
   */
  let [last, noted]: [ShownPage | null, States] = [null, {}];
  const shown = (): ShownPage => last ?? shownBy(actor, state, board);
  const listeners = new Set<() => void>();
  const observed = new WeakMap<object, Pick<ObservedSnapshot, 'value' | 'context'>>();
  const refresh = (): void => {
    board.screen.show(sceneOf(shown));
    board.screen.setBrightness(actor.getSnapshot().context.persisted.settings.brightness_percent);
    showTurn(state().play, board.leds);
    for (const listener of listeners) listener();
  };
  /** Refreshes only on visible changes: many events change nothing on screen. */
  const observe = (ref: object, { value, context }: ObservedSnapshot): void => {
    const before = observed.get(ref);
    if (before && before.value === value && before.context === context) return;
    observed.set(ref, { value, context });
    if (before?.value !== value) noted = logStates(board.log, states(), noted);
    refresh();
  };
  return {
    start() {
      actor.system.inspect((inspected) => {
        known = {};
        if (inspected.type !== '@xstate.snapshot') return;
        const { snapshot, actorRef } = inspected;
        if ('value' in snapshot && 'context' in snapshot) observe(actorRef, snapshot);
      });
      actor.start();
      refresh();
    },
    async stop() {
      last = shown();
      actor.stop();
      await writer.settled();
      await board.sensor.stop();
    },
    id: () => actor.getSnapshot().context.persisted.id,
    name: () => ownName(actor.getSnapshot().context.persisted, state().session),
    role: () => state().session.role,
    session: () => state().session,
    play: () => state().play,
    course: () => state().play.round,
    setUp: () => setUpView(state()),
    async install(entry, text) {
      const written = await board.flash.write(textRecord(entry), text);
      if (!written.ok) return written;
      actor.send({ type: 'device.change', change: { kind: 'install', entry } });
      await writer.settled();
      return tidyTexts(board.flash, actor.getSnapshot().context.persisted.installed);
    },
    extension: () => extensionIn(state().play),
    firmware: () => state().firmware,
    simulator: () => state().simulator,
    units: () => actor.getSnapshot().context.persisted.settings.units,
    history: () => historyOf(actor.getSnapshot().context.persisted),
    putts: () => puttRowsOf(actor.getSnapshot().context.persisted),
    states: () => ({ ...states(), sensor: actor.getSnapshot().context.sensor.link }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const extensionIn = ({ extension }: PlayView): ExtensionView | null => extension && extensionView(extension);

function createDeviceActor(
  board: Board,
  writer: RecordWriter,
  page: Pick<KeysDeps, 'regionAt' | 'secret'>,
): Actor<typeof deviceMachine> {
  const { clock, random, images, cloud, store, inspect } = board;
  const note = (sentence: string): void => actor.send({ type: 'storage.damaged', sentence });
  const { flash, report } = watchDamage(board.flash, board.log, note);
  const services = Object.fromEntries(
    SERVICE_NAMES.map((name) => [name, SERVICES[name].over({ ...board, flash }, writer)]),
  );
  const machine = deviceMachine.provide({
    actors: {
      readPersisted: readPersistedFrom({ ...board, flash, random: random.fork('identity'), report }),
      reset: resetFrom({ flash, images }),
      sensor: sensorFrom(board.sensor),
      network: networkFrom(board.link),
      webPage: webPageFrom(board.web_page),
      keys: keysFrom({ keys: board.keys, clock, ...page }),
      writer: writer.slot,
      feedback: feedbackFrom(board.speaker, board.leds),
      stamp: stampFrom(board.clock),
      ...services,
    },
  });
  const actor = createActor(machine, {
    clock,
    ...(inspect ? { inspect } : {}),
    input: {
      sensor: board.sensor.status(),
      board_problem: board.board_problem,
      has_cloud: cloud !== null,
      has_store: store !== null,
      has_updates: store !== null && board.firmware_keys.length > 0,
    },
  });
  return actor;
}

const regionAt = ({ regions }: PageView, x: number, y: number): Region | undefined =>
  regions.find((region) => x >= region.x && x < region.x + region.w && y >= region.y && y < region.y + region.h);

/** Returns the secret being typed on the current page. */
function secretOn(shown: ShownPage): ReturnType<SecretNow> {
  const secret = shown.booting === null ? pageNamed(shown.page)?.secret : undefined;
  if (shown.booting !== null || !secret) return null;
  const { navigation } = shown.view;
  return { chars: secret.chars(navigation), isTypedBy: (event) => secret.isTypedBy(navigation, event) };
}

function shownBy(actor: Actor<typeof deviceMachine>, state: () => DeviceState, board: Board): ShownPage {
  const { value, context, children } = actor.getSnapshot();
  const navigation = children.navigation?.getSnapshot();
  if (value !== 'running' || !navigation) return { booting: value === 'running' ? 'meeting' : value, device: context };
  const view = {
    ...state(),
    navigation: navigation.context,
    writes: () => board.flash.writes(),
    webLink: () => board.web_page?.link() ?? null,
    accessPoint: () => board.wifi?.accessPoint() ?? null,
  };
  return { booting: null, page: navigation.value, view };
}

/** Returns the state value of each machine below an actor, by id. Skips machines that this board does not have. */
function statesOf(actor: AnyActorRef, found: Record<string, string> = {}): States {
  const snapshot: {
    value?: StateValue;
    machine?: { id: string };
    children?: Record<string, AnyActorRef>;
    tags?: ReadonlySet<string>;
  } = actor.getSnapshot();
  if (snapshot.value === undefined || !snapshot.machine || snapshot.tags?.has('absent')) return found;
  found[snapshot.machine.id] = pathOf(snapshot.value);
  for (const child of Object.values(snapshot.children ?? {})) statesOf(child, found);
  return found;
}

/** Joins nested states with a dot: `dialled.connected`. */
function pathOf(value: StateValue): string {
  if (typeof value === 'string') return value;
  const [outer, inner] = Object.entries(value)[0] ?? ['', ''];
  return `${outer}.${pathOf(inner ?? '')}`;
}

type States = Readonly<Record<string, string>>;

/** Logs each changed state as `from → to`. */
function logStates(log: Log, states: States, noted: States): States {
  const changes = [...new Set([...Object.keys(noted), ...Object.keys(states)])].flatMap((machine) => {
    const [from, to] = [noted[machine], states[machine]];
    if (from === to) return [];
    if (to === undefined) return [`${machine} ends`];
    return [from === undefined ? `${machine}: ${to}` : `${machine}: ${from} → ${to}`];
  });
  if (changes.length > 0) log.write('debug', 'device', changes.join(', '));
  return states;
}

/** Lights the LED of the seat on turn and switches the other LEDs off. */
function showTurn({ set, round, rolling, extension }: PlayView, leds: Leds): void {
  if (extension) return; // the extension controls the LEDs

  const shown = round && roundShown(round, rolling);
  const played = shown?.ph === 'play' ? shown : null;
  const turn =
    (rolling ? set?.before : set?.state)?.turn ?? (played ? (played.ro[played.turn]?.c ?? played.turn) : null);
  for (let led = 0; led < leds.count; led++) {
    const on_turn = turn !== null && turn % leds.count === led;
    leds.set(led, on_turn ? seatColor(led) : null);
  }
}
