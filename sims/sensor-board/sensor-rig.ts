// The complete virtual sensor: board and putter at the far end of a cable that can be unplugged or disturbed, and a
// golfer.

import type { Clock } from '../../hal/clock/clock.ts';
import type { Fault } from '../../hal/faults.ts';
import type { Random } from '../../hal/random/random.ts';
import { PIPE_FAULTS } from '../../hal/serial/pipe-faults.ts';
import { createSerialPipe } from '../../hal/serial/serial-pipe.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import { fail, type Result } from '../../wire/errors.ts';
import { createGolfer, type Golfer, type WantedPutt } from '../putter/golfer.ts';
import type { StrokeCall } from '../putter/stroke-call.ts';
import type { BoardEvent, BoardKind } from './board-events.ts';
import { plugInBoard, type CreateBoard } from './board-on-port.ts';

export interface SensorRig {
  /** The device's end of the cable. */
  readonly port: SerialPort;
  readonly golfer: Golfer;
  readonly faults: readonly Fault[];
  /** Swings the putter; refused while the cable is unplugged or over a minute of strokes is queued. */
  strike(stroke: StrokeCall): Result<void>;
  setPlugged(plugged: boolean): void;
  plugged(): boolean;
  /** Errors: `fault_unsupported`. */
  setFault(fault: string): Result<void>;
  fault(): Fault;
  readonly board: BoardKind;
  /** Triggers an event inside the board. Errors: `fault_unsupported` for the model, `sensor_unplugged`. */
  disturb(event: BoardEvent): Result<void>;
  onChange(listener: () => void): () => void;
  /** Calls the listener with each stroke, including the golfer's, even if the cable loses it. */
  onStroke(listener: (stroke: StrokeCall) => void): () => void;
  stop(): void;
}

interface SensorRigOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly jitter_us?: number;
  /** Creates a board that runs its firmware. Default: a model of the board. */
  readonly createBoard?: CreateBoard;
  readonly golfer_every_ms?: number;
  /** Putt that the golfer intends; null if none. */
  wanted(): WantedPutt | null;
}

const GOLFER_EVERY_MS = 9000;

export function createSensorRig(options: SensorRigOptions): SensorRig {
  const { clock, random } = options;
  const pipe = createSerialPipe({ clock, random: random.fork('wire') });
  const plugged = plugInBoard(pipe.board, {
    clock,
    random: random.fork('board'),
    jitter_us: options.jitter_us ?? 0,
    createBoard: options.createBoard ?? null,
  });
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  const strokes = new Set<(stroke: StrokeCall) => void>();
  const swing = (stroke: StrokeCall): Result<void> => {
    const swung = plugged.board.stroke(stroke);
    if (swung.ok) for (const listener of strokes) listener(stroke);
    return swung;
  };
  const golfer = createGolfer({
    clock,
    random: random.fork('golfer'),
    every_ms: options.golfer_every_ms ?? GOLFER_EVERY_MS,
    wanted: () => options.wanted(),
    strike: (stroke) => void swing(stroke),
  });
  void plugged.plug();
  return {
    port: pipe.host,
    golfer: { ...golfer, setOn: (on) => (golfer.setOn(on), changed()) },
    faults: PIPE_FAULTS,
    strike(stroke) {
      if (!pipe.plugged()) return fail('sensor_unplugged', 'The sensor is unplugged: plug it in to strike.');
      return swing(stroke);
    },
    setPlugged(on) {
      if (on === pipe.plugged()) return;
      if (on) {
        pipe.plug();
        void plugged.plug();
      } else pipe.unplug();
      changed();
    },
    plugged: () => pipe.plugged(),
    setFault(fault) {
      const set = pipe.setFault(fault);
      if (set.ok) changed();
      return set;
    },
    fault: () => pipe.fault(),
    board: options.createBoard ? 'avr' : 'model',
    disturb: plugged.disturb,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onStroke(listener) {
      strokes.add(listener);
      return () => strokes.delete(listener);
    },
    stop() {
      golfer.setOn(false);
      pipe.unplug();
    },
  };
}
