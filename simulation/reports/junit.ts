// Writes test reports in the JUnit format that CI systems read.

import { visibleLines } from '../../wire/visible.ts';

export interface JunitCase {
  readonly classname: string;
  readonly name: string;
  readonly file?: string;
  readonly ms: number;
  readonly properties: readonly (readonly [name: string, value: string | number])[];
  /** null for a passed case. `text`: '' for a skipped one. */
  readonly verdict: {
    readonly tag: 'failure' | 'error' | 'skipped' | 'flakyFailure';
    readonly type: string;
    readonly message: string;
    readonly text: string;
  } | null;
  readonly output: readonly string[];
}

/** Formats the report. `version`: version of the program. */
export function junitText(version: string, cases: readonly JunitCase[]): string {
  const of = (tag: string): number => cases.filter(({ verdict }) => verdict?.tag === tag).length;
  const time = secondsOf(cases.reduce((sum, { ms }) => sum + ms, 0));
  const totals = { tests: cases.length, failures: of('failure'), errors: of('error'), skipped: of('skipped'), time };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    open('testsuites', totals),
    `  ${open('testsuite', { name: 'tapin', ...totals })}`,
    '    <properties>',
    `      ${empty('property', { name: 'tapin', value: version })}`,
    '    </properties>',
    ...cases.flatMap(caseLines).map((line) => `    ${line}`),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseLines({ classname, name, file, ms, properties, verdict, output }: JunitCase): readonly string[] {
  return [
    open('testcase', { classname, name, ...(file === undefined ? {} : { file }), time: secondsOf(ms) }),
    '  <properties>',
    ...properties.map(([key, value]) => `    ${empty('property', { name: key, value })}`),
    '  </properties>',
    ...(verdict ? [verdictLine(verdict)] : []),
    ...(output.length > 0 ? [`  <system-out>${output.map(escaped).join('\n')}</system-out>`] : []),
    '</testcase>',
  ];
}

const verdictLine = ({ tag, type, message, text }: NonNullable<JunitCase['verdict']>): string =>
  tag === 'skipped' ? `  ${empty(tag, { message })}` : `  ${open(tag, { message, type })}${escaped(text)}</${tag}>`;

type Attributes = Readonly<Record<string, string | number>>;
const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`)
    .join('');
const open = (tag: string, attributes: Attributes): string => `<${tag}${attributesOf(attributes)}>`;
const empty = (tag: string, attributes: Attributes): string => `<${tag}${attributesOf(attributes)}/>`;
export const secondsOf = (ms: number): string => (ms / 1000).toFixed(3);

/** Escapes text; XML 1.0 allows neither control characters other than line feed nor lone surrogates. */
const escaped = (text: string): string =>
  visibleLines(text.toWellFormed())
    .replaceAll(/[\ufffe\uffff]/g, '\u{fffd}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
