// Tests of `roll.predict` on slopes: the break, the path, a ball that rolls away, and what the call costs.

import test, { type ExecutionContext } from 'ava';
import { loadLua } from '../../../firmware/extension-runtime/lua/wasm.ts';
import { callBody, endOfCall } from '../../support/extension/extension-script.ts';

const lua = await loadLua();

const holds = (t: ExecutionContext, body: string): void => void t.is(endOfCall(callBody(lua, body)), 'ok', body);

test('[R122] roll.predict on a slope breaks downhill, to the right of a green that falls to the right', (t) => {
  holds(
    t,
    'local p = roll.predict(3, 0, 10, { side_percent = 2 }) assert(p.y_ft > 0.5 and p.verdict == "miss" and p.rests)',
  );
  holds(t, 'local p = roll.predict(3, 0, 10, { side_percent = -2 }) assert(p.y_ft < -0.5)');
  holds(
    t,
    `local up, level, down = roll.predict(2, 0, 30, { up_percent = 2 }), roll.predict(2, 0, 30), roll.predict(2, 0, 30, { up_percent = -2 })
     assert(up.distance_ft < level.distance_ft and level.distance_ft < down.distance_ft)`,
  );
});

test('[R122] roll.predict on a level slope predicts as without one', (t) => {
  holds(
    t,
    `for _, speed in ipairs({ 1.5, 2.4, 3.5 }) do
       local a, b = roll.predict(speed, 0.5, 10), roll.predict(speed, 0.5, 10, {})
       assert(a.verdict == b.verdict)
       for _, name in ipairs({ "x_ft", "y_ft", "leave_ft", "distance_ft", "time_s" }) do
         assert(math.abs(a[name] - b[name]) < 1e-6, name)
       end
     end`,
  );
});

test('[R122] the path of roll.predict begins at the ball and ends where it rests; a ball may roll away', (t) => {
  holds(
    t,
    `local p = roll.predict(2, -5, 10, { side_percent = 3, up_percent = -1 })
     local first, last = p.path[1], p.path[#p.path]
     assert(first.t_s == 0 and first.x_ft == 0 and first.y_ft == 0)
     assert(last.x_ft == p.x_ft and last.y_ft == p.y_ft)
     assert(math.abs(p.path[2].t_s - 0.1) < 1e-9 and #p.path > 20)`,
  );
  holds(t, 'local p = roll.predict(1, 30, 10, { up_percent = -10 }) assert(not p.rests and p.time_s == 20)');
});

test('[R122] roll.predict on a slope is charged for the roll and for its path', (t) => {
  const times = (n: number): string => `for _ = 1, ${n} do roll.predict(3, 0, 10, { side_percent = 2 }) end`;
  t.is(endOfCall(callBody(lua, times(12))), 'ok');
  t.is(endOfCall(callBody(lua, times(50))), 'budget');
});
