// The pages that are lists: main menu, set-up of an experience, players, one player, settings.

import { playerOf } from '../../facts/facts.ts';
import { experience } from '../../experiences/registry.ts';
import { focusOf, type NavigationContext } from '../../machines/navigation.ts';
import { rowsOf } from '../../machines/rows.ts';
import { createPage, footer, header, type PageView } from '../page.ts';
import { listRows } from '../rows.ts';

export function listPage(navigation: NavigationContext, sensor_text: string): PageView {
  const page = createPage();
  const menu = navigation.page === 'menu';
  header(page, titleOf(navigation), { back: !menu, right: menu ? sensor_text : '' });
  const rows = rowsOf(navigation);
  const focus = focusOf(navigation);
  listRows(page, rows, focus);
  const steps = rows[focus]?.left !== undefined;
  const choose = steps ? '← → change' : 'OK: choose';
  footer(page, menu ? `↑ ↓ move · ${choose}` : `↑ ↓ move · ${choose} · Back`);
  return page.view();
}

function titleOf({ page, game, facts, player_id, code }: NavigationContext): string {
  switch (page) {
    case 'menu':
      return 'tapin';
    case 'setup':
      return experience(game).name;
    case 'player':
      return playerOf(facts, player_id)?.name ?? 'Player';
    case 'settings':
      return 'Settings';
    case 'options':
      return facts.installed.find((each) => each.code === code)?.name ?? '';
    default:
      return 'Players';
  }
}
