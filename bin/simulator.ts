// `tapin simulator`: stand-ins for the golf simulators that a device can connect to.

import { Option, type Command } from 'commander';
import { hostOption, logFormatOption, portOption } from './options.ts';
import type { ShotServerOptions } from './serve/shots.ts';
import type { GspconnectOptions, LenientSimulatorOptions, PuttingPortOptions } from './serve/simulator.ts';
import { PUTTING_MODES } from '../sims/golf-simulators/putting-ways.ts';

const OPEN_CONNECT_PORT = 921;
const PUTTING_PORT = 8888;
const SHOT_SERVER_PORT = 8080;

export const addSimulator = (program: Command): Command => {
  const simulator = program
    .command('simulator')
    .summary('Run stand-ins for golf simulators and a shot server')
    .description(
      'Runs stand-ins for golf simulators. They print each received message, played shot and answer as a line on stderr. ' +
        'A line on stdin is a command; help lists them.',
    );
  addGspconnect(simulator);
  addLenient(simulator);
  addPuttingPort(simulator);
  addShotServer(simulator);
  return simulator;
};

const addGspconnect = (simulator: Command): Command =>
  simulator
    .command('gspconnect')
    .summary('Run a GSPconnect stand-in')
    .description('Stands in for GSPconnect, through which launch monitors reach GSPro, including its quirks.')
    .addOption(portOption('the simulator', OPEN_CONNECT_PORT))
    .addOption(hostOption('the simulator'))
    .addOption(logFormatOption())
    .addOption(
      new Option('--reconnect <broken|works>', 'broken: refuse a new client until reset, as the real one does')
        .choices(['broken', 'works'])
        .default('broken'),
    )
    .addOption(
      new Option('--first <any|ready>', 'message required before the shots of a connection count')
        .choices(['any', 'ready'])
        .default('any'),
    )
    .addHelpText(
      'after',
      `
Examples:
  tapin simulator gspconnect --port 9210     on an unprivileged port
  club PT                                    a line on stdin: the player selects the putter
  reset                                      restart it, as needed before a second connection`,
    )
    .action(async (options: GspconnectOptions) => {
      const { serveGspconnect } = await import('./serve/simulator.ts');
      await serveGspconnect(options);
    });

const addLenient = (simulator: Command): Command =>
  simulator
    .command('lenient')
    .summary('Run a lenient stand-in for other simulators')
    .description('Stands in for other simulators that support Open Connect: accepts every message and counts shots.')
    .addOption(portOption('the simulator', OPEN_CONNECT_PORT))
    .addOption(hostOption('the simulator'))
    .addOption(logFormatOption())
    .addOption(
      new Option('--reads <stream|message>', 'stream: parse a byte stream; message: treat each read as one message')
        .choices(['stream', 'message'])
        .default('stream'),
    )
    .addHelpText(
      'after',
      `
Examples:
  tapin simulator lenient --port 9210        on an unprivileged port
  tapin simulator lenient --reads message    as OpenGolfSim does
  distance 20                                a line on stdin: 20 to the hole`,
    )
    .action(async (options: LenientSimulatorOptions) => {
      const { serveLenient } = await import('./serve/simulator.ts');
      await serveLenient(options);
    });

const addPuttingPort = (simulator: Command): Command =>
  simulator
    .command('putting-port')
    .summary('Run the putting port of a connector')
    .description('Stands in for the port where the connector of a launch monitor receives putts: POST /putting.')
    .addOption(portOption('the putting port', PUTTING_PORT))
    .addOption(hostOption('the putting port'))
    .addOption(logFormatOption())
    .addOption(new Option('--answer <way>', 'response to a putt').choices(PUTTING_MODES).default('result'))
    .addHelpText(
      'after',
      `
Responses: result (JSON), empty (no body), bare (no headers), double (JSON in JSON), bare-double (both; 500 for a
dropped putt), received ("Data Received" in any case), busy (no putter selected), html (404), error (500),
slow (never).

Examples:
  tapin simulator putting-port               POST putts to http://127.0.0.1:8888/putting
  tapin simulator putting-port --answer bare respond like one connector
  answer empty                               a line on stdin: respond like another from now on`,
    )
    .action(async (options: PuttingPortOptions) => {
      const { servePuttingPort } = await import('./serve/simulator.ts');
      await servePuttingPort(options);
    });

const addShotServer = (simulator: Command): Command =>
  simulator
    .command('shot-server')
    .summary('Run a server for forwarded shots')
    .description('Receives the shots that a device forwards, prints them, and appends them to files.')
    .addOption(portOption('the shot server', SHOT_SERVER_PORT))
    .addOption(hostOption('the shot server'))
    .addOption(logFormatOption())
    .option('--jsonl <file>', 'file to which each shot is appended as a JSON line')
    .option('--csv <file>', 'file to which each shot is appended as a CSV line')
    .addHelpText(
      'after',
      `
A device sends shots only to private addresses (10.x, 172.16-31.x, 192.168.x): give one of this machine with --host, and
enter it on the device under Settings > Shot forwarding.

Examples:
  tapin simulator shot-server --host 192.168.1.20
  tapin simulator shot-server --host 192.168.1.20 --csv shots.csv --jsonl shots.jsonl`,
    )
    .action(async (options: ShotServerOptions) => {
      const { serveShotServer } = await import('./serve/shots.ts');
      await serveShotServer(options);
    });
