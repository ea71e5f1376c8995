// The page's state of its device as an immutable value, and how each server message changes it.

import { statePaths } from '../machines/state-paths.ts';
import type {
  BreakpointsView,
  ExtensionUse,
  Hello,
  CableState,
  LogLine,
  Past,
  RollScale,
  ScriptFileState,
  ServerMessage,
  Switches,
  TapRun,
  Time,
} from './protocol.ts';

const LOG_LINES_MAX = 500;

export interface MachineView {
  readonly name: string;
  readonly paths: readonly string[];
  /** Number of state changes since the page connected or the device was selected. At 0, no change is highlighted. */
  readonly changes: number;
}

export interface NumberedLine extends LogLine {
  /** Serial number, unique for the life of the page, as a list key. */
  readonly number: number;
  /** Time at which the page received it; null for earlier lines. */
  readonly heard_unix_ms: number | null;
}

export interface Notice {
  readonly kind: 'info' | 'error';
  readonly text: string;
  /** Set if the notice holds only while the device is on. */
  readonly while_on?: true;
}

export interface PanelState {
  readonly connection: 'connecting' | 'open' | 'lost';
  readonly hello: Hello | null;
  readonly link: CableState | null;
  readonly switches: Switches;
  readonly lines: readonly string[];
  /** Pace of the devices' time; null in real time. */
  readonly time: Time | null;
  /** null in real time, which can't pause. */
  readonly breakpoints: BreakpointsView | null;
  readonly machines: readonly MachineView[];
  /** Extension in play; null if none. */
  readonly extension: ExtensionUse | null;
  /** Script file of the extension; null if it does not come from a file. */
  readonly script: ScriptFileState | null;
  /** Roll of the putt that is due; null if none. */
  readonly roll: RollScale | null;
  readonly leds: readonly (string | null)[];
  readonly log: readonly NumberedLine[];
  /** Taps of the virtual simulator keyboard; null for a real one. */
  readonly taps: readonly TapRun[] | null;
  readonly brightness_percent: number;
  readonly past: Past;
  readonly notice: Notice | null;
  /** Reason why a lost connection will not be restored. */
  readonly refusal: string | null;
}

const PRESENT: Past = { at_ms: null, on: true, problem: null };

export const EMPTY_PANEL: PanelState = {
  connection: 'connecting',
  hello: null,
  link: null,
  switches: { power: null, network: null, cloud: null, clock_wrong_by_s: null, link_quality: null },
  lines: [],
  time: null,
  breakpoints: null,
  machines: [],
  extension: null,
  script: null,
  roll: null,
  leds: [null, null, null, null],
  log: [],
  taps: null,
  brightness_percent: 100,
  past: PRESENT,
  notice: null,
  refusal: null,
};

/** True if the page shows a past state. */
export const isPast = ({ past }: PanelState): boolean => past.at_ms !== null;

/** True if the device has no power, or had none at the time shown. */
export const isOff = ({ past, switches }: PanelState): boolean =>
  past.at_ms === null ? switches.power === 'off' : !past.on;

/** Sets the notice, unless it no longer holds because the device is off. */
export const withNotice = (panel: PanelState, notice: Notice | null): PanelState => ({
  ...panel,
  notice: notice?.while_on && isOff(panel) ? null : notice,
});

/**
 * Clears whatever a new connection sends again, so that nothing is duplicated or counted as a change. A notice from
 * before the first connection stays.
 */
export const afterOpen = (panel: PanelState): PanelState => ({
  ...panel,
  connection: 'open',
  notice: panel.connection === 'connecting' ? panel.notice : null,
  refusal: null,
  log: [],
  machines: [],
  past: PRESENT,
});

/** Resets the change counts, because earlier changes do not count for a newly selected device. */
export const afterSelect = (panel: PanelState): PanelState => ({
  ...panel,
  machines: panel.machines.map((machine) => ({ ...machine, changes: 0 })),
});

export function afterMessage(panel: PanelState, message: ServerMessage): PanelState {
  switch (message.type) {
    case 'hello':
      return { ...panel, hello: message };
    case 'link':
      return { ...panel, link: message };
    case 'switches':
      return withNotice({ ...panel, switches: message }, panel.notice);
    case 'lines':
      return { ...panel, lines: message.lines };
    case 'time':
      return { ...panel, time: message };
    case 'breakpoints':
      return { ...panel, breakpoints: message };
    case 'leds':
      return { ...panel, leds: message.colors };
    case 'brightness':
      return { ...panel, brightness_percent: message.percent };
    case 'state':
      return { ...panel, machines: afterStates(panel.machines, message.states) };
    case 'extension':
      return { ...panel, extension: message.use };
    case 'script':
      return { ...panel, script: message.file };
    case 'green':
      return { ...panel, roll: message.roll };
    case 'log':
      return {
        ...panel,
        log: afterLog(message.first ? [] : panel.log, message.lines, message.first ? null : Date.now()),
      };
    case 'past':
      return { ...panel, past: message };
    case 'taps':
      return { ...panel, taps: message.taps };
    case 'renewed': // the page reloads
    case 'timeline': // kept apart (timeline.ts)
    case 'picture':
    case 'sound':
      return panel;
    default:
      return message satisfies never;
  }
}

function afterStates(before: readonly MachineView[], states: Readonly<Record<string, unknown>>): MachineView[] {
  return Object.entries(states).map(([name, value]) => {
    const old = before.find((machine) => machine.name === name);
    const paths = statePaths(value);
    if (old === undefined) return { name, paths, changes: 0 };
    return old.paths.join(' ') === paths.join(' ') ? old : { name, paths, changes: old.changes + 1 };
  });
}

let line_count = 0;

function afterLog(
  before: readonly NumberedLine[],
  lines: readonly LogLine[],
  heard_unix_ms: number | null,
): NumberedLine[] {
  const added = lines.map((line) => ({ ...line, heard_unix_ms, number: line_count++ }));
  return [...before, ...added].slice(-LOG_LINES_MAX);
}
