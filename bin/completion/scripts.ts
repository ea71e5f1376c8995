// Completion scripts of tapin for bash, zsh and fish: each walks the preceding words to find the verb and offers its
// next words.

import type { CompletedOption, CompletedVerb } from './table.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export const scriptFor = (shell: Shell, verbs: readonly CompletedVerb[]): string =>
  `${{ bash: bashScript, zsh: zshScript, fish: fishScript }[shell](verbs).join('\n')}\n`;

/** Quotes a word for bash and zsh. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const words = (all: readonly string[]): string => all.map(quoted).join(' ');

/** Returns the completion steps of all verbs: the verb before the word, a space, the word. */
const steps = (verbs: readonly CompletedVerb[]): readonly string[] =>
  verbs.filter(({ path }) => path !== '').map(({ path }) => (path.includes(' ') ? path : ` ${path}`));

/** Returns the options that take a value, each with its verb. */
const valued = (verbs: readonly CompletedVerb[]) =>
  verbs.flatMap(({ path, options }) =>
    options
      .filter(({ value }) => value.kind !== 'nothing')
      .map(({ names, value }) => ({ pattern: names.map((name) => quoted(`${path}:${name}`)).join('|'), value })),
  );

const bashScript = (verbs: readonly CompletedVerb[]): readonly string[] => [
  '# Completion of tapin for bash: source <(tapin completion bash)',
  '_tapin() {',
  '  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} at= i',
  '  # --option=value is three words here.',
  '  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi',
  '  for ((i = 1; i < COMP_CWORD; i++)); do',
  '    case "$at ${COMP_WORDS[i]}" in',
  `      ${steps(verbs).map(quoted).join('|')}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;`,
  '    esac',
  '  done',
  '  COMPREPLY=()',
  '  case "$at:$prev" in',
  ...valued(verbs).map(({ pattern, value }) =>
    value.kind === 'choice'
      ? `    ${pattern}) mapfile -t COMPREPLY < <(compgen -W ${quoted(value.of.join(' '))} -- "$cur"); return ;;`
      : `    ${pattern}) ${value.kind === 'file' ? '_tapin_files; ' : ''}return ;;`,
  ),
  '  esac',
  '  local words= value=nothing',
  '  case "$at" in',
  ...verbs.map(({ path, verbs: below, options, value }) => {
    const names = [...below.map(({ name }) => name), ...options.flatMap((option) => option.names)];
    const choices = value.kind === 'choice' ? value.of : [];
    return `    ${quoted(path)}) words=${quoted([...choices, ...names].join(' '))} value=${value.kind} ;;`;
  }),
  '  esac',
  '  if [[ $value == file && $cur != -* ]]; then _tapin_files; return; fi',
  '  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")',
  '}',
  '_tapin_files() {',
  '  compopt -o filenames 2>/dev/null',
  '  mapfile -t COMPREPLY < <(compgen -f -- "$cur")',
  '}',
  'complete -F _tapin tapin',
];

/** Formats `name:description` for _describe. */
const described = (name: string, description: string): string =>
  quoted(`${name.replaceAll(':', String.raw`\:`)}:${oneLine(description)}`);
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

const zshScript = (verbs: readonly CompletedVerb[]): readonly string[] => [
  '#compdef tapin',
  '# Completion of tapin for zsh: source <(tapin completion zsh), or as a file _tapin in a folder of $fpath',
  '_tapin() {',
  '  local prev=$words[CURRENT-1] at= value=nothing i',
  '  local -a verbs options choices',
  "  if [[ $words[CURRENT] == --*=* ]]; then prev=${words[CURRENT]%%=*}; compset -P '*='; fi",
  '  for ((i = 2; i < CURRENT; i++)); do',
  '    case "$at $words[i]" in',
  `      ${steps(verbs).map(quoted).join('|')}) at="\${at:+$at }$words[i]" ;;`,
  '    esac',
  '  done',
  '  case "$at:$prev" in',
  ...valued(verbs).map(({ pattern, value }) =>
    value.kind === 'choice'
      ? `    ${pattern}) compadd -- ${words(value.of)}; return ;;`
      : `    ${pattern}) ${value.kind === 'file' ? '_files; ' : ''}return ;;`,
  ),
  '  esac',
  '  case "$at" in',
  ...verbs.map(({ path, verbs: below, options, value }) =>
    [
      `    ${quoted(path)})`,
      `verbs=(${below.map(({ name, description }) => described(name, description)).join(' ')})`,
      `options=(${options.flatMap(({ names, description }) => names.map((name) => described(name, description))).join(' ')})`,
      `choices=(${words(value.kind === 'choice' ? value.of : [])}) value=${value.kind} ;;`,
    ].join(' '),
  ),
  '  esac',
  '  if [[ $words[CURRENT] == -* ]]; then _describe option options; return; fi',
  '  if [[ $value == file ]]; then _files; return; fi',
  '  (($#choices)) && compadd -- $choices',
  '  (($#verbs)) && _describe verb verbs',
  '  (($#choices + $#verbs)) || _describe option options',
  '}',
  'if [[ $funcstack[1] == _tapin ]]; then _tapin "$@"; else compdef _tapin tapin; fi',
];

/** Quotes a word for fish. */
const fishQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

const fishScript = (verbs: readonly CompletedVerb[]): readonly string[] => [
  '# Completion of tapin for fish: tapin completion fish > ~/.config/fish/completions/tapin.fish',
  'function __tapin_at',
  '  set -l at',
  '  for word in (commandline -opc)[2..-1]',
  '    switch "$at $word"',
  `      case ${steps(verbs).map(fishQuoted).join(' ')}`,
  '        set at (string trim -- "$at $word")',
  '    end',
  '  end',
  '  test "$at" = "$argv[1]"',
  'end',
  'complete -c tapin -f',
  ...verbs.flatMap(({ path, verbs: below, options, value }) => {
    const at = `complete -c tapin -n ${fishQuoted(`__tapin_at ${fishQuoted(path)}`)}`;
    return [
      ...below.map(({ name, description }) => `${at} -a ${name} -d ${fishQuoted(oneLine(description))}`),
      ...options.map((option) => `${at} ${fishOption(option)}`),
      ...(value.kind === 'file' ? [`${at} -F`] : []),
      ...(value.kind === 'choice' ? [`${at} -a ${fishQuoted(value.of.join(' '))}`] : []),
    ];
  }),
];

function fishOption({ names, description, value }: CompletedOption): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const behind = {
    nothing: [],
    file: ['-r', '-F'],
    free: ['-x'],
    choice: ['-x', '-a', fishQuoted(value.kind === 'choice' ? value.of.join(' ') : '')],
  }[value.kind];
  return [...flags, ...behind, '-d', fishQuoted(oneLine(description))].join(' ');
}
