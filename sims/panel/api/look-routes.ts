// GET routes that return immediately: a device's screen, sounds and status.

import * as v from 'valibot';
import type { LogLevel } from '../../../hal/log/log.ts';
import { ok } from '../../../wire/errors.ts';
import { colorName } from '../../../hal/leds/color-name.ts';
import { historyCsv, historyJson, puttsCsv, puttsJson } from '../history.ts';
import { json, deviceGet, deviceQuery, type PanelRoute } from './route.ts';
import {
  devicesShape,
  historyShape,
  puttsShape,
  ledsShape,
  logShape,
  snapshotShape,
  soundsShape,
  statesShape,
} from './shapes.ts';
import { logLine, snapshotOf } from './snapshot.ts';

const LOG_LINES = 100;
const LOG_LINES_MAX = 500;
const LINES = `lines must be a whole number from 1 to ${LOG_LINES_MAX}.`;
const LEVELS = ['debug', 'info', 'warn', 'error'] as const satisfies readonly LogLevel[];
const logQuery = v.strictObject({
  lines: v.optional(
    v.pipe(v.string(LINES), v.regex(/^[1-9]\d{0,3}$/, LINES), v.transform(Number), v.maxValue(LOG_LINES_MAX, LINES)),
  ),
  level: v.optional(v.picklist(LEVELS, `level must be one of ${LEVELS.join(', ')}: the lowest level to return.`)),
});

const devices: PanelRoute = {
  method: 'GET',
  path: '/api/devices',
  summary: 'Lists the devices.',
  query: null,
  body: null,
  answer: json(devicesShape),
  errors: [],
  handle: ({ panel }) =>
    ok(
      panel.devices.map(({ device, rig, power, network, time_of_day }, index) => ({
        index,
        id: device.id(),
        name: device.name(),
        role: device.role(),
        sensor: rig ? 'virtual' : 'real',
        board: rig && rig.board,
        power: power && (power.isOn() ? 'on' : 'off'),
        network: network && (network.joined() ? 'joined' : 'left'),
        cloud: network && (network.hasCloud() ? 'reached' : 'cut'),
        delay_ms: network && network.conditions().delay_ms,
        loss_percent: network && network.conditions().loss * 100,
        clock_wrong_by_s: time_of_day && time_of_day.wrong_by_s(),
      })),
    ),
};

/** Describes an answer that is not JSON built by the panel. */
const file = (type: string, schema: v.GenericSchema | null = null) => ({ status: 200, type, schema }) as const;

export const STATE_ROUTES: readonly PanelRoute[] = [
  devices,
  deviceGet('screen.png', {
    summary: 'Returns the screen as a picture.',
    answer: file('image/png'),
    respond: async ({ device }) => ok(await device.screen.png()),
  }),
  deviceGet('screen.txt', {
    summary: 'Returns the screen as text lines; the focused one starts with "> ".',
    answer: file('text/plain; charset=utf-8'),
    respond: ({ device }) => ok(`${device.screen.picture().lines.join('\n')}\n`),
  }),
  deviceGet('history.json', {
    summary: 'Returns the results of all sets.',
    answer: json(historyShape),
    respond: ({ device }) => ok(historyJson(device.device.history())),
  }),
  deviceGet('history.csv', {
    summary: 'Returns the results of all sets, for a spreadsheet.',
    answer: file('text/csv; charset=utf-8'),
    respond: ({ device }) => ok(historyCsv(device.device.history())),
  }),
  ...(['putts', 'putts.json'] as const).map((name) =>
    deviceGet(name, {
      summary: 'Returns all kept putts, oldest first.',
      answer: json(puttsShape),
      respond: ({ device }) => ok(puttsJson(device.device.putts())),
    }),
  ),
  deviceGet('putts.csv', {
    summary: 'Returns all kept putts, for a spreadsheet.',
    answer: file('text/csv; charset=utf-8'),
    respond: ({ device }) => ok(puttsCsv(device.device.putts())),
  }),
  deviceGet('state', {
    summary: 'Returns the state of each machine.',
    answer: json(statesShape),
    respond: ({ device }) => ok(device.device.states()),
  }),
  deviceGet('sight', {
    summary: 'Returns a snapshot of screen, states, LEDs and sounds.',
    answer: json(snapshotShape),
    respond: ({ device }) => ok(snapshotOf(device)),
  }),
  deviceGet('leds', {
    summary: 'Returns the colours of the LEDs.',
    answer: json(ledsShape),
    respond: ({ device }) =>
      ok(
        device.leds
          .colors()
          .map((rgb, index) => ({ led: index + 1, color: rgb === null ? null : colorName(rgb), rgb })),
      ),
  }),
  deviceGet('sounds', {
    summary: 'Returns the newest sounds and the number of all.',
    answer: json(soundsShape),
    respond: ({ device }) =>
      ok({ sounds: device.speaker.played().map(({ sound }) => sound), count: device.speaker.count() }),
  }),
  deviceQuery('log', {
    summary: `Returns the newest lines of the log, oldest first. Default: ${LOG_LINES} lines.`,
    query: { schema: logQuery, lists: [] },
    answer: json(logShape),
    respond({ device }, { lines = LOG_LINES, level = 'debug' }) {
      const least = LEVELS.indexOf(level);
      const matching = device.log.lines().filter((line) => LEVELS.indexOf(line.level) >= least);
      return ok(matching.slice(-lines).map(logLine));
    },
  }),
];
