// The report in the form that JUnit made common and every CI reads. Attachments are named as GitLab and Jenkins find them.

import { placeText } from './scenario.ts';
import { countsOf, quarantineText, type Played } from './report.ts';

/** `version`: of the program. */
export function junitOf(all: readonly Played[], version: string): string {
  const { failed, error } = countsOf(all);
  const skipped = all.filter(isSkipped).length;
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

/** What fails in quarantine too: so readers neither turn red by it nor count it as passed. */
const isSkipped = ({ status, quarantine }: Played): boolean =>
  status === 'skipped' || (quarantine !== undefined && status !== 'passed');

function caseOf(played: Played): readonly string[] {
  const { file, name, wall_ms, seed, backend, played_ms, artefacts, screenshots, quarantine } = played;
  const attached = [...screenshots, ...artefacts];
  return [
    open('testcase', { classname: file.replace(/\.ya?ml$/, ''), name, file, time: secondsOf(wall_ms) }),
    '  <properties>',
    ...Object.entries({
      seed,
      backend,
      played_s: secondsOf(played_ms),
      ...(quarantine ? { quarantine: quarantineText(quarantine) } : {}),
    }).map(([key, value]) => `    ${empty('property', { name: key, value })}`),
    ...attached.map((path) => `    ${empty('property', { name: 'attachment', value: path })}`),
    '  </properties>',
    ...verdictOf(played),
    ...(attached.length > 0
      ? [`  <system-out>${attached.map((path) => `[[ATTACHMENT|${escaped(path)}]]`).join('\n')}</system-out>`]
      : []),
    '</testcase>',
  ];
}

function verdictOf(played: Played): readonly string[] {
  const { status, message, at, device, lines, quarantine } = played;
  if (status === 'passed') return [];
  const held = quarantine ? `${quarantineText(quarantine)}; ` : '';
  const place = at ? `${placeText(at)}: ` : '';
  if (isSkipped(played))
    return [`  ${empty('skipped', { message: held === '' ? message : `${held}${place}${message}` })}`];
  const tag = status === 'failed' ? 'failure' : 'error';
  const text = [`${place}${message}`, `the screen of ${device}:`, ...lines].join('\n');
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
