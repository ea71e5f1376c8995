// The report in the form that JUnit made common and every CI reads. Attachments are named as GitLab and Jenkins find them.

import { placeText } from './scenario.ts';
import { countsOf, nameOf, type Played } from './report.ts';

/** `version`: of the program. */
export function junitOf(all: readonly Played[], version: string): string {
  const { failed, error, skipped } = countsOf(all);
  const time = secondsOf(all.reduce((sum, { wall_ms }) => sum + wall_ms, 0));
  const totals = { tests: all.length, failures: failed, errors: error, skipped, time };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    open('testsuites', totals),
    `  ${open('testsuite', { name: 'tapin', ...totals })}`,
    '    <properties>',
    `      ${empty('property', { name: 'tapin', value: version })}`,
    '    </properties>',
    ...all.flatMap(caseOf).map((line) => `    ${line}`),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function caseOf(played: Played): readonly string[] {
  const { file, wall_ms, seed, backend, played_ms, artefacts, screenshots, rig, retried } = played;
  const name = nameOf(played);
  const attached = [...screenshots, ...artefacts];
  return [
    open('testcase', { classname: file.replace(/\.ya?ml$/, ''), name, file, time: secondsOf(wall_ms) }),
    '  <properties>',
    ...Object.entries({ seed, backend, rig, retried, played_s: secondsOf(played_ms) }).flatMap(([key, value]) =>
      value === undefined ? [] : [`    ${empty('property', { name: key, value })}`],
    ),
    ...attached.map((path) => `    ${empty('property', { name: 'attachment', value: path })}`),
    '  </properties>',
    ...verdictOf(played),
    ...(attached.length > 0
      ? [`  <system-out>${attached.map((path) => `[[ATTACHMENT|${escaped(path)}]]`).join('\n')}</system-out>`]
      : []),
    '</testcase>',
  ];
}

function verdictOf({ status, message, at, device, lines }: Played): readonly string[] {
  if (status === 'passed') return [];
  if (status === 'skipped') return [`  ${empty('skipped', { message })}`];
  const tag = status === 'failed' ? 'failure' : 'error';
  const text = [`${at ? `${placeText(at)}: ` : ''}${message}`, `the screen of ${device}:`, ...lines].join('\n');
  return [`  ${open(tag, { message, type: status })}${escaped(text)}</${tag}>`];
}

type Attributes = Readonly<Record<string, string | number>>;
const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`)
    .join('');
const open = (tag: string, attributes: Attributes): string => `<${tag}${attributesOf(attributes)}>`;
const empty = (tag: string, attributes: Attributes): string => `<${tag}${attributesOf(attributes)}/>`;
const secondsOf = (ms: number): string => (ms / 1000).toFixed(3);

/** XML 1.0 has no control characters but tab and line feed, and no halves of characters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '\u{fffd}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
