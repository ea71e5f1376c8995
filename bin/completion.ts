// `tapin completion`: prints a shell completion script, generated from the program itself.

import { Argument, type Command } from 'commander';
import { scriptFor, SHELLS, type Shell } from './completion/scripts.ts';
import { completionOf } from './completion/table.ts';

export const addCompletion = (program: Command): Command =>
  program
    .command('completion')
    .summary('Print a shell completion script')
    .description('Prints a script that completes commands, options, their values and files in a shell.')
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  echo 'source <(tapin completion bash)' >> ~/.bashrc
  echo 'source <(tapin completion zsh)' >> ~/.zshrc               after the line that calls compinit
  tapin completion fish > ~/.config/fish/completions/tapin.fish

The script completes the command tapin. In a checkout, use alias tapin=./tapin or add the folder to PATH.`,
    )
    .action((shell: Shell) => void process.stdout.write(scriptFor(shell, completionOf(program))));
