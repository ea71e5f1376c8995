// First start from a phone: what the form shows, and the form (docs/wifi.md).

import * as v from 'valibot';
import { hostname } from 'node:os';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import { NAME_CHARS_MAX, PLAYERS_MAX } from '../../../wire/limits.ts';
import { about } from '../../../wire/relay/fields.ts';
import { isCountry, type SetUpForm } from '../../../wire/set-up.ts';
import { isNetworkName, isShownName, isUserText, isWifiSecret } from '../../../wire/wifi-secret.ts';
import { command, deviceGet, json, type PanelRoute } from './route.ts';
import { fields } from './shapes.ts';

const networkShape = v.strictObject({
  name: v.string(),
  signal_percent: v.number(),
  secured: v.boolean(),
  enterprise: about(v.boolean(), 'Whether it also requires a user name.'),
  known: v.boolean(),
  in_use: v.boolean(),
});

const setUpShape = v.strictObject({
  done: about(v.boolean(), 'Whether the first start is finished.'),
  away: about(v.boolean(), 'Whether its own network is open although it knows another.'),
  has_wifi: v.boolean(),
  action: about(v.string(), 'Action of the Wi-Fi in progress; sharing while its own network is open.'),
  message: about(v.string(), 'Why the last action failed; empty if it succeeded.'),
  networks: v.array(networkShape),
  joining: about(v.string(), 'Network being joined; empty for none.'),
  joined: about(v.nullable(v.string()), 'Joined network; null for none.'),
  sign_in: about(v.boolean(), 'Whether that network wants a sign-in on a web page.'),
  name: v.string(),
  country: about(v.string(), 'ISO 3166-1, two letters; empty if unknown.'),
  players: v.array(v.string()),
  board_problem: about(v.string(), 'Why the board file is not used; empty if it is.'),
  host: about(v.string(), 'Host name of the device in its network.'),
  sensor: about(v.string(), 'Port of the sensor in use, or virtual; empty if it can not be chosen.'),
  sensors: about(v.array(v.string()), 'Ports that can be chosen, and virtual.'),
  unplugged: about(v.array(v.string()), 'Those of them that are not there now.'),
});

const show: PanelRoute = deviceGet('set-up', {
  summary: 'Returns the state of the first start: networks in range, names and players.',
  answer: json(setUpShape),
  respond: ({ device: { device, sensors } }) =>
    ok({
      ...device.setUp(),
      host: `${hostname().toLowerCase()}.local`,
      sensor: sensors?.current ?? '',
      sensors: sensors?.found() ?? [],
      unplugged: sensors?.unplugged() ?? [],
    }),
});

const NAME = `must be a string of at most ${NAME_CHARS_MAX} characters.`;
const named = (field: string) =>
  v.optional(v.pipe(v.string(`${field} ${NAME}`), v.maxLength(NAME_CHARS_MAX, `${field} ${NAME}`)), '');
const typed = (field: string, isValid: (text: string) => boolean, sentence: string) =>
  v.optional(v.pipe(v.string(`${field} ${sentence}`), v.check(isValid, `${field} ${sentence}`)));

/** Bodies contain no lists: players are numbered. */
const PLAYERS = Array.from({ length: PLAYERS_MAX }, (_, place) => `player_${place + 1}`);

const formShape = fields({
  network: about(
    typed('network', isShownName, 'must be a name of at most 32 bytes.'),
    'Network to join. Default: none.',
  ),
  password: v.optional(v.string('password must be a string.')),
  user: about(
    typed('user', isUserText, 'must be a string of 1 to 128 characters.'),
    'User name of an enterprise network (PEAP with MSCHAPv2).',
  ),
  hidden: v.optional(v.boolean('hidden must be true or false.'), false),
  name: named('name'),
  country: v.optional(
    v.pipe(
      v.string('country must be two capital letters.'),
      v.check((text) => text === '' || isCountry(text), 'country must be two capital letters.'),
    ),
    '',
  ),
  ...Object.fromEntries(PLAYERS.map((player) => [player, named(player)])),
});

const HIDDEN_NAME = fail('bad_value', 'network must be a name of at most 32 bytes.');
const PASSWORD = fail('bad_value', 'password must have 8 to 63 printable ASCII characters.');
const USER_PASSWORD = fail('bad_value', 'password must have 1 to 128 characters.');

function formOf(body: v.InferOutput<typeof formShape>): Result<SetUpForm> {
  const { network, password, user, hidden, name, country, ...players } = body;
  if (hidden && network !== undefined && !isNetworkName(network)) return HIDDEN_NAME;
  if (password !== undefined && user === undefined && !isWifiSecret(password)) return PASSWORD;
  if (user !== undefined && !isUserText(password ?? '')) return USER_PASSWORD;
  return ok({
    network: network === undefined ? null : { name: network, secret: password ?? null, user, hidden },
    name,
    country,
    players: Object.values(players),
  });
}

const send: PanelRoute = command('set-up', {
  summary: 'Sets up the device: joins a network, and names it and its players. The answer precedes the join.',
  body: formShape,
  errors: ['recorded', 'device_off', 'wifi_missing'],
  carryOut(device, body) {
    if (device.replayed) return fail('recorded', 'This is a recording: it can only be viewed.');
    if (device.power?.isOn() === false)
      return fail('device_off', 'The device is off: POST power {"action": "on"} first.');
    const form = formOf(body);
    if (!form.ok) return form;
    if (!device.submit || (form.value.network && !device.device.setUp().has_wifi))
      return fail('wifi_missing', 'This device has no Wi-Fi.');
    return ok(device.submit(form.value));
  },
});

const SENSOR = 'sensor must be a string.';
const sensor: PanelRoute = command('sensor', {
  summary: 'Uses another sensor, one of those in set-up, and restarts the device.',
  body: fields({ sensor: v.string(SENSOR) }),
  errors: ['real_device', 'bad_value', 'data_unusable'],
  carryOut: ({ sensors }, { sensor: chosen }) =>
    sensors
      ? sensors.choose(chosen)
      : fail('real_device', 'This device can not change its sensor: use --sensor or the board file.'),
});

export const SET_UP_ROUTES: readonly PanelRoute[] = [show, send, sensor];
