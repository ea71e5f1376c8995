// GitHub output of a run: annotations at scenario lines and a job summary in Markdown. Texts from screens and scenarios
// may contain anything, so both are escaped.

import { oneLine, visibleLines } from '../../../wire/visible.ts';
import { countsOf, quarantineText, summaryOf, type PlayedScenario } from './report.ts';
import { placeText } from '../scenario.ts';

const isBad = ({ status }: PlayedScenario): boolean => ['failed', 'error', 'flaky'].includes(status);

/** Returns workflow commands, one per failure or error. `pathOf`: returns the path of a file in the repository. */
export const annotationsOf = (all: readonly PlayedScenario[], pathOf: (file: string) => string): readonly string[] =>
  all.filter(isBad).map(({ file, name, message, at, quarantine, status }) => {
    const place = at
      ? { file: pathOf(at.file), line: at.line, col: at.column }
      : { file: pathOf(file), line: 1, col: 1 };
    const properties = Object.entries({ ...place, title: name }).map(
      ([key, value]) => `${key}=${property(String(value))}`,
    );
    const text = quarantine ? `${message} (${quarantineText(quarantine)})` : message;
    return `::${quarantine || status === 'flaky' ? 'warning' : 'error'} ${properties.join(',')}::${data(text)}`;
  });

/** Escapes data as the runner expects (actions/toolkit, command.ts). */
const data = (text: string): string => visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Maximum number of cases shown: readers would skip more, and a job summary has a size limit. */
const SHOWN_MAX = 20;

/** Returns the summary in Markdown: the counts, and for each failure or error the place, the reason and the screen. */
export function jobSummaryOf(all: readonly PlayedScenario[], wall_ms: number): string {
  const bad = all.filter(isBad);
  const failing = bad.filter(({ quarantine }) => !quarantine);
  const held = bad.filter(({ quarantine }) => quarantine);
  const more = failing.length - SHOWN_MAX;
  return [
    `### Scenarios: ${summaryOf(countsOf(all), wall_ms)}`,
    ...failing.slice(0, SHOWN_MAX).map(failureText),
    ...(more > 0 ? [`And ${more} more.`] : []),
    ...(held.length > 0 ? [['Failing in quarantine:', '', ...held.map(heldText)].join('\n')] : []),
  ]
    .map((section) => `${section}\n`)
    .join('\n');
}

const HEADS: Partial<Readonly<Record<PlayedScenario['status'], string>>> = { error: 'Broken', flaky: 'Flaky' };

function failureText({ file, name, status, message, at, seed, device, lines }: PlayedScenario): string {
  const head = `#### ${HEADS[status] ?? 'Failed'}: ${plain(name)}`;
  const place = code(at ? placeText(at) : file);
  const screen = lines.length > 0 ? [`The screen of ${plain(device)}:`, '', fenced(lines)] : [];
  return [head, '', `${place} (seed ${seed}): ${plain(message)}`, '', ...screen].join('\n').trimEnd();
}

const heldText = ({ file, message, quarantine }: PlayedScenario): string =>
  `- ${code(file)}: ${plain(message)}${quarantine ? ` (${plain(quarantineText(quarantine))})` : ''}`;

/** Escapes text for Markdown. */
const plain = (text: string): string =>
  onOneLine(text)
    .replaceAll(/[\\`*_{}[\]()#+\-.!|~<>@:]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;');

/** Puts text on one line: line feeds become blanks, other invisible characters their code points. */
const onOneLine = (text: string): string => oneLine(text.replaceAll(/[\t\n\r]+/g, ' '));

/** Returns a fence one mark longer than any run of marks in the text. */
const marks = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

function code(text: string): string {
  const line = onOneLine(text);
  return `${marks(line, 1)} ${line} ${marks(line, 1)}`;
}

function fenced(lines: readonly string[]): string {
  const text = lines.map(onOneLine).join('\n');
  return `${marks(text, 3)}text\n${text}\n${marks(text, 3)}`;
}
