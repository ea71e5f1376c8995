// Interfaces that the front panel needs from a device: its hardware ports and its state as data.

import type { PuttRow } from './putt-row.ts';
import type { LyingRecord, MemoryImage } from '../../hal/flash/chip.ts';
import type { LinkConditions } from '../../hal/http/http-impaired.ts';
import type { VirtualKeyboard } from '../../hal/keyboard/keyboard-virtual.ts';
import type { VirtualKeys } from '../../hal/keys/keys-virtual.ts';
import type { VirtualLeds } from '../../hal/leds/leds-virtual.ts';
import type { MemoryLog } from '../../hal/log/log-memory.ts';
import type { MemoryScreen } from '../../hal/screen/screen-memory.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { SensorStatus, Strike } from '../../hal/sensor/sensor.ts';
import type { VirtualSpeaker } from '../../hal/speaker/speaker-virtual.ts';
import type { Result } from '../../wire/errors.ts';
import type { SetUpForm } from '../../wire/set-up.ts';
import type { KeptLimits } from './page/connection/kept-events.ts';
import type { MachineChart } from './page/machines/machine-chart.ts';
import type { SetUpState } from './page/set-up/state.ts';
import type { ScriptFileState, ScriptProblem, Units } from './page/connection/protocol.ts';
import type { TimelineEvent } from './page/timeline/timeline-event.ts';
import type { SensorRig } from '../sensor-board/sensor-rig.ts';

interface ExtensionInPlay {
  readonly name: string;
  readonly heap_bytes: number;
  /** Instructions of the last callback, and the maximum that any callback has used so far. */
  readonly instructions: number;
  readonly instructions_most: number;
  /** Errors in the extension's path data. */
  readonly mistakes: readonly {
    readonly message: string;
    readonly line: number | null;
    readonly before: string;
    readonly at: string;
    readonly after: string;
  }[];
  /** Reason why the extension stopped; null while it runs. */
  readonly failure: ScriptProblem | null;
}

/** Script file on this machine that is installed as the extension again at each save. */
export interface ScriptFile {
  state(): ScriptFileState;
  onChange(listener: () => void): () => void;
}

/** Roll distance and hand of the player on turn. The distance grows with the square of the speed. */
export interface RollScale {
  /** Roll distance, in `unit`, for a club speed of 1 m/s. */
  readonly at_1_mps: number;
  readonly unit: 'ft' | 'm';
  readonly hand: 'right' | 'left';
  /** True while a ball rolls; the next putt is uncertain until it rests. */
  readonly rolling: boolean;
}

/** Power switch actions. `off` lets the firmware finish its writes, `cut` does not, `reset` switches off and on. */
export const POWER_ACTIONS = ['on', 'off', 'cut', 'reset'] as const;
export type PowerAction = (typeof POWER_ACTIONS)[number];
export interface PanelPower {
  isOn(): boolean;
  /** Resolves when the screen is dark, or when the firmware has started. */
  turn(action: PowerAction): Promise<void>;
  /** Runs `work` with the power cut, then restores the power state. Other power actions wait until it finishes. */
  whileCut<T>(work: () => Promise<T>): Promise<T>;
}

/** Network connection of the device. */
interface PanelNetwork {
  joined(): boolean;
  setJoined(joined: boolean): void;
  /** Whether the cloud is reachable while the network is joined. */
  hasCloud(): boolean;
  setCloud(reached: boolean): void;
  /** Conditions of the link that requests take. */
  conditions(): LinkConditions;
  setConditions(conditions: LinkConditions): void;
  onSwitch(listener: () => void): () => void;
}

/** Time of day as the device knows it. */
export interface PanelClock {
  wrong_by_s(): number;
  setWrongBy(wrong_by_s: number): void;
  onSet(listener: () => void): () => void;
}

/** Files for `tapin replay`, `tapin test`, trace viewers and signal viewers. */
export type RecordingFile = 'recording.tapin.gz' | 'scenario.yaml' | 'trace.json' | 'signals.vcd';

/** Storage of a virtual board, available while the device is on too. Errors of all methods: `flash_failed`. */
export interface PanelStorage {
  records(): Promise<Result<readonly LyingRecord[]>>;
  /** Number of record writes since the device was switched on. */
  writes(): number;
  /** Damages the newest good copy of a record. Errors: also `not_found`. */
  damage(name: string): Promise<Result<void>>;
  cutsAtNextWrite(): boolean;
  /** Arms or disarms a power cut in the middle of the next write. */
  setCutAtNextWrite(cut: boolean): void;
  /** Calls the listener when `cutsAtNextWrite` changes. */
  onChange(listener: () => void): () => void;
  /** Returns all memory except the device's identity. */
  image(): Promise<Result<MemoryImage>>;
  /**
   * Replaces the memory but keeps the device's identity. Cuts the power during the replacement, then restores its
   * previous state. Can also fail with the errors of a write.
   */
  replace(image: MemoryImage): Promise<Result<void>>;
}

