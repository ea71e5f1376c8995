// `tapin mcp`: the Model Context Protocol over stdio, for agents that play, explore and test a device.

import type { Command } from 'commander';

export const addMcp = (program: Command): Command =>
  program
    .command('mcp')
    .summary('Serve a device in virtual time to an agent, over stdio')
    .description(
      'Serves the Model Context Protocol on stdin and stdout: an agent starts devices in virtual time, presses keys, putts, reads screens, saves what it did as a scenario, and plays scenarios (docs/mcp.md).',
    )
    .addHelpText(
      'after',
      `
Exit code 0: the client closed stdin.

In the configuration of an agent:
  { "mcpServers": { "tapin": { "command": "/path/to/tapin", "args": ["mcp"] } } }`,
    )
    .action(async () => {
      const { serveMcp } = await import('./mcp/serve-mcp.ts');
      await serveMcp();
    });
