// Repository checks: the import table, APIs banned from the firmware, file sizes, names, and forbidden paths.

import test from 'ava';
import * as v from 'valibot';
import {
  importsOf,
  readSource,
  sourcesBelow,
  targetOf,
  targetPathOf,
  topOf,
  projectFiles,
  browserPathOf,
  withoutComments,
  type Source,
} from './support/repository/sources.ts';
import { readJson } from './support/read-json.ts';

interface Rule {
  readonly may: readonly string[];
  /** Folders that may be imported for types only. */
  readonly types_of?: readonly string[];
}

/** The import table of docs/ARCHITECTURE.md. bin, rig, test and bench may import everything, simulation everything but bin. */
const TABLE: Readonly<Record<string, Rule>> = {
  wire: { may: ['wire', 'valibot', 'blakejs', '@noble/hashes', '@noble/ed25519', 'node:'] },
  hal: {
    may: [
      'wire',
      'hal',
      'node:',
      'serialport',
      '@napi-rs/canvas',
      '@lydell/node-pty',
      'undici',
      'tar',
      'koffi',
      'lean-qr',
    ],
  },
  sims: { may: ['wire', 'hal', 'sims', 'node:', 'fastify', 'ws', 'esbuild', 'preact', 'valibot', 'avr8js'] },
  'sensor-board': { may: ['wire', 'hal', 'sensor-board', 'node:'] },
  firmware: { may: ['wire', 'firmware', 'xstate', 'wasmoon'], types_of: ['hal'] },
  // test/cloud-stub/web/browser/browser-files.test.ts checks that the used parts of hal bundle for a browser.
  'cloud-stub/web/browser': {
    may: [
      'wire',
      'hal',
      'firmware',
      'cloud-stub/web/browser',
      'node:',
      'esbuild',
      'preact',
      '@simplewebauthn/browser',
      '@codemirror/autocomplete',
      '@codemirror/commands',
      '@codemirror/language',
      '@codemirror/legacy-modes',
      '@codemirror/lint',
      '@codemirror/search',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
    ],
  },
  'cloud-stub': {
    may: [
      'wire',
      'cloud-stub',
      'node:',
      '@fastify/proxy-addr',
      'jose',
      'valibot',
      'prom-client',
      'oidc-provider',
      'nodemailer',
      '@zxcvbn-ts/language-common',
      '@redis/client',
      'otpauth',
      'qr',
      'highlight.js',
      'diff',
      '@simplewebauthn/server',
    ],
    types_of: ['hal'],
  },
};

/** Returns the longest table folder that contains a path, or its top folder. */
const folderOf = (path: string): string =>
  Object.keys(TABLE)
    .toSorted((a, b) => b.length - a.length)
    .find((folder) => path.startsWith(`${folder}/`)) ?? topOf(path);

for (const [folder, { may, types_of = [] }] of Object.entries(TABLE)) {
  test(`[repository] ${folder} imports only folders that the table allows`, (t) => {
    const sources = sourcesBelow(folder).filter(({ path }) => folderOf(path) === folder);
    t.true(sources.length > 0);
    for (const source of sources) {
      for (const { from, type_only } of importsOf(source)) {
        const target = folderOf(targetPathOf(source, from));
        t.true(may.includes(target) || (type_only && types_of.includes(target)), `${source.path} imports ${from}`);
      }
    }
  });
}

