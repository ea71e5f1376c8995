// `tapin cloud`: the server side. `serve` runs the relay, `enrol` adds a device to its registry, `token` lets an author
// publish.

import { isIP } from 'node:net';
import { addCloudAdmin } from './cloud/admin-verbs.ts';
import { addCloudBackup } from './cloud/backup-verbs.ts';
import { addCloudAudio } from './cloud/audio-verbs.ts';
import { addCloudFirmware } from './cloud/firmware-verbs.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { DEVICE_ID } from '../wire/choices.ts';
import { AUTHOR_CHARS_MAX } from '../cloud-stub/store/author.ts';
import {
  dataOption,
  devicesOption,
  engineOption,
  hostOption,
  logFormatOption,
  publicUrlOption,
  portOption,
  tokenDaysOption,
  verboseOption,
} from './options.ts';
import type { EnrolOptions } from './cloud/enrol-device.ts';
import type { TokenOptions } from './cloud/author-token.ts';
import type { ServeCloudOptions } from './cloud/serve-cloud.ts';

const PORT_DEFAULT = 8322;
const METRICS_PORT_DEFAULT = 8323;

export const addCloud = (program: Command): Command => {
  const cloud = program
    .command('cloud')
    .summary('Run and manage the relay and the extension store')
    .description('The server side: the relay for games between devices, the extension store and the device registry.');
  addServe(cloud);
  addEnrol(cloud);
  addToken(cloud);
  addCloudAdmin(cloud);
  addCloudBackup(cloud);
  addCloudFirmware(cloud);
  addCloudAudio(cloud);
  return cloud;
};

const addServe = (cloud: Command): Command =>
  cloud
    .command('serve')
    .summary('Run the relay and the extension store')
    .description(
      'Runs the relay and the extension store. Acknowledged data is stored in the data folder and survives a restart.',
    )
    .addOption(portOption('the relay', PORT_DEFAULT))
    .addOption(hostOption('the relay'))
    .addOption(publicUrlOption())
    .addOption(trustProxyOption())
    .addOption(portOption('the metrics, on this machine only', METRICS_PORT_DEFAULT, '--metrics-port'))
    .addOption(dataOption('sessions, codes and labels', 'tapin-cloud'))
    .addOption(devicesOption())
    .addOption(engineOption())
    .option('--relay-only', 'run only the relay; another process serves the store and its pages')
    .addOption(
      new Option('--limits <on|off>', 'rate limits per device; off for load tests')
        .choices(['on', 'off'])
        .default('on'),
    )
    .addOption(
      new Option(
        '--drain <seconds>',
        'time to answer held requests after SIGTERM, 0 to 20 (default: 0, or 5 with --engine)',
      ).argParser(drainTime),
    )
    .addOption(new Option('--issuer <url>', 'issuer of author tokens (default: tapin cloud token)'))
    .addOption(new Option('--audience <name>', 'audience of the tokens'))
    .addOption(new Option('--client-id <name>', 'client whose tokens name it instead of an audience'))
    .addOption(new Option('--jwks <file|url>', 'public keys of the issuer'))
    .addOption(verboseOption())
    .addOption(logFormatOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud serve                                  for this machine only, data in ./tapin-cloud
  tapin cloud serve --host 0.0.0.0 --port 80         reachable from other machines
  tapin cloud serve --port 0 --data /tmp/relay       any free port; see the first line on stdout
  tapin cloud serve --public-url https://putt.example.com    behind a TLS proxy; TAPIN_SMTP_URL for mail
  tapin cloud serve --engine redis://127.0.0.1:6379 --relay-only   one of several relays that share an engine
  tapin cloud serve --relay-only --engine 'redis-sentinel://10.0.0.5,10.0.0.6,10.0.0.7?master=club&wait=1'
  tapin cloud serve --relay-only --engine redis-cluster://10.0.0.5:6379,10.0.0.6:6379`,
    )
    .action(async (options: ServeCloudOptions) => {
      const { serveCloud } = await import('./cloud/serve-cloud.ts');
      await serveCloud(options);
    });

