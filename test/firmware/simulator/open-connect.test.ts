// Open Connect messages: exact text of those sent, and tolerant reading of those received.

import test from 'ava';
import fc from 'fast-check';
import { readMessage } from '../../../sims/golf-simulators/open-connect.ts';
import { readSimMessage, readyText, shotText } from '../../../firmware/simulator/open-connect.ts';
import { clubShot, puttShot } from '../../../firmware/simulator/shots.ts';
import { fieldsIn, fieldsOf } from '../../support/read-json.ts';
import type { JsonFields } from '../../../wire/json-fields.ts';

test('[open connect] writes the exact fields of a putt', (t) => {
  // 2 m/s at 1.6: 3.2 m/s are 7.158 mph, 2 m/s are 4.474; 0.87 of −3° is −2.61°.
  t.deepEqual(fieldsIn(shotText(puttShot({ mps: 2, face: -3, aoa: 1.5, ratio: 1.6 }), 2)), {
    DeviceID: 'tapin',
    Units: 'Yards',
    ShotNumber: 2,
    APIversion: '1',
    BallData: {
      Speed: 7.16,
      SpinAxis: 0,
      TotalSpin: 0,
      BackSpin: 0,
      SideSpin: 0,
      HLA: -2.61,
      VLA: 0,
      CarryDistance: 0,
    },
    ClubData: {
      Speed: 4.47,
      AngleOfAttack: 1.5,
      FaceToTarget: -3,
      Lie: 0,
      Loft: 0,
      Path: 0,
      SpeedAtImpact: 4.47,
      VerticalFaceImpact: 0,
      HorizontalFaceImpact: 0,
      ClosureRate: 0,
    },
    ShotDataOptions: {
      ContainsBallData: true,
      ContainsClubData: true,
      LaunchMonitorIsReady: true,
      LaunchMonitorBallDetected: true,
      IsHeartBeat: false,
    },
  });
});

test('[open connect] writes a full swing with its complete launch and spin', (t) => {
  t.like(fieldsOf(fieldsIn(shotText(clubShot(19), 9))['BallData']), {
    Speed: 104,
    VLA: 19,
    HLA: 0,
    TotalSpin: 6699,
    SpinAxis: 0,
    BackSpin: 6699,
    SideSpin: 0,
  });
});

test('[open connect] writes ready exactly as a heartbeat without ball data', (t) => {
  const ready = (LaunchMonitorIsReady: boolean): JsonFields => ({
    DeviceID: 'tapin',
    Units: 'Yards',
    ShotNumber: 41,
    APIversion: '1',
    ShotDataOptions: {
      ContainsBallData: false,
      ContainsClubData: false,
      LaunchMonitorIsReady,
      LaunchMonitorBallDetected: LaunchMonitorIsReady,
      IsHeartBeat: true,
    },
  });
  t.deepEqual(fieldsIn(readyText(41)), ready(true));
  t.deepEqual(fieldsIn(readyText(41, false)), ready(false));
});

test('[open connect] writes every message as one ASCII line without a top-level data field', (t) => {
  for (let club = 0; club < 32; club++) {
    const text = shotText(clubShot(club), 2 ** 31 - 1);
    t.regex(text, /^[\x20-\x7e]+$/);
    t.false('data' in fieldsIn(text));
  }
});

test('[open connect] round-trips every plausible putt through the reader of the simulated program', (t) => {
  const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(
      between(0.15, 6),
      between(-20, 20),
      between(-15, 15),
      between(1.4, 1.8),
      fc.integer({ min: 2, max: 2 ** 31 - 1 }),
      (mps, face, aoa, ratio, number) => {
        const message = readMessage(fieldsIn(shotText(puttShot({ mps, face, aoa, ratio }), number)));
        if (message?.kind !== 'shot') return false;
        const { shot, has_ball, as_text, half_spin } = message;
        return (
          has_ball &&
          !as_text &&
          !half_spin &&
          shot.shot_number === number &&
          shot.speed_mph > 0 &&
          Math.abs(shot.speed_mph - mps * ratio * 2.236_94) < 0.01 &&
          Math.abs(shot.hla_deg - 0.87 * face) < 0.006 &&
          Math.abs((shot.club_data?.face_deg ?? 99) - face) < 0.006 &&
          Math.abs((shot.club_data?.attack_deg ?? 99) - aoa) < 0.006 &&
          Math.abs((shot.club_data?.speed_mph ?? 99) - mps * 2.236_94) < 0.01
        );
      },
    ),
    { seed: 7 },
  );
  const ready = readMessage(fieldsIn(readyText(5)));
  t.deepEqual(ready, { kind: 'heartbeat', shot_number: 5, ready: true, ball: true });
});

