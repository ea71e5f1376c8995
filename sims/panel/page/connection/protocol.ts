// Messages between the page and the device's server over the socket. The server is trusted: the page only checks that
// it knows a message's type.

import type { DisplayList } from '../../../../hal/screen/screen.ts';
import type { KeptLimits } from './kept-events.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

const KEYS = ['up', 'down', 'left', 'right', 'ok', 'back'] as const;
export type PanelKey = (typeof KEYS)[number];

const SOUNDS = ['click', 'strike', 'holed', 'close', 'miss', 'done'] as const;
type Sound = (typeof SOUNDS)[number];

/** Units of the device's settings: feet and mph, or metres and m/s. */
export type Units = 'imperial' | 'metric';

export interface StrikeField {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
}

/** Value of `sensor` for a device replayed from a recording. */
export const RECORDED = 'recorded';

export interface Hello {
  readonly type: 'hello';
  readonly device: { readonly index: number; readonly id: string; readonly name: string; readonly role: string };
  readonly screen: { readonly width: number; readonly height: number };
  /** 'virtual', `RECORDED`, or the path of a real sensor. */
  readonly sensor: string;
  readonly faults: readonly string[];
  /** Fields of a strike in metres per second and degrees, as the server expects. */
  readonly strike_fields: readonly StrikeField[];
  /** Units in which the page shows and accepts distances and speeds (C139). */
  readonly units: Units;
  /** Limits of the available timeline; null if there is none. */
  readonly timeline: KeptLimits | null;
  /** Whether its machines have charts. */
  readonly charts: boolean;
  /** Address of the site for extension authors; null if there is none that this page can reach. */
  readonly author_site: string | null;
  /** Whether the device has Wi-Fi, which the form at /set-up joins. */
  readonly wifi: boolean;
}

/** A picture, by what it shares with the one before: its first `head` and its last `tail` items. */
export interface PictureMessage {
  readonly type: 'picture';
  readonly head: number;
  readonly items: DisplayList;
  readonly tail: number;
}

export interface CableState {
  readonly type: 'link';
  readonly plugged: boolean;
  readonly fault: string;
  readonly link: string;
  readonly detail: string;
  readonly golfer: boolean;
}

/** Switches of a virtual board; null if the device must be switched by hand. */
export interface Switches {
  readonly power: 'on' | 'off' | null;
  readonly network: 'joined' | 'left' | null;
  /** Connection to the cloud while the network is joined. */
  readonly cloud: 'reached' | 'cut' | null;
  readonly clock_wrong_by_s: number | null;
  /** Link quality for requests: delay and loss ratio in each direction. */
  readonly link_quality: { readonly delay_ms: number; readonly loss: number } | null;
}

