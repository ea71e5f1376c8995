// Devices of `tapin test --ui` with their front panel. Each start of the scenario opens new ones, on the same port.

import { createKeptRecording } from '../../../simulation/recordings/kept-recording.ts';
import { createPast } from '../../../simulation/recordings/past.ts';
import { createLiveTimeline } from '../../../simulation/timeline/live-timeline.ts';
import { recordedFiles } from '../../../simulation/timeline/recorded-files.ts';
import { createChartsThread } from '../../../simulation/statecharts/charts-thread.ts';
import type { VirtualBackend } from '../../../simulation/scenarios/virtual/virtual-backend.ts';
import type { Recording } from '../../../simulation/recordings/recording.ts';
import { FIRMWARE_VERSION } from '../../../firmware/version.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createPacedTime, type PacedTime } from '../../../sims/panel/paced-time.ts';
import { openPanel, type PanelServer } from '../../../sims/panel/panel-server.ts';
import type { MemoryImage } from '../../../hal/flash/chip.ts';
import { ok, type Result } from '../../../wire/errors.ts';
import { openVirtual } from '../play-scenario.ts';
import type { RootedScenario } from '../scenario-file.ts';

export interface Stage {
  readonly backend: VirtualBackend;
  readonly time: PacedTime;
  recording(): Result<Recording>;
  /** Address of the panel; it changes when a device has been switched off and on. Errors: `port_unusable`. */
  panel(): Promise<Result<string>>;
  close(): Promise<void>;
}

export interface StagePlace {
  readonly host: string;
  /** Port of the panel; 0 until the first one has picked it. */
  port: number;
  readonly token: string;
  /** Origin of the page that shows the panel in a frame. */
  readonly framed_by: string;
}

const charts = createChartsThread();
/** Number of panels opened by this process. */
let panels = 0;

/** Opens the devices of a scenario. Errors: `bad_value` if its extension can't be used. */
export async function openStage(scenario: RootedScenario, place: StagePlace): Promise<Result<Stage>> {
  const kept = createKeptRecording({ version: FIRMWARE_VERSION, began: '', seed: scenario.seed });
  const live = createLiveTimeline();
  const opened = await openVirtual(scenario, {
    inspect: undefined,
    onTurn(turn) {
      kept.write(turn);
      live.take(turn);
    },
  });
  if (!opened.ok) return opened;
  const backend = opened.value;
  const past = createPast(kept.recording);
  const time = createPacedTime(backend.clock, createSystemClock(), true);
  let panel: PanelServer | null = null;
  /** Address of the page. It differs for each panel, so that the frame reloads. */
  let url = '';
  let shown = '';
  const running = () => [...backend.devices].flatMap(([name, each]) => {
    const device = each.running();
    return device ? [{ name, device }] : [];
  }); // oxfmt-ignore
  /** Number of each device object: a device that is switched on again is a new object. */
  const lives = new Map<object, number>();
  const lifeOf = (device: object): number => lives.get(device) ?? (lives.set(device, lives.size), lives.size - 1);
  return ok({
    backend,
    time,
    recording: kept.recording,
    async panel() {
      const now = running();
      const wanted = now.map(({ device }) => lifeOf(device)).join(' ');
      if (panel && (wanted === shown || now.length === 0)) return ok(url);
      await panel?.close();
      const devices = now.map(({ name, device }) => ({
        ...device,
        timeline: {
          ...live.of(name),
          momentAt: (at_ms: number) => past.momentAt(at_ms, name),
          imageAt: (at_ms: number, image: MemoryImage) => past.imageAt(at_ms, name, image),
        },
      }));
      const { host, port, token, framed_by } = place;
      const served = await openPanel({ devices, host, port, token, framed_by, time, charts, recording: recordedFiles(kept), log: createMemoryLog(backend.clock) }); // oxfmt-ignore
      if (!served.ok) return served;
      panel = served.value;
      shown = wanted;
      place.port = panel.port;
      url = `${panel.url}&panel=${++panels}`;
      return ok(url);
    },
    async close() {
      await time.setPaused(true);
      await panel?.close();
      await backend.close();
    },
  });
}
