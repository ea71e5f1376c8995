// Plain English: phrases that this project does not use, in sources and docs (CONTRIBUTING.md).

import test from 'ava';
import { projectFiles, readSource } from './support/repository/sources.ts';

const PHRASES: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['somebody, nobody, everybody, whoever', /\b(somebody|nobody|everybody|whoever)\b/gi],
  [
    'a comment that starts with What, Of, Whose or Who',
    /(?:\/\/|\/\*\*|^ *\*) (?:What|Of (?:the|an?|one|each)|Whose|Who)\b/gm,
  ],
  ['where it is left out', /where it is left out/gi],
  ['is told, said, asked, heard', /\b(?:is|are) (?:told|said|asked|heard)\b/gi],
];
/** Files whose words are not ours: data, quotations and the specs of the service. */
const EXCEPTIONS = /^(docs\/(requirements|sensor-protocol)\.md|test\/words\.test\.ts)$/;

for (const [what, pattern] of PHRASES)
  test(`[repository] contains no disallowed phrases: ${what}`, (t) => {
    const found = projectFiles('')
      .filter((path) => /\.(ts|tsx|md)$/.test(path) && !EXCEPTIONS.test(path))
      .flatMap((path) =>
        readSource(path)
          .text.split('\n')
          .flatMap((line, at) => (line.match(pattern) ? [`${path}:${at + 1} ${line.trim().slice(0, 120)}`] : [])),
      );
    t.deepEqual(found, []);
  });
