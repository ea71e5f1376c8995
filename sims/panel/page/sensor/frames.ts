// Frames on the sensor's cable, in both directions.

import { countText } from '../common/number-text.ts';
import { FAULT_LANES } from '../timeline/timeline-lanes.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

export interface CableFrame {
  readonly number: number;
  readonly at_ms: number;
  readonly direction: 'from the board' | 'to the board';
  /** Name such as `SWING`; several if they arrived in one piece. */
  readonly name: string;
  readonly seq: string;
  /** Damage of the dropped frames, in sentences; empty if none. */
  readonly damage: readonly string[];
  /** Fault of the cable at that time; '' if none. */
  readonly fault: string;
  readonly bytes_hex: string;
  /** Decoded fields, without the metadata. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const [FAULT_LANE] = FAULT_LANES;
const LANES: ReadonlyMap<string, CableFrame['direction']> = new Map([
  ['frames from the board', 'from the board'],
  ['frames to the board', 'to the board'],
]);

/** Returns the cable's fault at the end of these events; '' if none. */
export const cableFault = (events: readonly TimelineEvent[]): string =>
  events.findLast(({ lane }) => lane === FAULT_LANE)?.name ?? '';

/** Returns the frames; one that arrives in pieces gets the time of its last piece. */
export function framesOf(events: readonly TimelineEvent[]): readonly CableFrame[] {
  let fault = '';
  let piece: CableFrame | null = null;
  const frames: CableFrame[] = [];
  for (const event of events) {
    if (event.lane === FAULT_LANE) fault = event.name ?? '';
    const direction = LANES.get(event.lane);
    if (direction === undefined || event.name === null) continue;
    const frame: CableFrame = {
      ...frameOf(event, direction),
      // A fault affects only what the board sends.
      fault: direction === 'from the board' ? fault : '',
    };
    if (direction === 'to the board') frames.push(frame);
    else if (PIECE.test(event.name)) piece = joined(piece, frame);
    else {
      frames.push(joined(piece, frame));
      piece = null;
    }
  }
  return piece ? [...frames, piece] : frames;
}

/** Bytes that complete no frame. */
const PIECE = /^\d+ bytes?$/;

function joined(piece: CableFrame | null, rest: CableFrame): CableFrame {
  const bytes_hex = [piece?.bytes_hex ?? '', rest.bytes_hex].filter((hex) => hex !== '').join(' ');
  const name = PIECE.test(rest.name) ? countText(bytes_hex.split(' ').length, 'byte') : rest.name;
  return { ...rest, name: bytes_hex === '' ? rest.name : name, bytes_hex };
}

function frameOf(
  { number, at_ms, name, args }: TimelineEvent,
  direction: CableFrame['direction'],
): Omit<CableFrame, 'fault'> {
  const { hex, bytes: _bytes, seq, damaged, messages, tick_ns, aperture_error_um, ...fields } = args;
  const is_swing = name === 'SWING';
  return {
    number,
    at_ms,
    direction,
    name: name ?? '',
    seq: typeof seq === 'number' ? String(seq) : '',
    damage: Array.isArray(damaged) ? damaged.map(String) : [],
    bytes_hex: typeof hex === 'string' ? hex : '',
    // The tick length of a swing comes from the board, not from the swing frame.
    fields: {
      ...fields,
      ...(messages === undefined ? {} : { messages }),
      ...(is_swing ? {} : { tick_ns, aperture_error_um }),
    },
  };
}
