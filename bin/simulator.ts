// `tapin simulator`: stand-ins for the golf simulators that a device can connect to.

import { Option, type Command } from 'commander';
import { hostOption, logFormatOption, portOption } from './options.ts';
import type { ShotServerOptions } from './serve/shots.ts';
import type { GspconnectOptions, LenientSimulatorOptions, PuttingPortOptions } from './serve/simulator.ts';
import { PUTTING_WAYS } from '../sims/golf-simulators/putting-ways.ts';

const OPEN_CONNECT_PORT = 921;
const PUTTING_PORT = 8888;
const SHOT_SERVER_PORT = 8080;

export const addSimulator = (program: Command): Command => {
  const simulator = program
    .command('simulator')
    .summary('Run stand-ins for golf simulators and a shot server')
    .description(
      'Stand-ins for golf simulators: what they are sent, what they play of it and what they answer is a line each on stderr. ' +
        'A line on stdin is a command; help names them.',
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
    .summary('Run GSPconnect with the quirks of the real one')
    .description('Stands in for GSPconnect, by which launch monitors reach GSPro, with the quirks of the real one.')
    .addOption(portOption('the simulator', OPEN_CONNECT_PORT))
    .addOption(hostOption('the simulator'))
    .addOption(logFormatOption())
    .addOption(
      new Option('--reconnect <broken|works>', 'whether it serves nobody after its client has gone, until it is reset')
        .choices(['broken', 'works'])
        .default('broken'),
    )
    .addOption(
      new Option('--first <any|ready>', 'what it asks for before it plays the shots of a connection')
        .choices(['any', 'ready'])
        .default('any'),
    )
    .addHelpText(
      'after',
      `
Examples:
  tapin simulator gspconnect --port 9210     on a port that needs no rights
  club PT                                    a line on its stdin: the player takes the putter
  reset                                      starts it again, which a second connection needs`,
    )
    .action(async (options: GspconnectOptions) => {
      const { serveGspconnect } = await import('./serve/simulator.ts');
      await serveGspconnect(options);
    });

const addLenient = (simulator: Command): Command =>
  simulator
    .command('lenient')
    .summary('Run a stand-in for simulators with its protocol')
    .description('Stands in for simulators that took Open Connect over: it answers everything, and counts shots.')
    .addOption(portOption('the simulator', OPEN_CONNECT_PORT))
    .addOption(hostOption('the simulator'))
    .addOption(logFormatOption())
    .addOption(
      new Option('--reads <stream|message>', 'whether it reads a stream, or takes each read for one message')
        .choices(['stream', 'message'])
        .default('stream'),
    )
    .addHelpText(
      'after',
      `
Examples:
  tapin simulator lenient --port 9210        on a port that needs no rights
  tapin simulator lenient --reads message    as OpenGolfSim reads
  distance 20                                a line on its stdin: 20 to the hole`,
    )
    .action(async (options: LenientSimulatorOptions) => {
      const { serveLenient } = await import('./serve/simulator.ts');
      await serveLenient(options);
    });

const addPuttingPort = (simulator: Command): Command =>
  simulator
    .command('putting-port')
    .summary('Run the port at which connectors take putts')
    .description('Stands in for the port at which the connector of a launch monitor takes putts: POST /putting.')
    .addOption(portOption('the putting port', PUTTING_PORT))
    .addOption(hostOption('the putting port'))
    .addOption(logFormatOption())
    .addOption(new Option('--answer <way>', 'how it answers a putt').choices(PUTTING_WAYS).default('result'))
    .addHelpText(
      'after',
      `
Ways: result (JSON), empty (no body), bare (no headers), double (JSON in JSON), bare-double (both; 500 for a dropped
putt), received ("Data Received", whatever became of it), busy (no putter selected), html (404), error (500),
slow (never).

Examples:
  tapin simulator putting-port               POST putts to http://127.0.0.1:8888/putting
  tapin simulator putting-port --answer bare as one connector answers
  answer empty                               a line on its stdin: from now on as another does`,
    )
    .action(async (options: PuttingPortOptions) => {
      const { servePuttingPort } = await import('./serve/simulator.ts');
      await servePuttingPort(options);
    });

const addShotServer = (simulator: Command): Command =>
  simulator
    .command('shot-server')
    .summary('Run a server for forwarded shots')
    .description('Takes the shots that a device forwards, prints each, and keeps them where it is told to.')
    .addOption(portOption('the shot server', SHOT_SERVER_PORT))
    .addOption(hostOption('the shot server'))
    .addOption(logFormatOption())
    .option('--jsonl <file>', 'add each shot as a line of JSON')
    .option('--csv <file>', 'add each shot as a line of CSV')
    .addHelpText(
      'after',
      `
A device sends shots only to private addresses (10.x, 172.16-31.x, 192.168.x): give one of this machine with --host, and
type it on the device under Settings > Shot forwarding.

Examples:
  tapin simulator shot-server --host 192.168.1.20
  tapin simulator shot-server --host 192.168.1.20 --csv shots.csv --jsonl shots.jsonl`,
    )
    .action(async (options: ShotServerOptions) => {
      const { serveShotServer } = await import('./serve/shots.ts');
      await serveShotServer(options);
    });
