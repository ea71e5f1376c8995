// Verbs for the game: ball prediction, players, settings and stored values.

import { TARGET_FIELDS } from '../target.ts';
import { lengthOf } from '../../roll/direction.ts';
import { outcomeOf } from '../../roll/verdict.ts';
import { pathOf } from '../../roll/path.ts';
import { ballSpeedFor, FOOT_M } from '../../roll/roll.ts';
import { rollOver, type StruckBall } from '../../roll/sloped-roll.ts';
import { planeOf } from '../../roll/surface.ts';
import { feetOf } from '../../units.ts';
import type { LuaGiven } from '../lua/values.ts';
import { TREND_POINTS_MAX, type ScriptSession, type SettingValue, type TrendPoint } from '../session.ts';
import { NOTHING, give, refuse, verb, type Verb } from './verb.ts';

const feet = <const Name extends string>(name: Name, doc: string) =>
  ({ name, type: 'number', min: 0.1, max: 300, doc }) as const;
const key = { name: 'key', type: 'text', chars_max: 32, doc: 'key name' } as const;

const [STORE_KEYS_MAX, STORE_BYTES_MAX] = [32, 4096];
/** Cost of a prediction: a roll is some thousand steps of physics. */
const PREDICT_INSTRUCTIONS = 3000;

/** Returns the value of a setting: from the settings page, or its default. */
function settingValue({ manifest, input }: ScriptSession, name: string): SettingValue | undefined {
  const setting = manifest?.settings.find((each) => each.key === name);
  if (!setting) return undefined;
  return (Object.hasOwn(input.settings, name) ? input.settings[name] : undefined) ?? setting.default;
}

const playerTable = ({ players }: ScriptSession, place: number): LuaGiven => {
  const player = players[place];
  return player ? { index: place + 1, name: player.name, handicap: player.handicap } : undefined;
};

function predict(session: ScriptSession, ball_mps: number, start_deg: number, target_ft: number): LuaGiven {
  const { stimp_ft, x_factor } = session.input;
  const outcome = outcomeOf({ speed_mps: ball_mps, start_deg }, { stimp_ft, x_factor }, target_ft);
  return {
    verdict: outcome.verdict,
    distance_ft: feetOf(outcome.roll.distance_m),
    leave_ft: feetOf(outcome.leave_m ?? 0),
    x_ft: feetOf(outcome.x_m),
    y_ft: feetOf(outcome.y_m),
    time_s: outcome.roll.time_s,
  };
}

const percent = <const Name extends string>(name: Name, doc: string) =>
  ({ name, type: 'number', min: -10, max: 10, doc }) as const;

interface Slope {
  readonly up_percent?: number;
  readonly side_percent?: number;
}

/** Time between the points of a path, seconds. */
const PATH_EVERY_S = 0.1;

/** Predicts a putt on a plane slope, with its path. */
function predictOn(
  { input: { stimp_ft, x_factor } }: ScriptSession,
  struck: StruckBall,
  target_ft: number,
  { up_percent = 0, side_percent = 0 }: Slope,
): LuaGiven {
  const green = { stimp_ft, x_factor, surface: planeOf({ up_percent, side_percent }) };
  const hole_m = target_ft * FOOT_M;
  const { outcome, path } = pathOf(struck, green, hole_m, PATH_EVERY_S);
  const free = rollOver(struck, green, { hole_m: null });
  return {
    verdict: outcome.verdict,
    distance_ft: feetOf(lengthOf(free.x_m, free.y_m)),
    leave_ft: feetOf(lengthOf(outcome.x_m - hole_m, outcome.y_m)),
    x_ft: feetOf(outcome.x_m),
    y_ft: feetOf(outcome.y_m),
    time_s: free.time_s,
    rests: outcome.rests,
    path: path.map(({ t_s, x_m, y_m }) => ({ t_s, x_ft: feetOf(x_m), y_ft: feetOf(y_m) })),
  };
}

