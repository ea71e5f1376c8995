// What the front panel needs of a device: its ports as they are on a desk, and its state as data.

import type { LyingRecord, MemoryImage } from '../../hal/flash/chip.ts';
import type { WayConditions } from '../../hal/http/http-impaired.ts';
import type { VirtualKeyboard } from '../../hal/keyboard/keyboard-virtual.ts';
import type { VirtualKeys } from '../../hal/keys/keys-virtual.ts';
import type { VirtualLeds } from '../../hal/leds/leds-virtual.ts';
import type { MemoryLog } from '../../hal/log/log-memory.ts';
import type { MemoryScreen } from '../../hal/screen/screen-memory.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { SensorStatus, Strike } from '../../hal/sensor/sensor.ts';
import type { VirtualSpeaker } from '../../hal/speaker/speaker-virtual.ts';
import type { Result } from '../../wire/errors.ts';
import type { KeptLimits } from './page/connection/kept-events.ts';
import type { MachineChart } from './page/machines/machine-chart.ts';
import type { ScriptFileState, ScriptProblem, Units } from './page/connection/protocol.ts';
import type { TimelineEvent } from './page/timeline/timeline-event.ts';
import type { SensorRig } from '../sensor-board/sensor-rig.ts';

interface ExtensionInPlay {
  readonly name: string;
  readonly heap_bytes: number;
  /** Of the last callback, and of the one that has taken most so far. */
  readonly instructions: number;
  readonly instructions_most: number;
  /** In its path data. */
  readonly mistakes: readonly {
    readonly message: string;
    readonly line: number | null;
    readonly before: string;
    readonly at: string;
    readonly after: string;
  }[];
  /** Why it has stopped; null while it runs. */
  readonly failure: ScriptProblem | null;
}

/** The file on this machine that the extension is put in from, again at each save. */
export interface ScriptFile {
  state(): ScriptFileState;
  onChange(listener: () => void): () => void;
}

/** How far a putt of whoever is to putt goes, with the square of the speed, and with which hand they play. */
export interface RollScale {
  /** In `unit`, of a club of 1 m/s. */
  readonly at_1_mps: number;
  readonly unit: 'ft' | 'm';
  readonly hand: 'right' | 'left';
  /** A ball rolls: the next putt is not known for certain before it rests. */
  readonly rolling: boolean;
}

/** A switch for the power. `off` lets the firmware finish what it writes, `cut` does not, `reset` is off and on again. */
export const POWER_ACTIONS = ['on', 'off', 'cut', 'reset'] as const;
export type PowerAction = (typeof POWER_ACTIONS)[number];
export interface PanelPower {
  isOn(): boolean;
  /** Done when the screen is dark, or when the firmware has been started. */
  turn(action: PowerAction): Promise<void>;
  /** The power is cut meanwhile, and afterwards as it was before; whoever turns it meanwhile waits. */
  whileCut<T>(work: () => Promise<T>): Promise<T>;
}

/** The way from the device to its network. */
interface PanelNetwork {
  joined(): boolean;
  setJoined(joined: boolean): void;
  /** Whether the cloud is reached where the network is joined. */
  hasCloud(): boolean;
  setCloud(reached: boolean): void;
  /** Of the way that requests take. */
  conditions(): WayConditions;
  setConditions(conditions: WayConditions): void;
  onSwitch(listener: () => void): () => void;
}

/** What the time of day is, as far as the device knows. */
export interface PanelClock {
  wrong_by_s(): number;
  setWrongBy(wrong_by_s: number): void;
  onSet(listener: () => void): () => void;
}

/** For tapin replay, for tapin test, for viewers of traces, and for those of signals. */
export type RecordingFile = 'recording.tapin.gz' | 'scenario.yaml' | 'trace.json' | 'signals.vcd';

