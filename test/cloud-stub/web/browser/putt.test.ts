// Putts that are typed or drawn on a page.

import test from 'ava';
import { checkBody } from '../../../support/extension/extension-script.ts';
import { loadLua } from '../../../../firmware/extension-runtime/lua/wasm.ts';
import { CHECK_INPUT } from '../../../../firmware/extension-runtime/session.ts';
import { createStrokeOf } from '../../../../firmware/extension-runtime/strike.ts';
import { startBody } from '../../../support/extension/extension-script.ts';
import {
  DISTANCE_FT,
  feetAt,
  FIRST_PUTT,
  PULL_MAX,
  pullForFeet,
  puttOfPull,
  puttText,
  speedForFeet,
  strikeOf,
} from '../../../../cloud-stub/web/browser/preview/putt.ts';

const lua = await loadLua();

test('[C112] a putt of a given length in feet rolls that far in the runtime', (t) => {
  t.true(checkBody(lua, '').ok);
  const script = startBody(lua, '', CHECK_INPUT);
  for (const feet of [DISTANCE_FT.min, 3, 10, 33.3, DISTANCE_FT.max]) {
    const strike = strikeOf({ club_speed_mps: speedForFeet(feet), face_angle_deg: 0 });
    const stroke = createStrokeOf(strike, {}, script);
    const rolled = typeof stroke === 'object' && 'distance_ft' in stroke ? Number(stroke['distance_ft']) : 0;
    t.true(Math.abs(rolled - feet) < 1e-9, `${feet} ft rolls ${rolled}`);
    t.true(Math.abs(feetAt(speedForFeet(feet)) - feet) < 1e-9);
  }
  script.close();
});

test('[C112] a pull sets the distance by its length and the face by its side', (t) => {
  t.is(puttOfPull({ right: 0, down: 5 }), null, 'too short');
  t.is(puttOfPull({ right: 3, down: -50 }), null, 'forward');
  for (const feet of [10, 40]) {
    const putt = puttOfPull({ right: 0, down: pullForFeet(feet) });
    t.is(Math.round(feetAt(putt?.club_speed_mps ?? 0)), feet);
    t.is(putt?.face_angle_deg, 0);
  }
  t.is(puttOfPull({ right: -100, down: 100 })?.face_angle_deg, 6, 'a pull to the left opens the face');
  t.is(puttOfPull({ right: 100, down: 100 })?.face_angle_deg, -6);
  t.deepEqual(puttOfPull({ right: 0, down: 10 * PULL_MAX }), puttOfPull({ right: 0, down: PULL_MAX }));
});

test('[C112] describes a putt in words', (t) => {
  t.is(puttText(FIRST_PUTT), '10.0 ft, 1.47 m/s, straight');
  t.is(puttText({ club_speed_mps: 2, face_angle_deg: -1.5 }), '18.4 ft, 2.00 m/s, 1.5° to the left');
});
