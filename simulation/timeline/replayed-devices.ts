// Devices of a recording for a front panel, which can only view them: with the timeline up to the replay's present.

import type { MemoryImage } from '../../hal/flash/chip.ts';
import type { KeptLimits } from '../../sims/panel/page/connection/kept-events.ts';
import type { PanelDevice, PanelRecording } from '../../sims/panel/panel-device.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { createPast } from '../recordings/past.ts';
import { packRecording, readTurn, recordingUntil, type Recording } from '../recordings/recording.ts';
import type { Replay } from '../recordings/replay.ts';
import { createLiveTimeline } from './live-timeline.ts';
import { recordedFiles } from './recorded-files.ts';

/** Limits of the page's timeline: a month, or some hours of putting. */
const SHOWN: KeptLimits = { ms: 31 * 86_400_000, events: 200_000 };
/** Resolution of the times in a recording. */
const RESOLUTION_MS = 0.001;

interface Span {
  readonly start_ms: number;
  readonly ended_ms: number;
}

/** Returns the times of the first and the last batch. Errors: `bad_value`. */
export function spanOf({ turns }: Recording): Result<Span> {
  const [first, last] = [turns.at(0), turns.at(-1)];
  if (first === undefined || last === undefined) return fail('bad_value', 'The recording is empty.');
  const [start, ended] = [readTurn(first), readTurn(last)];
  if (!start.ok) return start;
  return ended.ok ? ok({ start_ms: start.value.at_ms, ended_ms: ended.value.at_ms }) : ended;
}

/** Returns the last time at which a device was on, since many recordings end with the devices being switched off. */
export function lastOn({ turns }: Recording, ended_ms: number): number {
  let last_ms = ended_ms;
  for (const line of turns.toReversed()) {
    const turn = readTurn(line);
    if (!turn.ok || turn.value.entered[0] !== 'off') break;
    last_ms = turn.value.at_ms - RESOLUTION_MS;
  }
  return last_ms;
}

const fileOf = ({ header, turns }: Recording): Uint8Array =>
  packRecording(header, turns.map((line) => `${line}\n`)); // oxfmt-ignore

interface ReplayedDevices {
  readonly devices: readonly PanelDevice[];
  readonly recording: PanelRecording;
}

/** Returns the devices at the replay's present. Errors: `bad_value` if all of them are off. */
export function replayedDevices(whole: Recording, replay: Replay): Result<ReplayedDevices> {
  const live = createLiveTimeline(SHOWN);
  const shown = recordingUntil(whole, replay.now_ms());
  for (const line of shown.turns) {
    const turn = readTurn(line);
    if (turn.ok) live.take(turn.value);
  }
  const past = createPast(() => ok(shown));
  const devices = [...replay.devices()].map(([name, device]) => ({
    ...device,
    replayed: true as const,
    timeline: {
      ...live.of(name),
      momentAt: (at_ms: number) => past.momentAt(at_ms, name),
      imageAt: (at_ms: number, now: MemoryImage) => past.imageAt(at_ms, name, now),
    },
  }));
  if (devices.length === 0) return fail('bad_value', 'All devices are off at that time.');
  return ok({ devices, recording: recordedFiles({ file: () => ok(fileOf(shown)), recording: () => ok(shown) }) });
}