/** Recording of all devices since they were switched on. */
export interface PanelRecording {
  /** Returns the file up to `until_ms` on the devices' clock; null for now. Errors: `not_recorded`. */
  file(name: RecordingFile, until_ms: number | null): Promise<Result<Uint8Array | string>>;
}

/** Charts of the firmware's state machines. */
export interface PanelCharts {
  /**
   * Returns the chart of a machine; null if the machine is unknown. `around`: path of a state to which it is reduced,
   * with its neighbours; '' for the whole chart.
   */
  of(machine: string, around: string): Promise<MachineChart | null>;
}

/** State of a device at an earlier time, replayed from its recording. */
export interface PanelMoment {
  /** Read-only replayed device. */
  readonly device: PanelDevice;
  readonly on: boolean;
}

/** Timeline of a device: its events, on lanes. */
export interface PanelTimeline {
  /** Limits of the kept events. */
  readonly limits: KeptLimits;
  /** Returns the storage contents at `at_ms`, with the device's identity from `now`. Errors: `not_recorded`. */
  imageAt(at_ms: number, now: MemoryImage): Promise<Result<MemoryImage>>;
  /** Replays the device up to `at_ms` on its clock; null before it was first switched on. Errors: `not_recorded`. */
  momentAt(at_ms: number): Promise<Result<PanelMoment | null>>;
  /** Subscribes to new events. `kept`: the newest past events, oldest first. */
  follow(listener: (events: readonly TimelineEvent[]) => void): {
    readonly kept: readonly TimelineEvent[];
    end(): void;
  };
}

/** Sensors that the page can choose. */
export interface PanelSensors {
  /** Port of the sensor in use, or `virtual`. */
  readonly current: string;
  /** Returns the ports that can be chosen: those that there are now, the one in use, and `virtual`. */
  found(): readonly string[];
  /** Returns those of them that are not there now. */
  unplugged(): readonly string[];
  /** Uses a sensor from the next start on, and restarts the device. Errors: `bad_value`, `data_unusable`. */
  choose(sensor: string): Promise<Result<void>>;
}

export interface PanelDevice {
  readonly device: {
    id(): string;
    name(): string;
    role(): string;
    /** Units from the device's settings. */
    units(): Units;
    states(): Readonly<Record<string, unknown>>;
    /** The running extension; null if none. */
    extension(): ExtensionInPlay | null;
    /** Results of sets, oldest first within each experience; `unix_s` is 0 if the clock was not set. */
    history(): readonly {
      readonly experience: string;
      readonly player_id: number;
      readonly player: string;
      readonly unix_s: number;
      readonly measure: string;
      readonly value: number;
      readonly unit: string;
    }[];
    /** All kept putts, oldest first; `unix_s` is 0 if the clock was not set. */
    putts(): readonly PuttRow[];
    /** State of the first start. */
    setUp(): SetUpState;
    onChange(listener: () => void): () => void;
  };
  /** Passes a phone's form on to the device; null if the device has no page of its own. */
  readonly submit: ((form: SetUpForm) => void) | null;
  /** undefined if the sensor can't be chosen. */
  readonly sensors?: PanelSensors;
  /** Clock of the device's board; runs while a strike rolls. */
  readonly clock: Clock;
  /** null on a real board, which has its own power switch. */
  readonly power: PanelPower | null;
  readonly network: PanelNetwork | null;
  readonly time_of_day: PanelClock | null;
  readonly storage: PanelStorage | null;
  readonly screen: MemoryScreen;
  readonly keys: VirtualKeys;
  readonly leds: VirtualLeds;
  readonly speaker: VirtualSpeaker;
  /** Keyboard whose taps a golf simulator takes; null with a real keyboard. */
  readonly keyboard: VirtualKeyboard | null;
  readonly log: MemoryLog;
  /** Set if the device is replayed from a recording and is read-only. */
  readonly replayed?: true;
  /** null with a real sensor. */
  readonly rig: SensorRig | null;
  /** Script file, if the device's extension comes from one. */
  readonly script?: ScriptFile;
  /** undefined if the device is not recorded. */
  readonly timeline?: PanelTimeline;
  sensorStatus(): SensorStatus;
  /** Calls the listener with each plausible strike, as the sensor measured it. */
  onStrike(listener: (strike: Strike) => void): () => void;
  /** Returns the club speed (m/s) that a good player would choose for the putt that is due; null if none is due. */
  wanted_speed_mps(): number | null;
  /** Returns the face angle (degrees) for that putt: 0, or towards the ideal line on a slope; null if none is due. */
  wanted_face_deg(): number | null;
  /** Returns the roll scale of the player on turn, on this green; null if no putt of this device is due. */
  rollScale(): RollScale | null;
}
