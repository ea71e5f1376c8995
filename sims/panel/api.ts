// The HTTP calls of the front panel, for scripts and for the page itself (docs/http-api.md).

import type { FastifyInstance, FastifyReply } from 'fastify';
import { KEYS } from '../../hal/keys/keys.ts';
import { fail, ok, type OperatingError, type Result } from '../../wire/errors.ts';
import { isTypedText, TEXT_CHARS_MAX } from '../../wire/typed-text.ts';
import { isFields } from '../../wire/json-fields.ts';
import { readStrokeCall } from '../putter/stroke-call.ts';
import { STATUS_OF } from './access.ts';
import { colorName } from './page/color-name.ts';
import { historyCsv, historyJson } from './history.ts';
import type { PanelDevice } from './panel-device.ts';
import type { SensorRig } from '../sensor-board/sensor-rig.ts';

type Command = (device: PanelDevice, body: Readonly<Record<string, unknown>>) => Result<unknown>;

export function refuse(reply: FastifyReply, error: OperatingError): FastifyReply {
  return reply.code(STATUS_OF[error.code] ?? 400).send({ error: error.code, message: error.message });
}

export function addApi(app: FastifyInstance, devices: readonly PanelDevice[]): void {
  const find = (index: string): PanelDevice | undefined =>
    /^\d{1,3}$/.test(index) ? devices[Number(index)] : undefined;
  const noDevice = (index: string): OperatingError => ({
    code: 'not_found',
    message: `There is no device ${index.slice(0, 20)}: there are 0 to ${devices.length - 1}.`,
  });

  app.get('/api/devices', () =>
    devices.map(({ device, rig }, index) => ({
      index,
      id: device.id(),
      name: device.name(),
      role: device.role(),
      sensor: rig ? 'virtual' : 'real',
    })),
  );

  const look = (path: string, answer: (device: PanelDevice, reply: FastifyReply) => unknown): void => {
    app.get<{ Params: { index: string } }>(`/api/devices/:index/${path}`, async (request, reply) => {
      const device = find(request.params.index);
      return device ? await answer(device, reply) : refuse(reply, noDevice(request.params.index));
    });
  };
  look('screen.png', async ({ screen }, reply) => reply.type('image/png').send(Buffer.from(await screen.png())));
  look('screen.txt', ({ screen }, reply) =>
    reply.type('text/plain; charset=utf-8').send(`${screen.picture().lines.join('\n')}\n`),
  );
  look('history.json', ({ device }, reply) => reply.type('application/json').send(historyJson(device.history())));
  look('history.csv', ({ device }, reply) => reply.type('text/csv; charset=utf-8').send(historyCsv(device.history())));
  look('state', ({ device }) => device.states());
  look('sight', sightOf);

  for (const [path, command] of Object.entries(COMMANDS)) {
    app.post<{ Params: { index: string } }>(`/api/devices/:index/${path}`, (request, reply) => {
      const device = find(request.params.index);
      if (!device) return refuse(reply, noDevice(request.params.index));
      const { body } = request;
      if (!isFields(body)) return refuse(reply, { code: 'bad_request', message: 'The body must be a JSON object.' });
      const done = command(device, body);
      return done.ok ? reply.code(202).send({ accepted: true }) : refuse(reply, done.error);
    });
  }
}

/** Everything that can be seen and heard at one moment. */
const sightOf = ({ device, screen, leds, speaker, ...panel }: PanelDevice): Readonly<Record<string, unknown>> => ({
  lines: screen.picture().lines,
  states: device.states(),
  leds: leds.colors().map((color) => (color === null ? null : colorName(color))),
  sounds: speaker.played().map(({ sound }) => sound),
  sounds_count: speaker.count(),
  wanted_club_speed_mps: panel.wanted_speed_mps(),
});

const withRig = (device: PanelDevice, then: (rig: SensorRig) => Result<unknown>): Result<unknown> =>
  device.rig ? then(device.rig) : fail('real_sensor', 'A real sensor is attached: strike a real ball.');

const flag = (body: Readonly<Record<string, unknown>>, name: string): Result<boolean> => {
  const value = body[name];
  return typeof value === 'boolean' ? ok(value) : fail('bad_value', `${name} must be true or false.`);
};

const COMMANDS: Readonly<Record<string, Command>> = {
  strike: (device, body) =>
    withRig(device, (rig) => {
      const call = readStrokeCall(body);
      return call.ok ? rig.strike(call.value) : call;
    }),
  key: (device, { key: given, action = 'tap' }) => {
    const key = KEYS.find((name) => name === given);
    if (key === undefined) return fail('bad_value', `key must be one of ${KEYS.join(', ')}.`);
    if (action === 'tap') device.keys.tap(key);
    else if (action === 'press' || action === 'release') device.keys.key(key, action);
    else return fail('bad_value', 'action must be tap, press or release.');
    return ok(undefined);
  },
  text: (device, { text }) => {
    if (!isTypedText(text)) return fail('bad_value', `text must be a text of 1 to ${TEXT_CHARS_MAX} characters.`);
    return ok(device.keys.text(text));
  },
  link: (device, body) =>
    withRig(device, (rig) => {
      const plugged = flag(body, 'plugged');
      if (plugged.ok) rig.setPlugged(plugged.value);
      return plugged;
    }),
  fault: (device, { fault }) =>
    withRig(device, (rig) => rig.setFault(typeof fault === 'string' ? fault.slice(0, 40) : '')),
  golfer: (device, body) =>
    withRig(device, (rig) => {
      const on = flag(body, 'on');
      if (on.ok) rig.golfer.setOn(on.value);
      return on;
    }),
};