test('[open connect] reads messages recorded from real simulators', (t) => {
  t.deepEqual(readSimMessage('{"Code":200,"Message":"Ball Data received","Player":null}'), {
    code: 200,
    text: 'Ball Data received',
    player: null,
  });
  t.deepEqual(
    readSimMessage(
      '{"Code":201,"Message":"GSPro Player Information","Player":{"Handed":"RH","Club":"PT","DistanceToTarget":12.5,"Surface":"Fairway"}}',
    ),
    { code: 201, text: 'GSPro Player Information', player: { club: 'PT', handed: 'RH', distance: '12.5' } },
  );
  t.like(readSimMessage('{"Code":202,"Message":"GSPro ready","Player":null}'), { code: 202 });
  t.like(readSimMessage('{"Code":203,"Message":"GSPro round ended"}'), { code: 203, player: null });
  t.like(readSimMessage('{"Code":501,"Message":"Failure occurred"}'), { code: 501 });
  t.deepEqual(readSimMessage('{"Code":"200","Message":null}'), { code: 200, text: '', player: null });
});

test('[open connect] accepts a player with any field missing', (t) => {
  const player = (value: unknown) => readSimMessage(JSON.stringify({ Code: 201, Player: value }))?.player;
  t.deepEqual(player({}), { club: '', handed: '', distance: '' });
  t.deepEqual(player({ Club: null, Handed: 7, DistanceToTarget: 'about 3' }), {
    club: '',
    handed: '7',
    distance: 'about 3',
  });
  t.deepEqual(player({ Club: ['PT'], Handed: {}, DistanceToTarget: true }), { club: '', handed: '', distance: '' });
  for (const none of [null, undefined, 'PT', 5, false]) t.is(player(none), null);
  const long = player({ Club: 'x'.repeat(5000) });
  t.is(long?.club.length, 40);
});

test('[open connect] rejects text that is not a message', (t) => {
  for (const text of [
    '',
    'GSPro ready',
    '{',
    'null',
    '7',
    '"200"',
    '[]',
    '[{"Code":200}]',
    '{}',
    '{"code":200}',
    '{"Code":null}',
    '{"Code":"soon"}',
    '{"Code":200.5}',
    '{"Code":{}}',
    '{"Message":"Ball Data received"}',
    '{"Code":1e999}',
  ])
    t.is(readSimMessage(text), null, text);
});

test('[open connect] rejects a code that is neither a number nor numeric text', (t) => {
  for (const text of [
    '{"Code":""}',
    '{"Code":" "}',
    '{"Code":true}',
    '{"Code":false}',
    '{"Code":[]}',
    '{"Code":[200]}',
  ])
    t.is(readSimMessage(text), null, text);
});

test('[open connect] formats a distance: tenths below 100, whole above, empty if implausible', (t) => {
  const distanceOf = (value: unknown) =>
    readSimMessage(JSON.stringify({ Code: 201, Player: { DistanceToTarget: value } }))?.player?.distance;
  const DISTANCES = [
    [12.5, '12.5'],
    [12.349999904632568, '12.3'],
    [33.25, '33.3'],
    [7, '7'],
    [7.04, '7'],
    [0, '0'],
    [-0.01, '0'],
    [99.94, '99.9'],
    [99.96, '100'],
    [100.4, '100'],
    [437.583_893_2, '438'],
    ['12.349999', '12.3'],
    [' 150.25 ', '150'],
    ['about 3', 'about 3'],
    ['', ''],
    [1e300, ''],
    ['1e999', ''],
    [12_345, ''],
  ] as const;
  for (const [value, text] of DISTANCES) t.is(distanceOf(value), text, String(value));
});

test('[open connect] reads any JSON without throwing and limits its texts', (t) => {
  const anything = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({ Code: fc.jsonValue(), Message: fc.jsonValue(), Player: fc.oneof(fc.jsonValue(), fc.object()) })
      .map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const message = readSimMessage(text);
      if (!message) return true;
      const { club = '', handed = '', distance = '' } = message.player ?? {};
      return (
        Number.isInteger(message.code) && [message.text, club, handed, distance].every((each) => each.length <= 40)
      );
    }),
    { seed: 7, numRuns: 500 },
  );
  t.pass();
});

test('[open connect] cuts a long simulator message between words', (t) => {
  const text = 'The launch monitor interface refused this shot for reasons of its own';
  t.is(readSimMessage(JSON.stringify({ Code: 501, Message: text }))?.text, 'The launch monitor interface refused…');
});
