// State of the first start on its form: an answer of a device that restarts.

import test from 'ava';
import { isRestarting } from '../../../../../sims/panel/page/set-up/state.ts';

test('[first start] keeps its form while a device that restarts does not know its Wi-Fi', (t) => {
  const [with_wifi, without] = [{ has_wifi: true }, { has_wifi: false }];
  t.true(isRestarting(with_wifi, without));
  t.false(isRestarting(with_wifi, with_wifi));
  t.false(isRestarting(without, without), 'a board without Wi-Fi');
  t.false(isRestarting(without, with_wifi));
  t.false(isRestarting(null, without), 'a page that was just loaded');
});
