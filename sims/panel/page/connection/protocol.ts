// What the page and the device's server say to each other over the socket. The server is the authority: the page only
// checks that a message is one it knows.

import type { KeptLimits } from './kept-events.ts';
import type { TimelineEvent } from '../timeline/timeline-event.ts';

const KEYS = ['up', 'down', 'left', 'right', 'ok', 'back'] as const;
export type Key = (typeof KEYS)[number];

const SOUNDS = ['click', 'strike', 'holed', 'close', 'miss', 'done'] as const;
type Sound = (typeof SOUNDS)[number];

/** Of the device's settings: feet and mph, or metres and m/s. */
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

/** In the place of the sensor of a device that is played from a recording. */
export const RECORDED = 'recorded';

export interface Hello {
  readonly type: 'hello';
  readonly device: { readonly index: number; readonly id: string; readonly name: string; readonly role: string };
  readonly screen: { readonly width: number; readonly height: number };
  /** 'virtual', `RECORDED`, or the path of a real sensor. */
  readonly sensor: string;
  readonly faults: readonly string[];
  /** In metres a second and degrees, as the server takes a stroke. */
  readonly strike_fields: readonly StrikeField[];
  /** In which the page shows and takes distances and speeds (C139). */
  readonly units: Units;
  /** How much is kept of the timeline that can be asked for; null where there is none. */
  readonly timeline: KeptLimits | null;
  /** Whether its machines have charts. */
  readonly charts: boolean;
}

export interface Link {
  readonly type: 'link';
  readonly plugged: boolean;
  readonly fault: string;
  readonly link: string;
  readonly detail: string;
  readonly golfer: boolean;
}

/** What of a virtual board can be switched; null where somebody must go there. */
export interface Switches {
  readonly power: 'on' | 'off' | null;
  readonly network: 'joined' | 'left' | null;
  /** While the network is joined. */
  readonly cloud: 'reached' | 'cut' | null;
  readonly clock_wrong_by_s: number | null;
  /** How good the way is that requests take: delay and share of what is lost, each way. */
  readonly way: { readonly delay_ms: number; readonly loss: number } | null;
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
  /** HID usage of the keyboard page. */
  readonly usage: number;
  /** Bits of the HID modifiers. */
  readonly modifiers: number;
  /** What the key does in a golf simulator; null for one that does nothing there. */
  readonly name: string | null;
  readonly count: number;
  /** More of them may have gone before, which nobody has kept. */
  readonly at_least: boolean;
}

/** The extension in play, and how much of its limits it uses. */
export interface ExtensionUse {
  readonly name: string;
  /** Beyond its code. */
  readonly heap_bytes: number;
  readonly heap_bytes_max: number;
  /** Of the last callback, and of the one that has taken most so far. */
  readonly instructions: number;
  readonly instructions_most: number;
  readonly instructions_max: number;
  readonly paint_us_max: number;
  readonly mistakes: readonly PathMistake[];
  /** Why it has stopped; null while it runs. */
  readonly failure: ScriptProblem | null;
}

/** What is wrong with a script: the sentence, and where. */
export interface ScriptProblem {
  readonly message: string;
  readonly line: number | null;
  /** What the device had called: `start`, `putt`, …, or `timer`; null outside of callbacks. */
  readonly callback: string | null;
  /** By which calls it came there, the innermost first; `name` null for what the device has called. */
  readonly calls: readonly { readonly line: number; readonly name: string | null }[];
  /** The line with those around it. */
  readonly source: readonly { readonly line: number; readonly text: string; readonly marked: boolean }[];
}

/** The file that the extension is put in from. */
export interface ScriptFileState {
  readonly name: string;
  /** Why it does not load as it is on the disk: what runs is older. Null where it is what runs. */
  readonly problem: ScriptProblem | null;
  /** How often it has been put in. */
  readonly loads: number;
}

/** In path data: the sentence, the line of the script where it is known, and the path around its place. */
export interface PathMistake {
  readonly message: string;
  readonly line: number | null;
  readonly before: string;
  /** The character at which it is; '' at the end. */
  readonly at: string;
  readonly after: string;
}

/** How far a putt of whoever is to putt goes on this green, with the square of the club speed, and with which hand they play. */
export interface Roll {
  /** In `unit`, at 1 m/s. */
  readonly at_1_mps: number;
  readonly unit: 'ft' | 'm';
  readonly hand: 'right' | 'left';
  /** Of the club, as a good player would choose it; null where nobody knows. */
  readonly wanted_mps: number | null;
}

/** The devices' time: whether it stands still, and how many times as fast as the machine's it passes. */
export interface Time {
  readonly paused: boolean;
  readonly speed: number | 'max';
  /** On the devices' clock; null while it passes. */
  readonly paused_at_ms: number | null;
}

/** Which moment is shown in the place of the present. */
export interface Past {
  /** On the device's clock; null for the present. */
  readonly at_ms: number | null;
  /** Whether the device was on then. */
  readonly on: boolean;
  /** Which moment can't be shown, and why. */
  readonly problem: { readonly at_ms: number; readonly message: string } | null;
}

export type ServerMessage =
  | Hello
  | Link
  | (Switches & { readonly type: 'switches' })
  | { readonly type: 'lines'; readonly lines: readonly string[] }
  | { readonly type: 'state'; readonly states: Readonly<Record<string, unknown>> }
  | { readonly type: 'extension'; readonly use: ExtensionUse | null }
  /** Only where its pace can be changed. */
  | (Time & { readonly type: 'time' })
  /** Only where there is one. */
  | { readonly type: 'script'; readonly file: ScriptFileState }
  /** Null when no putt of this device is due. */
  | { readonly type: 'green'; readonly roll: Roll | null }
  | { readonly type: 'leds'; readonly colors: readonly (string | null)[] }
  /** `wav_base64`: a WAV file in the place of the sound that the page makes itself. */
  | {
      readonly type: 'sound';
      readonly sound: Sound;
      readonly volume_percent: number;
      readonly wav_base64?: string;
    }
  /** Where the page has asked for it: what is kept, of which one is the first, then what happens. */
  | { readonly type: 'timeline'; readonly first: boolean; readonly events: readonly TimelineEvent[] }
  /** `first`: in the place of those before. */
  | { readonly type: 'log'; readonly first: boolean; readonly lines: readonly LogLine[] }
  | (Past & { readonly type: 'past' })
  /** The newest runs, oldest first; never sent with a real keyboard. */
  | { readonly type: 'taps'; readonly taps: readonly TapRun[] }
  | { readonly type: 'brightness'; readonly percent: number };

export type PageMessage =
  | { readonly type: 'key'; readonly key: Key; readonly action: 'press' | 'release' }
  | { readonly type: 'touch'; readonly x: number; readonly y: number }
  /** Typed on the computer's keyboard, or pasted. */
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'watch'; readonly on: boolean }
  | { readonly type: 'timeline'; readonly on: boolean }
  /** Null for the present. */
  | { readonly type: 'past'; readonly at_ms: number | null };

const TYPES: readonly unknown[] = [
  'hello',
  'link',
  'switches',
  'lines',
  'state',
  'extension',
  'time',
  'script',
  'timeline',
  'green',
  'leds',
  'sound',
  'log',
  'past',
  'taps',
  'brightness',
];

/** The message of a text frame; null for one that this page does not know. */
export function parseMessage(text: string): ServerMessage | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || !('type' in value)) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page comes from the server that sends its messages
  return TYPES.includes(value.type) ? (value as ServerMessage) : null;
}