const ROLL: readonly Verb[] = [
  verb({
    module: 'roll',
    name: 'predict',
    doc: 'Predicts a putt on this green, or on a slope of this speed. Returns verdict, distance_ft, leave_ft, x_ft (towards the hole), y_ft (to the right) and time_s; with a slope also rests, and path: a point every 0.1 s.',
    args: [
      { name: 'ball_mps', type: 'number', min: 0, max: 12, doc: 'ball speed in m/s' },
      { name: 'start_deg', type: 'number', min: -90, max: 90, doc: 'start direction in degrees; positive right' },
      feet('target_ft', 'distance to the hole in feet'),
      {
        name: 'opts',
        type: 'options',
        optional: true,
        fields: [
          percent('up_percent', 'rise towards the hole in per cent; negative downhill; default 0'),
          percent('side_percent', 'fall to the right in per cent; negative to the left; default 0'),
        ],
        doc: 'slope of the green; default level',
      },
    ],
    gives: 'Prediction',
    run: (session, { ball_mps, start_deg, target_ft, opts }) => ({
      value: opts
        ? predictOn(session, { speed_mps: ball_mps, start_deg }, target_ft, opts)
        : predict(session, ball_mps, start_deg, target_ft),
      work: PREDICT_INSTRUCTIONS * (opts ? 2 : 1),
    }),
  }),
  verb({
    module: 'roll',
    name: 'speed_for',
    doc: 'Returns the ball speed (m/s) that rolls this distance on this green.',
    args: [feet('distance_ft', 'distance in feet')],
    gives: 'number',
    run: ({ input }, { distance_ft }) => give(ballSpeedFor(distance_ft, input.stimp_ft, input.x_factor)),
  }),
  verb({
    module: 'roll',
    name: 'stimp',
    doc: 'Returns the speed of the green, in feet on the stimpmeter.',
    args: [],
    gives: 'number',
    run: ({ input }) => give(input.stimp_ft),
  }),
];

const SETTINGS: readonly Verb[] = [
  verb({
    module: 'settings',
    name: 'get',
    doc: 'Returns the value of a setting that the manifest declares. Before the manifest, returns nil while a store checks the text.',
    args: [key],
    gives: 'integer | string | boolean',
    run(session, { key: name }) {
      if (!session.manifest) {
        session.early.settings.add(name);
        return give(Object.hasOwn(session.input.settings, name) ? session.input.settings[name] : undefined);
      }
      const value = settingValue(session, name);
      return value === undefined ? refuse(`the manifest has no setting ${name}`) : give(value);
    },
  }),
  verb({
    module: 'settings',
    name: 'all',
    doc: 'Returns all settings by key.',
    args: [],
    gives: 'table<string, integer | string | boolean>',
    run(session) {
      const { manifest } = session;
      if (!manifest) return give(session.input.settings);
      return give(Object.fromEntries(manifest.settings.map((each) => [each.key, settingValue(session, each.key)])));
    },
  }),
];

const STORE: readonly Verb[] = [
  verb({
    module: 'store',
    name: 'get',
    doc: 'Returns the value stored under a key, or the default. Values survive a restart of the device.',
    args: [key, { name: 'default', type: 'value', optional: true, doc: 'returned if nothing is stored; default nil' }],
    gives: 'number | string | boolean | nil',
    run: ({ store }, { key: name, default: fallback }) => give(store.get(name) ?? fallback),
  }),
  verb({
    module: 'store',
    name: 'set',
    doc: `Stores a value under a key; at most ${STORE_KEYS_MAX} keys and ${STORE_BYTES_MAX} bytes.`,
    args: [key, { name: 'value', type: 'value', doc: 'value to store' }],
    gives: '',
    run(session, { key: name, value }) {
      const next = new Map(session.store).set(name, value);
      if (next.size > STORE_KEYS_MAX) return refuse(`store holds at most ${STORE_KEYS_MAX} keys`);
      const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(next))).length;
      if (bytes > STORE_BYTES_MAX)
        return refuse(`store holds at most ${STORE_BYTES_MAX} bytes, and this makes ${bytes}`);
      session.store.set(name, value);
      session.store_changed = true;
      return NOTHING;
    },
  }),
  verb({
    module: 'store',
    name: 'clear',
    doc: 'Deletes all stored values.',
    args: [],
    gives: '',
    run(session) {
      session.store.clear();
      session.store_changed = true;
      return NOTHING;
    },
  }),
];

