// Page of a set in play: the lane with the putt, the verdict, the strike's figures, and the standings; or the
// experience's own page.

import type { LinkState } from '../../../hal/sensor/sensor.ts';
import type { Putt } from '../../experiences/putt.ts';
import { rulesOf, setOf } from '../../experiences/registry.ts';
import { playerOf } from '../../persisted/persisted.ts';
import { isOver, mayChooseTurn, remarkOf, rollsFor, type SetContext } from '../../play/set.ts';
import { ask, playKey } from '../navigation.setup.ts';
import type { DeviceView } from '../page-entry.ts';
import { playPage } from './play-page.ts';
import { stationText } from '../../units.ts';
import { drawLane, outcomeText } from '../../ui/lane.ts';
import { HEADER_HEIGHT, createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';
import { ballTiles, drawTiles, strikeTiles } from '../../ui/tiles.ts';
import { SPARKS_S } from '../../ui/sparks.ts';
import { drawVerdict } from '../../ui/verdict-chip.ts';
import {
  linkText,
  nameOnTurn,
  seats,
  SEATS_AREA,
  puttShown,
  sinceStrike,
  type SetPageView,
} from '../../ui/set-page.ts';

const LANE_TOP = HEADER_HEIGHT + 6;

/** Back leaves the page and the set continues, unless Back is the only way to end the set. */
export const playingPage = playPage({
  name: 'playing',
  shows: ['set'],
  tags: ['busy'],
  state: {
    on: {
      'key.left': { actions: playKey('left') },
      'key.right': { actions: playKey('right') },
      'key.ok': { actions: playKey('ok') },
      'key.back': { target: 'setup', actions: ask({ type: 'play.leave' }) },
    },
  },
  draw,
  movesUntil_ms: ({ play: { set } }) => (set?.putt ? set.putt.strike.at_ms + (rollsFor(set) + SPARKS_S) * 1000 : 0),
});

function draw({ play, sensor: { link } }: DeviceView, now_ms: number): PageView {
  const { set } = play;
  if (!set) return createPage().view();
  const view = viewOf(set, play, link, now_ms);
  return setOf(set.state.game).draw?.(view) ?? lanePage(view, set);
}

type Phase = Pick<DeviceView['play'], 'rolling' | 'resting'>;

/**
 * Returns the data of the page. The turn advances once the putt has come to rest and its verdict was shown; the score
 * changes with the verdict.
 */
function viewOf(
  set: SetContext,
  { rolling, resting }: Phase,
  link: LinkState,
  now_ms: number,
): SetPageView<SetContext['state']> {
  const { state, before, persisted, putt, path } = set;
  const { name, rules } = setOf(state.game);
  const scored = rolling && !resting ? before : state;
  const turn = rolling ? before.turn : state.turn;
  return {
    name,
    progress: rules.progress(rolling ? before : state),
    state,
    putt,
    path,
    before,
    remark: remarkOf(set),
    seats: state.seats.map(({ player_id }, seat) => ({
      name: playerOf(persisted, player_id)?.name ?? '',
      standing: rules.standing(scored, seat),
      color: seatColor(seat),
      on_turn: seat === turn,
      remark: '',
    })),
    units: persisted.settings.units,
    link,
    rolling,
    resting,
    now_ms,
  };
}

/** Draws the common page. A free session shows more of the strike, and keeps the newest putt. */
function lanePage(view: SetPageView<SetContext['state']>, set: SetContext): PageView {
  const { state, putt, rolling, resting, link, units } = view;
  const { free } = setOf(state.game);
  const rules = rulesOf(state.game);
  const page = createPage();
  header(page, view.name, { right: view.progress });
  const shown = rolling || free ? putt : null;
  const judged = resting || (free && !rolling) ? shown : null;
  const [target_ft, called_ft] = [rules.target_ft(state), rules.called_ft?.(state) ?? null];
  const lane_target = rolling && putt ? putt.target_ft : target_ft;
  const lane_called = rolling ? (rules.called_ft?.(view.before) ?? null) : called_ft;
  if (lane_target !== null) page.say(`Target: ${stationText(lane_target, units)}`);
  if (lane_called !== null) page.say(`To make: ${stationText(lane_called, units)}`);
  drawLane(page, {
    top: LANE_TOP,
    height: free ? 92 : 140,
    target_ft: lane_target,
    called: lane_called === null ? null : { feet: lane_called, within: rules.called_within ?? 0 },
    outcome: shown?.outcome ?? null,
    since_s: shown ? Math.max(sinceStrike(view), resting ? rollsFor(set) : 0) : 0,
    units,
  });
  if (judged) verdict(page, judged, view);
  else if (!shown)
    nowText(page, link === 'ready' || link === 'blocked' ? turnText(view, set) : 'Waiting for the sensor');
  linkText(page, link, LANE_TOP + (free ? 92 : 140));
  const next_ft = target_ft ?? called_ft;
  if (judged && !isOver(set) && next_ft !== null) nextText(page, stationText(next_ft, units));
  drawTiles(page, strikeTiles(puttShown(view), units), free ? 146 : 194, free ? 52 : 56);
  if (free) drawTiles(page, ballTiles(putt, units), 202, 50);
  seats(page, view);
  footer(page, footerText(set, rolling), { ok: rolling });
  if (mayChooseTurn(set)) touchSeats(page);
  return page.view();
}

const turnText = (view: SetPageView, { persisted }: SetContext): string =>
  persisted.players.length > 1 ? `${nameOnTurn(view)} to putt` : 'Ready: strike the ball';

function footerText(set: SetContext, rolling: boolean): string {
  if (setOf(set.state.game).free) return mayChooseTurn(set) ? '← → player · Back: end session' : 'Back: end session';
  return rolling ? 'OK: next putt · Back: leave, set is saved' : 'Back: leave, set is saved';
}

/** Returns the prefix with the name of the putt's player; '' with a single seat. */
const nameOf = ({ seats: listed, before }: SetPageView): string =>
  listed.length > 1 ? `${listed[before.turn]?.name ?? ''}: ` : '';

/** Draws the verdict. A putt that scores points counts as good, even if it missed the hole. */
function verdict(page: Page, putt: Putt, view: SetPageView<SetContext['state']>): void {
  const { remark, state, before, units } = view;
  const text = `${nameOf(view)}${remark?.text ?? outcomeText(putt.outcome, units)}`;
  const scored = rulesOf(state.game).scored?.(state, before.turn) ?? false;
  const good = remark?.good ?? (putt.outcome.verdict === 'holed' || scored);
  drawVerdict(page, { top: LANE_TOP, text, good, verdict: putt.outcome.verdict });
}

function nowText(page: Page, text: string): void {
  page.text(MARGIN + 12, LANE_TOP + 24, text, { size: SIZE.small });
  page.say(`Now: ${text}`);
}

function nextText(page: Page, station: string): void {
  page.text(WIDTH - MARGIN - 12, LANE_TOP + 26, `next ${station}`, { size: SIZE.small, align: 'right' });
  page.say(`Next: ${station}`);
}

/** Adds touch areas: the left half of the seats selects the previous player, the right half the next. */
function touchSeats(page: Page): void {
  page.touch({ ...SEATS_AREA, x: 0, w: WIDTH / 2, key: 'left', row: null });
  page.touch({ ...SEATS_AREA, x: WIDTH / 2, w: WIDTH / 2, key: 'right', row: null });
}