test('[repository] the browser code of the author pages imports only the extension runtime of the firmware', (t) => {
  for (const source of sourcesBelow('cloud-stub/web/browser'))
    for (const { from } of importsOf(source))
      if (targetOf(source, from) === 'firmware') t.regex(from, /firmware\/extension-runtime\//, source.path);
});

test('[repository] keeps the command line out of the simulation', (t) => {
  const sources = sourcesBelow('simulation');
  t.true(sources.length > 0);
  for (const source of sources)
    for (const { from } of importsOf(source)) t.not(targetOf(source, from), 'bin', `${source.path} imports ${from}`);
});

test('[repository] allows only tests to import the rig', (t) => {
  const sources = sourcesBelow('bin', 'simulation', 'wire', 'hal', 'firmware', 'cloud-stub', 'sims', 'bench');
  t.true(sources.length > 0);
  for (const source of sources)
    for (const { from } of importsOf(source)) t.not(targetOf(source, from), 'rig', `${source.path} imports ${from}`);
});

test('[repository] recognizes every form of import', (t) => {
  const text = [
    "import a from 'one';",
    "import { b,\n c } from 'two';",
    "import type { D } from 'three';",
    "import 'four';",
    "export { e } from 'five';",
    "const f = await import('six');",
    "// import g from 'seven';",
  ].join('\n');
  const found = importsOf({ path: 'x/y.ts', text });
  t.deepEqual(
    found.map(({ from }) => from),
    ['one', 'two', 'three', 'four', 'five', 'six'],
  );
  t.deepEqual(
    found.filter(({ type_only }) => type_only).map(({ from }) => from),
    ['three'],
  );
  t.is(targetOf({ path: 'firmware/ui/page.ts', text: '' }, '../../hal/keys/keys.ts'), 'hal');
  t.is(targetOf({ path: 'hal/a.ts', text: '' }, '@napi-rs/canvas'), '@napi-rs/canvas');
});

test('[repository] confines Lua to the extension runtime', (t) => {
  for (const source of sourcesBelow('firmware'))
    for (const { from } of importsOf(source))
      if (from === 'wasmoon') t.is(source.path, 'firmware/extension-runtime/lua/wasm.ts');
});

test('[repository] keeps the pages out of the extension runtime', (t) => {
  for (const source of sourcesBelow('firmware/extension-runtime'))
    for (const { from } of importsOf(source)) t.notRegex(from, /\/ui\//, `${source.path} imports ${from}`);
});

test('[repository] confines cryptography to one file, and the cloud to clock, random and log of hal', (t) => {
  for (const source of sourcesBelow('wire'))
    for (const { from } of importsOf(source))
      if (targetOf(source, from) === 'node:') t.is(`${source.path} ${from}`, 'wire/crypto/crypto-node.ts node:crypto');
  for (const source of sourcesBelow('cloud-stub').filter(({ path }) => folderOf(path) === 'cloud-stub'))
    for (const { from } of importsOf(source))
      if (targetOf(source, from) === 'hal') t.regex(from, /hal\/(clock|random|log)\//, source.path);
});

const BANNED = [
  'Date',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'performance',
  'console',
  'process',
];

test('[repository] confines time, randomness and I/O in the firmware to its ports', (t) => {
  const banned = new RegExp(String.raw`(?<![.\w'])(${BANNED.join('|')})\b(?!['\w]|:)|Math\.random`);
  for (const { path, text } of sourcesBelow('firmware')) {
    const line = withoutComments(text)
      .split('\n')
      .find((code) => banned.test(code));
    t.is(line, undefined, `${path}: ${line}`);
  }
  t.true(banned.test('const now = Date.now();') && banned.test('setTimeout(f, 1)') && banned.test('Math.random()'));
  t.false(banned.test('clock.setTimeout(fire, 5)'));
});

test('[repository] never imports a test from a test', (t) => {
  for (const source of sourcesBelow('test'))
    for (const { from } of importsOf(source)) t.false(from.endsWith('.test.ts'), `${source.path} imports ${from}`);
});

test('[repository] starts every test title with a tag', (t) => {
  for (const { path, text } of sourcesBelow('test').filter((source) => source.path.endsWith('.test.ts'))) {
    const titles = [...text.matchAll(/(?<![.\w])test(?:\.serial)?\(\s*(['"`])(.*?)\1/gs)].map(
      (match) => match[2] ?? '',
    );
    for (const title of titles) t.regex(title, /^(\[|\$\{)/, `${path}: ${title}`);
  }
});

const CODE_LINES_MAX = 400;
const written = (): readonly Source[] =>
  sourcesBelow(
    'bin',
    'simulation',
    'wire',
    'hal',
    'firmware',
    'cloud-stub',
    'sims',
    'test',
    'bench',
    'rig',
    'card',
    'sensor-board',
  );

test('[repository] requires a head comment and a size limit of every source', (t) => {
  for (const { path, text } of written()) {
    t.regex(text, /^(\/\/ |\/\*\* )/, `${path} has no head comment`);
    t.true(text.split('\n').length <= CODE_LINES_MAX + 1, `${path} has more than ${CODE_LINES_MAX} lines`);
    t.regex(
      path.split('/').at(-1) ?? '',
      /^[a-z0-9]+(-[a-z0-9]+)*(\.(long\.test|test|machine|actors|setup))?\.tsx?$/,
      `${path} is not in kebab case`,
    );
  }
});

const FILES_MAX = 30;

test('[repository] limits a folder to 30 files', (t) => {
  const folders = Object.groupBy(
    projectFiles().filter((path) => path.includes('/') && !/^(fixtures|docs)\//.test(path)),
    (path) => path.slice(0, path.lastIndexOf('/')),
  );
  for (const [folder, files = []] of Object.entries(folders))
    t.true(files.length <= FILES_MAX, `${folder} holds ${files.length} files`);
});

const QUANTITY = /_(ms|s|ft|in|mm|mps|mph|deg|percent|bytes|max)$/;

/** Returns the names of declared functions and methods. */
const functionsIn = (text: string): readonly string[] =>
  [
    /\bfunction (\w+)[(<]/g,
    /\bconst (\w+) = (?:async )?(?:\w+|\([^()\n]*\)(?:: [^\n=]*)?) =>/g,
    /^ +(\w+)\??\([^\n]*\): [^\n]*;$/gm,
    /\breadonly (\w+)\??: \([^\n]*\) => /g,
  ].flatMap((pattern) => [...withoutComments(text).matchAll(pattern)].map((match) => match[1] ?? ''));

test('[repository] names functions in camelCase, except for quantities that end with a unit', (t) => {
  const a = 'a_b';
  t.deepEqual(
    functionsIn(`function ${a}() {}\nconst ${a} = (c) => c;\n  ${a}(d: number): void;\n  readonly ${a}: (e: 1) => f;`),
    [a, a, a, a],
  );
  for (const { path, text } of written())
    for (const name of functionsIn(text))
      t.true(!/[a-z0-9]_[a-z0-9]/.test(name) || QUANTITY.test(name), `${name} of ${path}`);
});

const namesIn = (path: string, pattern: RegExp): readonly string[] =>
  [...readSource(path).text.matchAll(pattern)].map((match) => match[1] ?? '');
const programs = (): readonly Source[] => written().filter(({ path }) => !path.startsWith('test/'));

test('[repository] uses every error code', (t) => {
  const elsewhere = programs()
    .filter(({ path }) => path !== 'wire/errors.ts')
    .map(({ text }) => text)
    .join('\n');
  const codes = namesIn('wire/errors.ts', /\| '(\w+)'/g);
  t.true(codes.length > 10);
  for (const code of codes)
    t.true(elsewhere.includes(`'${code}'`) || elsewhere.includes(`${code}:`), `the error code ${code} is unused`);
});

/** A number that only one of these folders uses belongs in that folder. `bin` and `bench` use everything, so they do not count. */
const OWN_NUMBERS = ['hal', 'cloud-stub', 'sims', 'firmware'];

for (const path of ['wire/limits.ts', 'wire/choices.ts'])
  test(`[repository] uses and shares every number of ${path}`, (t) => {
    const names = namesIn(path, /^export const (\w+)/gm);
    t.true(names.length > 10);
    for (const name of names) {
      const word = new RegExp(String.raw`\b${name}\b`);
      const users = programs().filter((source) => source.path !== path && word.test(source.text));
      t.true(users.length > 0, `${name} is unused`);
      const folders = new Set(users.map((source) => source.path.split('/')[0] ?? ''));
      const alone = OWN_NUMBERS.find((folder) => folders.has(folder));
      const others = [...folders].filter((folder) => !['bin', 'bench', alone].includes(folder));
      t.false(alone !== undefined && others.length === 0, `only ${alone} uses ${name}`);
    }
  });

test('[repository] explains every dependency in docs/decisions', (t) => {
  const versions = v.record(v.string(), v.string());
  const manifest = v.object({ dependencies: versions, devDependencies: versions });
  const { dependencies, devDependencies } = readJson(manifest, readSource('package.json').text);
  const reasons = readSource('docs/decisions/002-dependencies.md').text;
  for (const name of Object.keys({ ...dependencies, ...devDependencies }))
    t.true(reasons.includes(`\`${name}\``), `the reason for ${name} is documented`);
});

test('[repository] mentions no paths of the development machine', (t) => {
  const foreign = /(^|[^\w])(\/(root|home|work|farm)\/|\.\.\/shared\/)/;
  const self = 'test/tidy.test.ts';
  for (const path of projectFiles().filter(
    (name) => /\.(tsx?|md|json|css|html|txt|sh)$|^\.ci\/|^tapin$/.test(name) && name !== self,
  )) {
    const line = readSource(path)
      .text.split('\n')
      .find((text) => foreign.test(text));
    t.is(line, undefined, `${path}: ${line}`);
  }
});

test('[repository] imports every export from another file', (t) => {
  const sources = written();
  const imported = new Set(sources.flatMap((source) => namesImported(source)));
  for (const { path, text } of sources.filter((source) => !source.path.startsWith('test/run/')))
    for (const [, name = ''] of text.matchAll(/^export (?:async )?(?:const|function\*?|interface|type) (\w+)/gm))
      t.true(imported.has(`${path} ${name}`) || imported.has(`${path} *`), `${name} of ${path}`);
});

/** Returns `path name` for each name that a file imports; `path *` for an import of the whole module. */
function namesImported(source: Source): readonly string[] {
  const code = withoutComments(source.text);
  const named = [...code.matchAll(/\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([.#][^']+)'/g)].flatMap(
    ([, names = '', from = '']) =>
      [targetPathOf(source, from), browserPathOf(from)].flatMap((path) =>
        names.split(',').map((name) => `${path} ${name.replace(/ as .*|\btype /gs, '').trim()}`),
      ),
  );
  const whole = [
    ...code.matchAll(/\* as \w+\s+from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|new URL\('([^']+\.ts)'/g),
  ].map(([, all, dynamic, url = '']) => `${targetPathOf(source, all ?? dynamic ?? `./${url}`)} *`);
  return [...named, ...whole];
}

test('[repository] lists the package of every platform in the lock file', (t) => {
  const locked = v.object({
    version: v.optional(v.string()),
    optionalDependencies: v.optional(v.record(v.string(), v.string())),
  });
  const lock = v.object({ packages: v.record(v.string(), locked) });
  const { packages } = readJson(lock, readSource('package-lock.json').text);
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages))
    for (const name of Object.keys(optionalDependencies)) {
      const locations = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      t.true(
        locations.some((place) => packages[place]?.version !== undefined),
        `${name}, which ${path} names`,
      );
    }
});