/** The storage of a virtual board, also while the device is on. Errors of all: `flash_failed`. */
export interface PanelStorage {
  records(): Promise<Result<readonly LyingRecord[]>>;
  /** Of records, since the device was switched on. */
  writes(): number;
  /** Of the newest good copy of a record. Errors: `not_found` too. */
  damage(name: string): Promise<Result<void>>;
  cutsAtNextWrite(): boolean;
  /** The power goes in the middle of it. */
  setCutAtNextWrite(cut: boolean): void;
  /** Told when `cutsAtNextWrite` says something else. */
  onChange(listener: () => void): () => void;
  /** All but who the device is. */
  image(): Promise<Result<MemoryImage>>;
  /** The device is what it was, with other memories: the power is cut meanwhile, and as it was before. Errors: those of a write too. */
  replace(image: MemoryImage): Promise<Result<void>>;
}

/** What was done with all devices since they were switched on. */
export interface PanelRecording {
  /** Until a moment on the devices' clock; null for now. Errors: `not_recorded`. */
  file(name: RecordingFile, until_ms: number | null): Result<Uint8Array | string>;
}

/** The firmware's machines as charts. */
export interface PanelCharts {
  /** Null for a machine that nobody knows here. */
  of(machine: string): Promise<MachineChart | null>;
}

/** A device as it was at a moment, by its recording played again. */
export interface PanelMoment {
  /** Nothing can be done with it. */
  readonly device: PanelDevice;
  readonly on: boolean;
}

/** What happens to a device, on lanes. */
export interface PanelTimeline {
  /** What is kept of it. */
  readonly limits: KeptLimits;
  /** What the storage had, where it has `now`, but who the device is. Errors: `not_recorded`. */
  imageAt(at_ms: number, now: MemoryImage): Result<MemoryImage>;
  /** On the device's clock; null before it was first switched on. Errors: `not_recorded`. */
  momentAt(at_ms: number): Promise<Result<PanelMoment | null>>;
  /** `kept`: the newest of what has happened, oldest first; what happens from now on is heard. */
  follow(hear: (events: readonly TimelineEvent[]) => void): {
    readonly kept: readonly TimelineEvent[];
    end(): void;
  };
}

export interface PanelDevice {
  readonly device: {
    id(): string;
    name(): string;
    role(): string;
    /** Of its settings. */
    units(): Units;
    states(): Readonly<Record<string, unknown>>;
    /** The extension in play; null for none. */
    extension(): ExtensionInPlay | null;
    /** Results of sets, oldest first in each experience; `unix_s` 0 where the clock was not right. */
    history(): readonly {
      readonly experience: string;
      readonly player_id: number;
      readonly player: string;
      readonly unix_s: number;
      readonly measure: string;
      readonly value: number;
      readonly unit: string;
    }[];
    onChange(listener: () => void): () => void;
  };
  /** Of its board: what passes while a strike rolls. */
  readonly clock: Clock;
  /** Null where it has one of its own, at a real board. */
  readonly power: PanelPower | null;
  readonly network: PanelNetwork | null;
  readonly time_of_day: PanelClock | null;
  readonly storage: PanelStorage | null;
  readonly screen: MemoryScreen;
  readonly keys: VirtualKeys;
  readonly leds: VirtualLeds;
  readonly speaker: VirtualSpeaker;
  /** Whose taps a golf simulator takes; null with a real one. */
  readonly keyboard: VirtualKeyboard | null;
  readonly log: MemoryLog;
  /** It is played from a recording: nothing can be done with it. */
  readonly replayed?: true;
  /** Null with a real sensor. */
  readonly rig: SensorRig | null;
  /** Where the device's extension comes from a file. */
  readonly script?: ScriptFile;
  /** Left out where nobody records. */
  readonly timeline?: PanelTimeline;
  sensorStatus(): SensorStatus;
  /** Each plausible strike, as the sensor measured it. */
  onStrike(listener: (strike: Strike) => void): () => void;
  /** Club speed (m/s) that a good player would choose for the putt that is due; null when none is. */
  wanted_speed_mps(): number | null;
  /** Of whoever is to putt, on this green; null when no putt of this device is due. */
  rollScale(): RollScale | null;
}
