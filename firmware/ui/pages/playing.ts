// An experience in play: the lane with the putt on it, the verdict, the figures of the strike, and where everybody stands.

import type { Remark } from '../../games/game.ts';
import { rulesOf } from '../../games/games.ts';
import type { Putt } from '../../games/putt.ts';
import { playerOf } from '../../facts/facts.ts';
import type { ExperienceContext } from '../../machines/experience.ts';
import { isOver, mayChooseTurn, remarkOf } from '../../machines/experience.ts';
import { stationText, type Units } from '../../units.ts';
import type { IconName } from '../icons.ts';
import { drawLane, outcomeText } from '../lane.ts';
import { golfPage } from './golf.ts';
import { linkText, seats, SEATS_TOP, type PlayingView } from './in-play.ts';
import { HEADER_HEIGHT, createPage, footer, header, type Page, type PageView } from '../page.ts';
import { textWidth } from '../text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../theme.ts';
import { ballTiles, drawTiles, strikeTiles } from '../tiles.ts';

const LANE_TOP = HEADER_HEIGHT + 6;

export function playingPage(view: PlayingView): PageView {
  const { experience, rolling, link, now_ms } = view;
  const { state, facts, putt } = experience;
  if (state.game === 'golf') return golfPage(view, state);
  const { units } = facts.settings;
  const rules = rulesOf(state.game);
  const page = createPage();
  const target_ft = rules.target_ft(state);
  const over = isOver(experience);
  header(page, rules.name, { right: rolling ? experience.putt_progress : rules.progress(state) });
  const free = state.game === 'metrics';
  const shown = rolling || free ? putt : null;
  const lane_target = rolling && putt ? putt.target_ft : target_ft;
  const called_ft = rules.called_ft?.(state) ?? null;
  const lane_called = rolling ? experience.putt_called_ft : called_ft;
  if (lane_target !== null) page.say(`Target: ${stationText(lane_target, units)}`);
  if (lane_called !== null) page.say(`To make: ${stationText(lane_called, units)}`);
  drawLane(page, {
    top: LANE_TOP,
    height: free ? 92 : 140,
    target_ft: lane_target,
    called_ft: lane_called,
    outcome: shown?.outcome ?? null,
    since_s: shown ? (now_ms - shown.strike.at_ms) / 1000 : 0,
    units,
  });
  if (shown) verdictChip(page, shown, remarkOf(experience), units);
  else nowText(page, link === 'ready' || link === 'blocked' ? turnText(experience) : 'Waiting for the sensor');
  linkText(page, link, LANE_TOP + (free ? 92 : 140));
  const next_ft = target_ft ?? called_ft;
  if (shown && !over && next_ft !== null) nextText(page, stationText(next_ft, units));
  drawTiles(page, strikeTiles(putt, units), free ? 146 : 194, free ? 52 : 56);
  if (free) drawTiles(page, ballTiles(putt, units), 202, 50);
  seats(page, experience);
  footer(page, footerText(experience, rolling), { ok: rolling });
  touchSeats(page, experience);
  return page.view();
}

const turnText = (experience: ExperienceContext): string => {
  const seat = experience.state.seats[experience.state.turn];
  const name = playerOf(experience.facts, seat?.player_id ?? null)?.name ?? '';
  return experience.facts.players.length > 1 ? `${name} to putt` : 'Ready: strike the ball';
};

function footerText({ state }: ExperienceContext, rolling: boolean): string {
  if (state.game === 'metrics')
    return state.seats.length > 1 ? '← → who putts · Back: end of session' : 'Back: end of session';
  return rolling ? 'OK: next putt · Back: leave, the set is kept' : 'Back: leave, the set is kept';
}

const VERDICT_ICON: Record<string, IconName> = {
  holed: 'check',
  lip: 'warn',
  miss: 'cross',
  short: 'cross',
  '': 'lag',
};

function verdictChip(page: Page, putt: Putt, remark: Remark | null, units: Units): void {
  const text = remark?.text ?? outcomeText(putt.outcome, units);
  const good = remark?.good ?? putt.outcome.verdict === 'holed';
  const width = textWidth(text, SIZE.body) + 46;
  page.rect(MARGIN + 8, LANE_TOP + 8, width, 30, { fill: good ? COLOR.good : COLOR.shade, radius: 15 });
  const ink = good ? COLOR.hole : COLOR.text;
  page.icon(
    remark?.good ? 'check' : (VERDICT_ICON[putt.outcome.verdict] ?? 'lag'),
    MARGIN + 15,
    LANE_TOP + 13,
    20,
    ink,
  );
  page.text(MARGIN + 40, LANE_TOP + 29, text, { size: SIZE.body, color: ink });
  page.say(`Verdict: ${text}`);
}

function nowText(page: Page, text: string): void {
  page.text(MARGIN + 12, LANE_TOP + 24, text, { size: SIZE.small });
  page.say(`Now: ${text}`);
}

function nextText(page: Page, station: string): void {
  page.text(WIDTH - MARGIN - 12, LANE_TOP + 26, `next ${station}`, { size: SIZE.small, align: 'right' });
  page.say(`Next: ${station}`);
}

/** A finger on the left or right half of the seats means the player before or after. */
function touchSeats(page: Page, experience: ExperienceContext): void {
  if (!mayChooseTurn(experience)) return;
  page.touch({ x: 0, y: SEATS_TOP, w: WIDTH / 2, h: 34, key: 'left', row: null });
  page.touch({ x: WIDTH / 2, y: SEATS_TOP, w: WIDTH / 2, h: 34, key: 'right', row: null });
}
