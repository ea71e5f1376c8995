// Every rule, choice and section that code, tests and documents cite is defined, and each is defined once.

import test from 'ava';
import { citationsOf, definedIn, headingsOf, isSection, sectionsOf } from './support/repository/citations.ts';
import { projectFiles, readSource } from './support/repository/sources.ts';

const requirements = readSource('docs/requirements.md');
const choices = readSource('docs/choices.md');
const sections = new Map([...sectionsOf(requirements), ...headingsOf(readSource('docs/sensor-protocol.md'))]);
const defined = new Set([...definedIn(requirements), ...definedIn(choices)]);

/** Excluded: it cites undefined IDs on purpose. */
const SELF = 'test/citations.test.ts';
const resolves = (what: string): boolean => defined.has(what) || isSection(sections, what);
const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '.');
const readable = projectFiles().filter((path) => /\.(tsx?|md)$/.test(path) && path !== SELF);

for (const folder of new Set(readable.map(folderOf)))
  test(`[repository] everything that ${folder} cites is defined in docs/requirements.md, docs/choices.md or docs/sensor-protocol.md`, (t) => {
    const paths = readable.filter((path) => folderOf(path) === folder);
    const broken = paths.flatMap((path) =>
      citationsOf(readSource(path))
        .filter(({ what }) => !resolves(what))
        .map(({ line, what }) => `${path}:${line} cites ${what}`),
    );
    t.deepEqual(broken, []);
  });

test('[repository] every rule and every choice is defined once', (t) => {
  t.deepEqual(
    definedIn(requirements),
    Array.from({ length: 154 }, (_, index) => `R${index + 1}`),
  );
  const ids = definedIn(choices);
  t.true(ids.length > 80 && ids.every((id) => id.startsWith('C')));
  t.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});

test('[repository] every rule is a sentence with a mark, and names its source unless self-derived', (t) => {
  const marks = String.raw`(?:stated|derived|chosen)(?: \(C\d+\)|, (?:derived|eventual|chosen)(?: \(C\d+(?:, C\d+)*\))?)*`;
  const row = new RegExp(
    String.raw`^\| R\d+ \| [A-Z*${'`'}].*\. \| ((?:relay|store) §[\d.]+(?:, §[\d.]+)*)? ?\| ${marks} \|$`,
  );
  const rows = requirements.text.split('\n').filter((line) => /^\| R\d+ \|/.test(line));
  t.is(rows.length, 154);
  for (const line of rows) t.regex(line, row);
  t.deepEqual(
    rows.filter((line) => !line.includes('§')).map((line) => line.split(' ')[1]),
    ['R57', 'R99', 'R122', 'R151', 'R152', 'R153'],
  );
});

const cited = (path: string, ...lines: readonly string[]): readonly string[] =>
  citationsOf({ path, text: lines.join('\n') }).map(({ line, what }) => `${line} ${what}`);

test('[repository] finds IDs in comments, in prose, and in strings that name them', (t) => {
  t.deepEqual(cited('a.ts', '// A head (R31; C2–C4).', 'f(); // R1', '/** R7,', ' * R8. */'), [
    '1 R31',
    '1 C2',
    '1 C3',
    '1 C4',
    '2 R1',
    '3 R7',
    '4 R8',
  ]);
  t.deepEqual(cited('a.ts', "test('[R144 R145] asks', f);", 'test(`[R9] [C18] ${x}`, f);'), [
    '1 R144',
    '1 R145',
    '2 R9',
    '2 C18',
  ]);
  t.deepEqual(cited('a.ts', "hold('C13', x);", "['R82 1 <= n', y], ['C4 ord holds every seat', z]"), [
    '1 C13',
    '2 R82',
    '2 C4',
  ]);
  t.deepEqual(cited('a.md', 'R5 and R6.', '| C7 | x |'), ['1 R5', '1 R6', '2 C7']);
  t.deepEqual(cited('a.md', 'R9–R7, R3–C5'), ['1 R9–R7', '1 R3–C5']);
});

test('[repository] finds no citations in path data, code and other words', (t) => {
  t.deepEqual(cited('a.ts', "const path = 'M4 20 C9 19 15 14';", "x('C1 1 2 2 60. 1', 'C9 l 5 5', `C9 ${n}`);"), []);
  t.deepEqual(cited('a.ts', '// `C9 19` is path data, #C99 a colour, TP-C12 a device.', "y('%C3%B6', R31);"), []);
  t.deepEqual(cited('a.md', 'A span `R999`.', '```', 'R998', '```'), []);
});

test('[repository] finds a section with its document, and several sections of one document', (t) => {
  t.deepEqual(cited('a.ts', '// (relay §4.1,', '// §4.2 and §6; C1), store §3–4'), [
    '2 C1',
    '1 relay §4.1',
    '2 relay §4.2',
    '2 relay §6',
    '2 store §3',
    '2 store §4',
  ]);
  t.deepEqual(cited('a.ts', "test('[relay §4.2] x', f);", '// RFC 9110 §14.2'), ['1 relay §4.2']);
  t.deepEqual(cited('a.md', 'The table of §3.1; notes/putting.md §1.6'), ['1 of §3.1', '1 notes/putting.md §1.6']);
});

test('[repository] does not resolve undefined IDs', (t) => {
  for (const what of ['R31', 'C107', 'relay §2.1', 'relay §4.2.8', 'store §5.4', 'sensor §3'])
    t.true(resolves(what), what);
  for (const what of [
    'R999',
    'C45',
    'relay §4.2.9',
    'relay §4.2.0',
    'store §10',
    'sensor §9',
    'of §3.1',
    ' §3.1',
    'R9–R7',
  ])
    t.false(resolves(what), what);
});