const addEnrol = (cloud: Command): Command =>
  cloud
    .command('enrol')
    .summary('Add a device to the registry')
    .description(
      'Adds a device to the registry and prints its identity, a JSON object with its secret. Store it as the identity file of ' +
        'that device and nowhere else. A running relay accepts the device at once.',
    )
    .addOption(devicesOption())
    .addOption(engineOption())
    .option('--import <file>', 'enrol all devices of a registry file in the engine; prints no identities')
    .option('--export <file>', 'write all devices of the engine to a registry file; enrols none')
    .addOption(
      new Option('--id <id>', 'id of the device, such as TP-0123456789AB (default: a new one)').argParser(deviceId),
    )
    .addHelpText(
      'after',
      `
Examples:
  (umask 077; tapin cloud enrol > identity.json)                a new identity, readable only by you
  tapin cloud enrol --id TP-0123456789AB --devices club.json   for a device with a given id
  tapin cloud enrol --engine redis://127.0.0.1:6379 --import tapin-devices.json    move a registry to an engine`,
    )
    .action(async (options: EnrolOptions) => {
      const { enrol } = await import('./cloud/enrol-device.ts');
      await enrol(options);
    });

const addToken = (cloud: Command): Command =>
  cloud
    .command('token')
    .summary('Print a token for an author')
    .description(
      "Prints a token with which an author publishes extensions, signed with the key in the cloud's data folder. Anyone with the " +
        'token acts as that author until it expires: protect it like a password.',
    )
    .addOption(
      new Option('--author <name>', 'account and public name of the author')
        .argParser(authorName)
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'name under which tapin cloud tokens can list and revoke the token')
    .addOption(dataOption("the cloud's key", 'tapin-cloud'))
    .addOption(tokenDaysOption())
    .addHelpText(
      'after',
      `
Examples:
  tapin cloud token --author Ann                            valid for 30 days
  tapin cloud token --author Ann --name ci                  revoke: tapin cloud tokens --author Ann --revoke ci
  tapin cloud token --author foogolf --days 1 --data club   for the cloud in ./club`,
    )
    .action(async (options: TokenOptions) => {
      const { token } = await import('./cloud/author-token.ts');
      await token(options);
    });

/** Parses IPv4 or IPv6 addresses, optionally as networks. */
function proxies(text: string): string {
  const all = text.split(',').map((each) => each.trim());
  if (all.every((each) => isIP(each.split('/')[0] ?? '') !== 0 && /^[^/]+(\/\d{1,3})?$/.test(each)))
    return all.join(',');
  throw new InvalidArgumentError('--trust-proxy takes addresses, such as 127.0.0.1 or 10.0.0.0/8,127.0.0.1.');
}

const trustProxyOption = (): Option =>
  new Option('--trust-proxy <addresses>', 'proxies whose X-Forwarded-For header is trusted').argParser(proxies);

/** Checks an author label: printable characters without surrounding spaces. */
function authorName(text: string): string {
  if (/^\P{C}+$/u.test(text) && text === text.trim() && Array.from(text).length <= AUTHOR_CHARS_MAX) return text;
  throw new InvalidArgumentError(`--author takes a name of 1 to ${AUTHOR_CHARS_MAX} characters, such as Ann.`);
}

function deviceId(text: string): string {
  if (DEVICE_ID.test(text)) return text;
  throw new InvalidArgumentError('--id takes TP- and 12 upper-case hex digits, such as TP-0123456789AB.');
}

const DRAIN_S_MAX = 20;

/** Parses the drain time in seconds; a held request ends within 20 s anyway. */
function drainTime(text: string): number {
  const drain_s = /^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (drain_s <= DRAIN_S_MAX) return drain_s;
  throw new InvalidArgumentError(`--drain takes a number of seconds from 0 to ${DRAIN_S_MAX}, such as 5 or 0.5.`);
}
