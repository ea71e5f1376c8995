// Reads the systemd unit that `tapin install --systemd` wrote, and derives the unit for playing a scenario: with its
// own storage and, if needed, a virtual board. Pure.

import { parseDocument } from 'yaml';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { PANEL_PORT } from '../../wire/listening.ts';

export interface InstalledUnit {
  /** Command of the service, as in the unit. */
  readonly command: string;
  /** Path of the tapin program. */
  readonly program: string;
  readonly board: string;
  readonly panel_port: number;
}

/** Parses the unit. `text`: output of `systemctl cat tapin.service`, drop-ins included. Errors: `bad_value`. */
export function readInstalledUnit(text: string): Result<InstalledUnit> {
  const commands = [...text.matchAll(/^ExecStart=(.+)$/gm)].map(([, command = '']) => command.trim());
  const command = commands.at(-1) ?? '';
  const [program = ''] = command.split(' ');
  const board = optionOf(command, '--board');
  if (!/^\S+\/tapin device /.test(command) || board === null || optionOf(command, '--data') === null)
    return fail('bad_value', 'No tapin.service found; run tapin install --systemd.');
  return ok({ command, program, board, panel_port: Number(optionOf(command, '--port') ?? PANEL_PORT) });
}

const optionOf = (command: string, name: string): string | null => {
  const words = command.split(' ');
  const at = words.indexOf(name);
  return at < 0 ? null : (words[at + 1] ?? null);
};

/** Replaces the value of an option that the command already has. */
const withOption = (command: string, name: string, value: string): string =>
  command.replace(`${name} ${optionOf(command, name)}`, `${name} ${value}`);

interface ScenarioPlace {
  /** Data folder. */
  readonly data: string;
  /** Path of the board file. */
  readonly board: string;
}

/**
 * Returns the drop-in for the unit. The panel listens on loopback only, and a killed service stays down, because a kill
 * simulates a power cut.
 */
export function scenarioUnit({ command }: InstalledUnit, { data, board }: ScenarioPlace): string {
  const options = { '--board': board, '--data': data, '--host': '127.0.0.1' };
  return `[Service]
ExecStart=
ExecStart=${Object.entries(options).reduce((changed, [name, value]) => withOption(changed, name, value), command)}
ReadWritePaths=${data}
DeviceAllow=char-pts rw
Restart=no
StandardOutput=journal
StandardError=journal
`;
}

/** Returns the board file with another sensor path. */
export function withSensor(board_file: string, path: string): string {
  const document = parseDocument(board_file);
  document.set('sensor', path);
  return String(document);
}
