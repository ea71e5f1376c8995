// `tapin gadget`: turns this machine into a USB keyboard for the computer it is plugged into.

import type { Command } from 'commander';
import type { Result } from '../wire/errors.ts';
import { exitWith } from './process/process.ts';

export function addGadget(program: Command): Command {
  const gadget = program
    .command('gadget')
    .summary('Turn this machine into a USB keyboard')
    .description('Sets up or removes the USB keyboard that a device uses to control a golf simulator. Requires root.');
  const add = (name: 'up' | 'down', summary: string, carryOut: () => Promise<Result<void>>): Command =>
    gadget
      .command(name)
      .summary(summary)
      .description(summary)
      .action(async () => {
        const done = await carryOut();
        if (!done.ok) exitWith(done.error);
      });
  add('up', 'Set up the keyboard', async () => (await import('../hal/keyboard/gadget.ts')).setUpGadget());
  add('down', 'Remove the keyboard', async () => (await import('../hal/keyboard/gadget.ts')).takeDownGadget());
  return gadget;
}
