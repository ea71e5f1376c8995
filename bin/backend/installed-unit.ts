// The service that `tapin install --systemd` has made on a machine, read from its unit, and as it is while a scenario is played there: with a
// storage of its own, and a virtual board where there is one. Pure.

import { parseDocument } from 'yaml';
import { fail, ok, type Result } from '../../wire/errors.ts';

export interface InstalledUnit {
  /** The command of the service, as the unit has it. */
  readonly command: string;
  /** Of tapin. */
  readonly program: string;
  readonly board: string;
  readonly panel_port: number;
}

const PORT_DEFAULT = 8321;

/** `text`: of `systemctl cat tapin.service`, with what others add to it. Errors: `bad_value`. */
export function readInstalledUnit(text: string): Result<InstalledUnit> {
  const commands = [...text.matchAll(/^ExecStart=(.+)$/gm)].map(([, command = '']) => command.trim());
  const command = commands.at(-1) ?? '';
  const [program = ''] = command.split(' ');
  const board = optionOf(command, '--board');
  if (!/^\S+\/tapin device /.test(command) || board === null || optionOf(command, '--data') === null)
    return fail('bad_value', 'There is no tapin.service as tapin install --systemd makes it.');
  return ok({ command, program, board, panel_port: Number(optionOf(command, '--port') ?? PORT_DEFAULT) });
}

const optionOf = (command: string, name: string): string | null => {
  const words = command.split(' ');
  const at = words.indexOf(name);
  return at < 0 ? null : (words[at + 1] ?? null);
};

/** Where it has that option. */
const withOption = (command: string, name: string, value: string): string =>
  command.replace(`${name} ${optionOf(command, name)}`, `${name} ${value}`);

interface ScenarioPlace {
  /** Of the storage. */
  readonly data: string;
  /** The board file. */
  readonly board: string;
}

/** What is added to the unit. Its page is for us alone; killed, which a power cut is, the service stays so. */
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

/** A board file with another sensor. */
export function withSensor(board_file: string, path: string): string {
  const document = parseDocument(board_file);
  document.set('sensor', path);
  return String(document);
}
