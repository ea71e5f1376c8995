// What the page knows about its device: a value, and how each message of the server changes it.

import { statePaths } from '../machines/state-paths.ts';
import type {
  ExtensionUse,
  Hello,
  Link,
  LogLine,
  Past,
  Roll,
  ScriptFileState,
  ServerMessage,
  Switches,
  TapRun,
  Time,
} from './protocol.ts';

const LOG_LINES_MAX = 500;

export interface Machine {
  readonly name: string;
  readonly paths: readonly string[];
  /** How often the state has changed since the page connected, or the device was selected: 0 is not news. */
  readonly changes: number;
}

export interface NumberedLine extends LogLine {
  /** Counts up for the life of the page, so that a list can tell its lines apart. */
  readonly number: number;
  /** When the page heard of it; null for what was there before. */
  readonly heard_unix_ms: number | null;
}

export interface Notice {
  readonly kind: 'info' | 'error';
  readonly text: string;
  /** It holds only while the device is on. */
  readonly while_on?: true;
}

export interface Panel {
  readonly connection: 'connecting' | 'open' | 'lost';
  readonly hello: Hello | null;
  readonly link: Link | null;
  readonly switches: Switches;
  readonly lines: readonly string[];
  /** Null in real time. */
  readonly time: Time | null;
  readonly machines: readonly Machine[];
  /** Null while none is in play. */
  readonly extension: ExtensionUse | null;
  /** Null where the extension comes from no file. */
  readonly script: ScriptFileState | null;
  /** Of the putt that is due; null while none is. */
  readonly roll: Roll | null;
  readonly leds: readonly (string | null)[];
  readonly log: readonly NumberedLine[];
  /** Of the keyboard for a golf simulator; null where it is a real one. */
  readonly taps: readonly TapRun[] | null;
  readonly brightness_percent: number;
  readonly past: Past;
  readonly notice: Notice | null;
  /** Why the lost connection will not come back. */
  readonly refusal: string | null;
}

const PRESENT: Past = { at_ms: null, on: true, problem: null };

export const EMPTY_PANEL: Panel = {
  connection: 'connecting',
  hello: null,
  link: null,
  switches: { power: null, network: null, cloud: null, clock_wrong_by_s: null, way: null },
  lines: [],
  time: null,
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

/** What is shown is over. */
export const isPast = ({ past }: Panel): boolean => past.at_ms !== null;

/** The device has no power, or had none at the moment that is shown. */
export const isOff = ({ past, switches }: Panel): boolean =>
  past.at_ms === null ? switches.power === 'off' : !past.on;

/** The panel with a notice, unless a device that is off makes it false. */
export const withNotice = (panel: Panel, notice: Notice | null): Panel => ({
  ...panel,
  notice: notice?.while_on && isOff(panel) ? null : notice,
});

/** A new connection tells its history again, so what would double or be false news goes. */
export const afterOpen = (panel: Panel): Panel => ({
  ...panel,
  connection: 'open',
  notice: null,
  refusal: null,
  log: [],
  machines: [],
  past: PRESENT,
});

/** Who looks at a device from now on has no use for what changed before. */
export const afterSelect = (panel: Panel): Panel => ({
  ...panel,
  machines: panel.machines.map((machine) => ({ ...machine, changes: 0 })),
});

export function afterMessage(panel: Panel, message: ServerMessage): Panel {
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
    case 'timeline': // kept apart (timeline.ts)
    case 'sound':
      return panel;
    default:
      return message satisfies never;
  }
}

function afterStates(before: readonly Machine[], states: Readonly<Record<string, unknown>>): Machine[] {
  return Object.entries(states).map(([name, value]) => {
    const old = before.find((machine) => machine.name === name);
    const paths = statePaths(value);
    if (old === undefined) return { name, paths, changes: 0 };
    return old.paths.join(' ') === paths.join(' ') ? old : { name, paths, changes: old.changes + 1 };
  });
}

let lines_seen = 0;

function afterLog(
  before: readonly NumberedLine[],
  lines: readonly LogLine[],
  heard_unix_ms: number | null,
): NumberedLine[] {
  const added = lines.map((line) => ({ ...line, heard_unix_ms, number: lines_seen++ }));
  return [...before, ...added].slice(-LOG_LINES_MAX);
}
