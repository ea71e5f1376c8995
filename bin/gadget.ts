// `tapin gadget`: turns this machine into a USB keyboard for the computer it is plugged into.

import type { Command } from 'commander';
import type { Result } from '../wire/errors.ts';
import { exitWith } from './process/process.ts';

export function addGadget(program: Command): Command {
  const gadget = program
    .command('gadget')
    .summary('Make this machine a USB keyboard')
    .description('Sets the USB keyboard up by which a device drives a golf simulator, or takes it down. Wants root.');
  const add = (name: 'up' | 'down', summary: string, carryOut: () => Promise<Result<void>>): Command =>
    gadget
      .command(name)
      .summary(summary)
      .description(summary)
      .action(async () => {
        const done = await carryOut();
        if (!done.ok) exitWith(done.error);
      });
  add('up', 'Set the keyboard up', async () => (await import('../hal/keyboard/gadget.ts')).setUpGadget());
  add('down', 'Take the keyboard down', async () => (await import('../hal/keyboard/gadget.ts')).takeDownGadget());
  return gadget;
}
