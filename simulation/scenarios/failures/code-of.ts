// Guesses which source files a failure leads to: the machines that moved, the page, the experience, and the files that
// contain the expected words.

import { globSync, readFileSync } from 'node:fs';
import type { StoryEvent } from '../../timeline/story.ts';
import type { Failure } from './failure.ts';

const ROOT = new URL('../../../', import.meta.url);
/** Files that contain a word are listed only if they are few: then the word tells. */
const WITH_WORD_MAX = 3;

interface SourceFile {
  readonly file: string;
  readonly text: string;
}

let sources: readonly SourceFile[] | null = null;

const firmware = (): readonly SourceFile[] =>
  (sources ??= globSync('firmware/**/*.ts', { cwd: ROOT })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(new URL(file, ROOT), 'utf8') })));

/** Returns the files, each with the reason in parentheses. `events`: up to the failure. */
export function codeOf({ device, condition, lines }: Failure, events: readonly StoryEvent[]): readonly string[] {
  const own = events.filter((event) => event.device === device).slice(-EVENTS_MAX);
  const moved = own.flatMap(({ lane, what, name }) => (what === 'show' && lane.startsWith('machine ') ? [{ machine: lane.slice(8), state: name ?? '' }] : [])); // oxfmt-ignore
  const machines = new Set(moved.map(({ machine }) => machine));
  const pages = new Set(moved.flatMap(({ machine, state }) => (machine === 'navigation' ? [state] : [])));
  const words = [...(condition?.text ?? []), ...(condition?.line ?? []), ...Object.keys(condition?.figures ?? {})];
  return [
    ...[...pages].flatMap((page) => filesWith(`name: '${page}'`, /pages\/.*-page\.ts$/).map((file) => `${file} (page ${page})`)), // oxfmt-ignore
    ...[...machines].flatMap((id) => filesWith(`createMachine({\n  id: '${id}'`, /\.machine\.ts$/).map((file) => `${file} (machine ${id})`)), // oxfmt-ignore
    ...lines.slice(0, 1).flatMap((title) => experienceFiles(title)),
    ...words.flatMap((word) => filesWithWord(wordOf(word))),
  ];
}

/** Number of the newest events in which a machine or a page must have moved. */
const EVENTS_MAX = 40;

const filesWith = (text: string, path: RegExp): readonly string[] =>
  firmware().flatMap((source) => (path.test(source.file) && source.text.includes(text) ? [source.file] : []));

/** Returns the files of the experience that a page's first line names: `Lag putting · Putt 1 of 10`. */
const experienceFiles = (title: string): readonly string[] => {
  const [name = ''] = title.split(' · ');
  return name === '' ? [] : filesWith(`'${name}'`, /experiences\/.*\.ts$/).map((file) => `${file} (${name})`);
};

/** Returns the fixed part of an expected text: `Verdict` of `Verdict: Holed`. */
const wordOf = (text: string): string => text.split(/[:0-9]/, 1)[0]?.trim() ?? '';

function filesWithWord(word: string): readonly string[] {
  if (word.length < 3) return [];
  const files = [...filesWith(`'${word}`, /\.ts$/), ...filesWith(`\`${word}`, /\.ts$/)];
  return files.length > WITH_WORD_MAX ? [] : [...new Set(files)].map((file) => `${file} (writes ${JSON.stringify(word)})`); // oxfmt-ignore
}
