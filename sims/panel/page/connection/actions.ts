// Page actions other than keys and touch: each sends a request to the server and reports the result on the status line.

import type { Api, NetworkChange, PowerAction, ApiProblem, RecordingFile, TimeChange } from './api.ts';
import { createMemoryActions, type MemoryActions } from '../storage/memory-actions.ts';
import { isPast, withNotice, type Notice } from './panel.ts';
import { saveAs } from '../common/save-as.ts';
import type { Units } from './protocol.ts';
import { inWordsOfForm, speedText } from '../common/speed-units.ts';
import type { PanelStore } from './store.ts';

export interface Actions extends MemoryActions {
  strike(numbers: Readonly<Record<string, number>>): void;
  /** Reports why an action is not sent. */
  refuse(why: string): void;
  /** Sends the strokes one after the other, at a player's pace; cancels the rest of a running series. */
  strikeAll(strokes: readonly Readonly<Record<string, number>>[]): void;
  plug(plugged: boolean): void;
  fault(fault: string): void;
  golfer(on: boolean): void;
  power(action: PowerAction): void;
  network(joined: boolean): void;
  cloud(reached: boolean): void;
  linkQuality(change: Pick<NetworkChange, 'delay_ms' | 'loss_percent'>): void;
  clock(wrong_by_s: number): void;
  /** Changes the time. A step names the event that it reached. */
  time(change: TimeChange, done: string): void;
  addBreakpoint(kind: string, value: string, when: string): void;
  turnBreakpoint(id: number, on: boolean): void;
  removeBreakpoint(id: number): void;
  screenshot(): void;
  history(what: 'history' | 'putts', kind: 'csv' | 'json'): void;
  /** Downloads a recording up to this time on the devices' clock; null for now. */
  recording(name: RecordingFile, until_ms: number | null): void;
}

/** Creates the actions. `picture`: returns the screen as this page shows it. */
export function createActions(api: Api, store: PanelStore, picture: () => Promise<Blob | null>): Actions {
  let [sent_last, shown_last] = [0, 0];
  /**
   * The answer of an earlier action may arrive late: it does not replace the notice of a newer one unless it is an
   * error.
   */
  const report = async (
    result: Promise<ApiProblem>,
    done: string,
    more: Pick<Notice, 'while_on'> = {},
  ): Promise<boolean> => {
    const number = ++sent_last;
    const problem = await result;
    if (problem === null && number < shown_last) return true;
    shown_last = Math.max(shown_last, number);
    const notice: Notice = problem === null ? { kind: 'info', text: done, ...more } : { kind: 'error', text: problem };
    store.change((panel) => withNotice(panel, notice));
    return problem === null;
  };
  const reportMove = async (moved: ReturnType<Api['time']>, done: string): Promise<void> => {
    const { problem, event } = await moved;
    await report(Promise.resolve(problem), event === '' ? done : `${done.replace(/\.$/, '')}: ${event}.`);
  };
  const strike = async (numbers: Readonly<Record<string, number>>): Promise<void> => {
    const { strike_fields: fields = [], units = 'imperial' } = store.get().hello ?? {};
    const result = api.strike(numbers).then((problem) => problem && inWordsOfForm(problem, fields, units));
    await report(result, `Strike sent${sentText(numbers, units)}.`, { while_on: true });
  };
  let series = 0;
  const strikeAll = async (strokes: readonly Readonly<Record<string, number>>[]): Promise<void> => {
    const mine = ++series;
    for (const numbers of strokes) {
      if (mine !== series) return;
      await strike(numbers);
      await new Promise((resolve) => setTimeout(resolve, STROKE_EVERY_MS));
    }
  };
  return {
    strike: (numbers) => void strike(numbers),
    refuse: (why) => store.change((panel) => withNotice(panel, { kind: 'error', text: why })),
    strikeAll: (strokes) => void strikeAll(strokes),
    plug: (plugged) => void report(api.plug(plugged), plugged ? 'Sensor plugged in.' : 'Sensor unplugged.'),
    fault: (fault) => void report(api.fault(fault), `Sensor fault: ${fault}.`),
    golfer: (on) => void report(api.golfer(on), on ? 'Golfer started.' : 'Golfer stopped.'),
    power: (action) => void report(api.power(action), POWER_DONE[action]),
    network: (joined) => void report(api.network({ joined }), joined ? 'Network joined.' : 'Network left.'),
    cloud: (reached) => void report(api.network({ cloud: reached }), reached ? 'Cloud connected.' : 'Cloud cut off.'),
    linkQuality: (change) => void report(api.network(change), 'Link quality changed.'),
    clock: (wrong_by_s) =>
      void report(api.clock(wrong_by_s), wrong_by_s === 0 ? 'Clock corrected.' : 'Clock error set.'),
    ...createMemoryActions(api, report),
    time: (change, done) => void reportMove(api.time(change), done),
    addBreakpoint: (kind, value, when) =>
      void report(api.addBreakpoint(kind, value, when), `Time will pause at ${kind} ${value}.`),
    turnBreakpoint: (id, on) => void report(api.turnBreakpoint(id, on), on ? 'Breakpoint on.' : 'Breakpoint off.'),
    removeBreakpoint: (id) => void report(api.removeBreakpoint(id), 'Breakpoint removed.'),
    history(what, kind) {
      const suffix = what === 'putts' ? '-putts' : '';
      const name = `tapin-${store.get().hello?.device.id ?? 'history'}${suffix}.${kind}`;
      void report(api.downloadHistory(what, kind, name), `Saved ${name}.`);
    },
    recording(name, until_ms) {
      const file_name = `tapin-${name}`;
      void report(api.downloadRecording(name, until_ms, file_name), `Saved ${file_name}${untilText(until_ms)}.`);
    },
    screenshot() {
      const name = `tapin-${store.get().hello?.device.id ?? 'screen'}.png`;
      if (isPast(store.get())) void report(savePicture(picture, name), `Saved ${name}.`);
      else void report(api.downloadScreen(name), `Saved ${name}.`);
    },
  };
}

async function savePicture(picture: () => Promise<Blob | null>, name: string): Promise<ApiProblem> {
  const png = await picture();
  if (png) saveAs(png, name);
  return png ? null : 'No picture to save.';
}

const untilText = (until_ms: number | null): string =>
  until_ms === null ? '' : ` up to ${(until_ms / 1000).toFixed(3)} s`;

/** Interval between strokes: a swing takes a second, and most balls need two to come to rest. */
const STROKE_EVERY_MS = 3000;

const POWER_DONE: Readonly<Record<PowerAction, string>> = {
  on: 'The device is on.',
  off: 'The device is off; its writes are finished.',
  cut: 'The power was cut without warning.',
  reset: 'The device has restarted.',
};

function sentText({ club_speed_mps }: Readonly<Record<string, number>>, units: Units): string {
  return club_speed_mps === undefined ? '' : `: ${speedText(club_speed_mps, units)}`;
}
