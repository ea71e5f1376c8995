// Describes in readable lines where a replay diverges from its recording.

import type { Divergence } from './player.ts';
import type { RecordedLine } from './recorder-proxy.ts';

const CHARS_MAX = 300;

/** Formats the time from the start of the recording as `12:03.512`, with hours if there are any. */
export function timeText(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = String(Math.floor(ms / 60_000) % 60).padStart(2, '0');
  const seconds = ((ms % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return `${hours > 0 ? `${hours}:` : ''}${minutes}:${seconds}`;
}

/** Describes a divergence. `since_ms`: start of the recording. */
export function divergenceLines({ turn, recorded, played }: Divergence, since_ms: number): readonly string[] {
  const head = `At ${timeText(turn.at_ms - since_ms)} ${turn.device} received ${lineText(turn.entered)}.`;
  if (recorded?.[0] === 'screen' && played?.[0] === 'screen')
    return [head, 'The screen differs (- recorded, + now):', ...screenLines(recorded, played)];
  return [
    head,
    `- recorded: ${recorded ? lineText(recorded) : 'nothing'}`,
    `+ now:      ${played ? lineText(played) : 'nothing'}`,
  ];
}

function lineText([name, ...values]: RecordedLine): string {
  const text = [name, ...values.map((value) => JSON.stringify(value))].join(' ');
  return text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text;
}

function screenLines(recorded: RecordedLine, played: RecordedLine): readonly string[] {
  const [before, now] = [textsOf(recorded), textsOf(played)];
  const gone = before.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
  const come = now.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  return gone.length + come.length > 0 ? [...gone, ...come] : ['  same text, different drawing'];
}

const textsOf = ([, , lines]: RecordedLine): readonly string[] => (Array.isArray(lines) ? lines.map(String) : []);
