// Describes the first batch in which a firmware answers the inputs of a recording differently: what it did no longer do,
// and what it did instead.

import { isFields } from '../../../wire/json-fields.ts';
import { eventText, linesOf } from '../../../sims/panel/page/timeline/event-words.ts';
import type { Divergence } from '../../recordings/player.ts';
import type { RecordedBatch, RecordedLine } from '../../recordings/recorder-proxy.ts';
import { lineOf, startOf, type Recording } from '../../recordings/recording.ts';
import { createReplay } from '../../recordings/replay.ts';
import { bytesIn, textIn } from '../../timeline/recorded-values.ts';
import { storyOf, type StoryEvent } from '../../timeline/story.ts';
import { secondsText } from './meanwhile.ts';

/** Limits of what is listed. */
const LINES_MAX = 10;
const FIELDS_MAX = 6;
const CHARS_MAX = 160;
/** Divergences that show nothing, such as an LED that is switched off twice, before the search ends. */
const UNSEEN_MAX = 100;

/**
 * Plays a recording on this firmware. Returns a head line, and a line for each output that is missing (-), new (+) or
 * has other data (~); one sentence if nothing differs.
 */
export async function firstDifference(recording: Recording): Promise<readonly string[]> {
  const replay = createReplay(recording);
  for (let unseen = 0; unseen < UNSEEN_MAX; unseen++) {
    const played = await replay.playTo(Infinity, true);
    if (!played.ok) return [];
    if (!played.value) return ['None: the device answers the inputs of the last good run as it did then.'];
    const lines = differing(recording, played.value, replay.played() - 1);
    if (lines.length > 0) return lines;
    replay.forget();
  }
  return [];
}

/** Describes a divergence; empty if it shows nothing. `batch`: its index. */
function differing(recording: Recording, { turn, outputs }: Divergence, batch: number): readonly string[] {
  const before = recording.turns.slice(0, batch);
  // Two pictures are compared line by line; a picture that only one side has is described by what is new on it.
  const by_line = [turn.lines, outputs].every((each) => each.some(([name]) => name === 'screen'));
  const was = textsOfBatch(before, turn, by_line);
  const is = textsOfBatch(before, { ...turn, lines: outputs }, by_line);
  const lines = [
    ...changedRecords(turn.lines, outputs),
    ...without(was.outputs, is.outputs).map((text) => `- ${text}`),
    ...without(is.outputs, was.outputs).map((text) => `+ ${text}`),
  ];
  if (lines.length === 0) return [];
  const at = secondsText(turn.at_ms - startOf(recording));
  const head = `At ${at} of the good run ${turn.device} got: ${cut(was.input || turn.entered[0]).replace(/\.$/, '')}. Its answer then (-) and now (+):`; // oxfmt-ignore
  return [head, ...lines.slice(0, LINES_MAX).map(cut)];
}

const cut = (text: string): string => (text.length > CHARS_MAX ? `${text.slice(0, CHARS_MAX)}…` : text);

interface BatchTexts {
  readonly input: string;
  readonly outputs: readonly string[];
}

/** Describes the events of a batch that follows others. */
function textsOfBatch(before: readonly string[], turn: RecordedBatch, by_line: boolean): BatchTexts {
  const events = storyOf({ turns: [...before, lineOf(turn)] });
  const own = events.flatMap((event, at) => (event.batch === before.length ? [{ event, at }] : []));
  const input = own.find(({ event: { lane, what } }) => what === 'moment' && !lane.startsWith('LED '));
  const waited = turn.lines.flatMap(([name, ms]) =>
    name === 'waited' ? [`this timer was set to ${String(ms)} ms`] : [],
  );
  return {
    input: input ? inputText(events, input.at) : '',
    outputs: [...waited, ...own.flatMap(({ at }) => (at === input?.at ? [] : outputTexts(events, at, by_line)))],
  };
}

function inputText(events: readonly StoryEvent[], at: number): string {
  const event = events[at];
  if (event?.lane === 'storage') return `storage ${event.name}`;
  return event?.lane === 'alarms' ? 'the end of a timer' : eventText(events, at);
}

/** Describes an output, a write by its record. */
function outputTexts(events: readonly StoryEvent[], at: number, by_line: boolean): readonly string[] {
  const event = events[at];
  if (event?.lane === 'storage') return event.what === 'begin' ? [`storage ${event.name}`] : [];
  const lines = by_line && event?.lane === 'screen' ? linesOf(event) : [];
  if (lines.length > 0) return lines.map((line) => `screen ${JSON.stringify(line)}`);
  const text = eventText(events, at);
  return text === '' ? [] : [text];
}

/** Returns what the first list has more often than the second. */
function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return all.filter((text) => {
    const at = left.indexOf(text);
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

/** Describes records that both wrote, with other data: `~ record round: turn 0, now 1`. */
function changedRecords(was: readonly RecordedLine[], is: readonly RecordedLine[]): readonly string[] {
  return was.flatMap(([name, record, data]) => {
    const other = is.find(([also, same]) => also === name && same === record);
    if (name !== 'flash.write' || !other) return [];
    const fields = differences(jsonIn(data), jsonIn(other[2]), '');
    return fields.length === 0 ? [] : [`~ record ${textIn(record)}: ${fields.slice(0, FIELDS_MAX).join('; ')}`];
  });
}

function jsonIn(data: unknown): unknown {
  try {
    return JSON.parse(Buffer.from(bytesIn(data)).toString());
  } catch {
    return null;
  }
}

/** Returns the fields that differ, with their values then and now. */
function differences(was: unknown, is: unknown, path: string): readonly string[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  if (isTree(was) && isTree(is)) {
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return keys.flatMap((key) => differences(Reflect.get(was, key), Reflect.get(is, key), path === '' ? key : `${path}.${key}`)); // oxfmt-ignore
  }
  return [`${path} ${valueText(was)}, now ${valueText(is)}`];
}

const valueText = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(6))) : (JSON.stringify(value) ?? 'missing');

const isTree = (value: unknown): value is object => isFields(value) || Array.isArray(value);
