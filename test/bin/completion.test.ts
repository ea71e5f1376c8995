// `tapin completion`: candidates in bash, zsh and fish at each position of a call, as the shells compute them.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { callTapin } from '../support/process/call-tapin.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** A line whose last word is completed, candidates that must be offered, and candidates that must not. */
const OFFERED: readonly (readonly [typed: string, offered: readonly string[], not?: readonly string[]])[] = [
  ['tapin si', ['simulate', 'simulator'], ['run', 'sensor']],
  ['tapin cloud ', ['serve', 'enrol', 'token', 'firmware', 'audio'], ['run', 'pack']],
  ['tapin cloud audio ', ['add'], ['serve']],
  ['tapin simulate --', ['--seed', '--jobs', '--junit'], ['--filter']],
  ['tapin test --qu', ['--quarantine', '--quarantine-verify']],
  ['tapin run --data cloud --gu', ['--guests']],
  ['tapin run --log-format ', ['text', 'json'], ['--seed', 'list.yaml']],
  ['tapin test --on v', ['virtual'], ['process']],
  ['tapin simulator gspconnect --reconnect ', ['broken', 'works']],
  ['tapin completion ', ['bash', 'zsh', 'fish']],
  ['tapin extension new ', ['drill', 'game']],
  ['tapin help si', ['simulate', 'simulator']],
];
/** File names complete from the folder, and only where an argument is a file. */
const FILES: typeof OFFERED = [
  ['tapin test l', ['list.yaml']],
  ['tapin test --junit l', ['list.yaml']],
  ['tapin run --data f', ['folder']],
  ['tapin test --filter l', [], ['list.yaml']],
  ['tapin run l', [], ['list.yaml']],
];

async function scriptOf(
  t: ExecutionContext,
  shell: Shell,
): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = await temporaryFolder(t);
  writeFileSync(join(folder, 'list.yaml'), '');
  mkdirSync(join(folder, 'folder'));
  const { code, stdout, stderr } = await callTapin(['completion', shell]);
  t.deepEqual([code, stderr], [0, '']);
  writeFileSync(join(folder, '.completion'), stdout);
  return { folder, file: join(folder, '.completion') };
}

/** Runs a shell script and returns the words that it prints for each call, separated by lines of `==`. */
function answers(shell: Shell, args: readonly string[], script: string, cwd: string): readonly (readonly string[])[] {
  const out = execFileSync(shell, [...args, '-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, HOME: cwd },
  });
  return out.split('==\n').slice(1).map((part) => part.split('\n').map((line) => line.split('\t')[0]?.replace(/\/$/, '') ?? '')); // oxfmt-ignore
}

function check(t: ExecutionContext, all: readonly (readonly string[])[], calls: typeof OFFERED): void {
  t.is(all.length, calls.length);
  for (const [index, [typed, offered, not = []]] of calls.entries()) {
    const words = all[index] ?? [];
    for (const word of offered) t.true(words.includes(word), `${typed}: ${words.join(' ')}`);
    for (const word of not) t.false(words.includes(word), `${typed}: ${words.join(' ')}`);
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

function isThere(shell: Shell): boolean {
  try {
    return execFileSync(shell, ['-c', 'echo there'], { encoding: 'utf8', stdio: 'pipe' }) === 'there\n';
  } catch {
    return false;
  }
}
const inShell = (shell: Shell) => (isThere(shell) ? test : test.skip);

inShell('bash')('[cli] bash completes verbs, options, choices and files', async (t) => {
  const { folder, file } = await scriptOf(t, 'bash');
  // Bash splits --option=value at the sign.
  const apart: typeof OFFERED = [['tapin run --log-format = j', ['json']], ['tapin run --log-format =', ['text', 'json']]]; // oxfmt-ignore
  const calls = [...OFFERED, ...FILES, ...apart];
  const queries = calls.map(([typed]) => {
    const words = typed.split(' ');
    return `COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}; _tapin; echo ==; printf '%s\\n' "\${COMPREPLY[@]}"`;
  });
  const script = [`source ${file}`, 'complete -p tapin >/dev/null || exit 9', ...queries].join('\n');
  check(t, answers('bash', ['--norc'], script, folder), calls);
});

// Stubs that print the arguments of the zsh completion functions, which work only in the line editor.
const ZSH = `
compdef() {}
compset() { words[CURRENT]=\${words[CURRENT]#*=}; }
offer() { for each; do [[ $each == \${words[CURRENT]}* ]] && print -r -- $each; done; return 0 }
compadd() { shift; offer "$@"; }
_describe() { [[ $1 == -o ]] && shift; offer \${\${(P)2}%%:*}; }
_files() { offer *(N); }
`;

inShell('zsh')('[cli] zsh completes verbs, options, choices and files', async (t) => {
  const { folder, file } = await scriptOf(t, 'zsh');
  const apart: typeof OFFERED = [['tapin run --log-format=j', ['json'], ['text']]];
  const calls = [...OFFERED, ...FILES, ...apart];
  const queries = calls.map(([typed]) => {
    const words = typed.split(' ');
    return `words=(${words.map(quoted).join(' ')}); CURRENT=${words.length}; print '=='; _tapin`;
  });
  check(t, answers('zsh', ['-f'], [ZSH, `source ${file}`, ...queries].join('\n'), folder), calls);
});

inShell('fish')('[cli] fish completes verbs, options, choices and files', async (t) => {
  const { folder, file } = await scriptOf(t, 'fish');
  const calls = [...OFFERED, ...FILES];
  const queries = calls.map(([typed]) => `echo ==; complete -C ${quoted(typed)}`);
  check(t, answers('fish', ['--no-config'], [`source ${file}`, ...queries].join('\n'), folder), calls);
});

test.serial('[cli] completion refuses unknown shells', async (t) => {
  const { code, stdout, stderr } = await callTapin(['completion', 'csh']);
  t.deepEqual([code, stdout], [2, '']);
  t.regex(stderr, /^tapin: [^\n]*bash, zsh, fish[^\n]*\n$/);
});