const trendKey = (session: ScriptSession, name: string): string | null =>
  session.manifest?.trend.some((field) => field.key === name) ? name : null;

const figuresOf = ({ trend }: ScriptSession, name: string): readonly TrendPoint[] =>
  trend.filter(({ key }) => key === name);

const TREND: readonly Verb[] = [
  verb({
    module: 'trend',
    name: 'add',
    doc: `Adds a figure for the player on turn to a trend of the manifest. Keeps the newest ${TREND_POINTS_MAX} per trend; the row Trend on the extension's page shows them.`,
    args: [key, { name: 'value', type: 'number', min: -1e9, max: 1e9, doc: 'figure to add' }],
    gives: '',
    run(session, { key: name, value }) {
      if (!session.manifest) session.early.trend.add(name);
      else if (trendKey(session, name) === null) return refuse(`the manifest has no trend ${name}`);
      if (session.new_trend.length >= TREND_POINTS_MAX)
        return refuse(`at most ${TREND_POINTS_MAX} figures in one call`);
      session.trend.push({ key: name, value });
      if (figuresOf(session, name).length > TREND_POINTS_MAX)
        session.trend.splice(
          session.trend.findIndex((point) => point.key === name),
          1,
        );
      session.new_trend.push({ key: name, value, player: session.current });
      return NOTHING;
    },
  }),
  verb({
    module: 'trend',
    name: 'last',
    doc: 'Returns the newest figures of a trend, from all players, oldest first.',
    args: [
      key,
      {
        name: 'n',
        type: 'integer',
        min: 1,
        max: TREND_POINTS_MAX,
        optional: true,
        doc: 'number of figures; default 10',
      },
    ],
    gives: 'number[]',
    run: (session, { key: name, n = 10 }) =>
      give(
        figuresOf(session, name)
          .slice(-n)
          .map(({ value }) => value),
      ),
  }),
];

const PLAYERS: readonly Verb[] = [
  verb({
    module: 'players',
    name: 'list',
    doc: 'Returns all players: tables with index, name and handicap.',
    args: [],
    gives: 'Player[]',
    run: (session) => give(session.players.map((_, place) => playerTable(session, place))),
  }),
  verb({
    module: 'players',
    name: 'current',
    doc: 'Returns the player on turn: a table with index, name and handicap.',
    args: [],
    gives: 'Player',
    run: (session) => give(playerTable(session, session.current)),
  }),
  verb({
    module: 'players',
    name: 'next',
    doc: 'Passes the turn to the next player, wrapping from the last to the first. Returns that player.',
    args: [],
    gives: 'Player',
    run(session) {
      session.current = (session.current + 1) % session.players.length;
      return give(playerTable(session, session.current));
    },
  }),
  verb({
    module: 'players',
    name: 'set',
    doc: 'Gives the turn to a player.',
    args: [{ name: 'index', type: 'integer', min: 1, max: 4, doc: 'index of the player, from 1' }],
    gives: '',
    run(session, { index }) {
      const count = session.players.length;
      if (index > count) return refuse(`index must be at most ${count}`);
      session.current = index - 1;
      return NOTHING;
    },
  }),
];

const SHOT: readonly Verb[] = [
  verb({
    module: 'shot',
    name: 'send',
    doc: 'In ext.putt: forwards this putt with this target instead of that of ext.target.',
    args: TARGET_FIELDS,
    gives: '',
    run(session, { kind, distance_ft, hole = 0, stroke = 0 }) {
      session.shot = { kind, distance_ft, hole, stroke };
      return NOTHING;
    },
  }),
];

export const PLAY: readonly Verb[] = [...ROLL, ...SETTINGS, ...STORE, ...TREND, ...PLAYERS, ...SHOT];