export interface LogLine {
  readonly at_ms: number;
  readonly level: string;
  readonly area: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A key that the device tapped on the simulator's computer, `count` times in a row. */
export interface TapRun {
  /** HID usage on the keyboard page. */
  readonly usage: number;
  /** HID modifier bits. */
  readonly modifiers: number;
  /** Name of its action in a golf simulator; null if it has none there. */
  readonly name: string | null;
  readonly count: number;
  /** Whether earlier taps may have been dropped. */
  readonly at_least: boolean;
}

/** The extension in play, and how much of its limits it uses. */
export interface ExtensionUse {
  readonly name: string;
  /** Heap beyond the extension's code. */
  readonly heap_bytes: number;
  readonly heap_bytes_max: number;
  /** Instructions of the last callback; `instructions_most`: the maximum of any callback so far. */
  readonly instructions: number;
  readonly instructions_most: number;
  readonly instructions_max: number;
  readonly paint_us_max: number;
  readonly mistakes: readonly PathMistake[];
  /** Error that stopped it; null while it runs. */
  readonly failure: ScriptProblem | null;
}

/** Problem with a script: the message and its position. */
export interface ScriptProblem {
  readonly message: string;
  readonly line: number | null;
  /** Callback that the device called: `start`, `putt`, …, or `timer`; null outside callbacks. */
  readonly callback: string | null;
  /** Call stack, innermost first; `name` is null for the function that the device called. */
  readonly calls: readonly { readonly line: number; readonly name: string | null }[];
  /** Marked line with the lines around it. */
  readonly source: readonly { readonly line: number; readonly text: string; readonly marked: boolean }[];
}

/** File that the extension is loaded from. */
export interface ScriptFileState {
  readonly name: string;
  /** Reason why the current file does not load, so that an older version runs; null if the current file runs. */
  readonly problem: ScriptProblem | null;
  /** Number of times it has been loaded. */
  readonly loads: number;
}

/** Error in path data: the message, the line of the script if known, and the path around the position. */
export interface PathMistake {
  readonly message: string;
  readonly line: number | null;
  readonly before: string;
  /** Character at the position; '' at the end. */
  readonly at: string;
  readonly after: string;
}

/**
 * Distance that the next player's putt rolls on this green, which grows with the square of the club speed, and the
 * player's hand.
 */
export interface RollScale {
  /** Distance in `unit` at 1 m/s. */
  readonly at_1_mps: number;
  readonly unit: 'ft' | 'm';
  readonly hand: 'right' | 'left';
  /** Club speed that a good player would choose; null if unknown. */
  readonly wanted_mps: number | null;
}

/** Time of the devices: whether it is paused, and its speed as a multiple of real time. */
export interface Time {
  readonly paused: boolean;
  readonly speed: number | 'max';
  /** Time on the devices' clock when paused; null while it runs. */
  readonly paused_at_ms: number | null;
}

/** Event at which time pauses. */
export interface BreakpointView {
  readonly id: number;
  readonly kind: string;
  readonly value: string;
  readonly when: string;
  readonly on: boolean;
  readonly hits: number;
}

export interface BreakpointsView {
  readonly points: readonly BreakpointView[];
  /** Event at which time paused; null once it has resumed. */
  readonly stopped: { readonly id: number; readonly at_ms: number; readonly event: string } | null;
  /** Kinds of events, each with its meaning. */
  readonly kinds: Readonly<Record<string, string>>;
}

/** Past state that is shown instead of the present. */
export interface Past {
  /** Time on the device's clock; null for the present. */
  readonly at_ms: number | null;
  /** Whether the device was on then. */
  readonly on: boolean;
  /** Time whose state can't be shown, and why. */
  readonly problem: { readonly at_ms: number; readonly message: string } | null;
}

export type ServerMessage =
  | Hello
  | PictureMessage
  | CableState
  | (Switches & { readonly type: 'switches' })
  | { readonly type: 'lines'; readonly lines: readonly string[] }
  | { readonly type: 'state'; readonly states: Readonly<Record<string, unknown>> }
  | { readonly type: 'extension'; readonly use: ExtensionUse | null }
  /** Sent only if the pace can be changed. */
  | (Time & { readonly type: 'time' })
  | (BreakpointsView & { readonly type: 'breakpoints' })
  /** Sent only if there is a file. */
  | { readonly type: 'script'; readonly file: ScriptFileState }
  /** Null if no putt of this device is due. */
  | { readonly type: 'green'; readonly roll: RollScale | null }
  | { readonly type: 'leds'; readonly colors: readonly (string | null)[] }
  /** `wav_base64`: WAV file that replaces the page's own sound. */
  | {
      readonly type: 'sound';
      readonly sound: Sound;
      readonly volume_percent: number;
      readonly wav_base64?: string;
    }
  /** Sent on request: first the stored events (`first` marks the first message of them), then new ones. */
  | { readonly type: 'timeline'; readonly first: boolean; readonly events: readonly TimelineEvent[] }
  /** `first`: replaces the earlier lines. */
  | { readonly type: 'log'; readonly first: boolean; readonly lines: readonly LogLine[] }
  | (Past & { readonly type: 'past' })
  /** The newest runs, oldest first; never sent with a real keyboard. */
  | { readonly type: 'taps'; readonly taps: readonly TapRun[] }
  | { readonly type: 'brightness'; readonly percent: number }
  /** New token, for the page that has asked for it: the old one has ended. */
  | { readonly type: 'renewed'; readonly token: string };

export type PageMessage =
  | { readonly type: 'key'; readonly key: PanelKey; readonly action: 'press' | 'release' }
  | { readonly type: 'touch'; readonly x: number; readonly y: number }
  /** Text typed on the computer's keyboard, or pasted. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'watch'; readonly on: boolean }
  | { readonly type: 'timeline'; readonly on: boolean }
  /** Null for the present. */
  | { readonly type: 'past'; readonly at_ms: number | null };

const TYPES: readonly unknown[] = [
  'hello',
  'picture',
  'link',
  'switches',
  'lines',
  'state',
  'extension',
  'time',
  'breakpoints',
  'script',
  'timeline',
  'green',
  'leds',
  'sound',
  'log',
  'past',
  'taps',
  'brightness',
  'renewed',
];

/** Parses a text frame; null for a message that this page does not know. */
export function parseMessage(text: string): ServerMessage | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- page and server are the same version
  return TYPES.includes(value.type) ? (value as ServerMessage) : null;
}
