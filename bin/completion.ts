// `tapin completion`: prints a shell completion script, generated from the program itself.

import { Argument, type Command } from 'commander';
import { scriptFor, SHELLS, type Shell } from './completion/scripts.ts';
import { completionOf } from './completion/table.ts';

export const addCompletion = (program: Command): Command =>
  program
    .command('completion')
    .summary('Print completion for a shell')
    .description('Prints a script by which a shell completes verbs, options, their values and files.')
    .addArgument(new Argument('<shell>', 'the shell that reads it').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  echo 'source <(tapin completion bash)' >> ~/.bashrc
  echo 'source <(tapin completion zsh)' >> ~/.zshrc               below the line that calls compinit
  tapin completion fish > ~/.config/fish/completions/tapin.fish

It is for tapin as a word of the command line; in a checkout say alias tapin=./tapin, or put the folder into PATH.`,
    )
    .action((shell: Shell) => void process.stdout.write(scriptFor(shell, completionOf(program))));
