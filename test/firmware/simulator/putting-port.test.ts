// The putting port of a connector: the exact text of a post, and the meaning of each known answer.

import test from 'ava';
import { statusOfAnswer, puttingText } from '../../../firmware/simulator/putting-port.ts';
import { puttShot } from '../../../firmware/simulator/shots.ts';

test('[simport] writes a putt as three numbers without text', (t) => {
  const text = puttingText(puttShot({ mps: 2, face: -3, aoa: 1.5, ratio: 1.6 }));
  t.is(text, '{"ballData":{"BallSpeed":7.16,"TotalSpin":0,"LaunchDirection":-2.61}}');
  t.is(
    puttingText(puttShot({ mps: 0.15, face: 20, aoa: 0, ratio: 1.4 })),
    '{"ballData":{"BallSpeed":0.47,"TotalSpin":0,"LaunchDirection":17.4}}',
  );
});

const outcome = (status: number, text: string) => statusOfAnswer({ status, text }).status;
const word = (status: number, text: string) => statusOfAnswer({ status, text }).word;

/** Known connectors with their answer to an accepted putt. */
const TAKEN = [
  ['gspro-garmin-connect-v2', '{"result":"Data Received "}'],
  ['springbok', '{"result":"Success"}'],
  ['mholow', ''],
  ['csites', '"{\\"result\\": \\"Success\\"}"'],
  ['Putt Quest', '{"result": "success"}'],
  ['a connector that answers in plain text', 'OK'],
  ['a connector that answers no object', '[1, 2]'],
  ['a connector that answers something else', '{"status":"ok","result":7}'],
  ['a connector that answers null', 'null'],
  ['a connector that answers with a page', '<!DOCTYPE html><html></html>'],
] as const;

for (const [connector, text] of TAKEN)
  test(`[simport] counts a putt as received when it is acknowledged by ${connector}`, (t) => {
    t.is(outcome(200, text), 'acknowledged');
    t.is(word(200, text), '');
  });

test('[simport] accepts every 2xx, and refuses any other status without a result', (t) => {
  for (const status of [200, 201, 204, 299]) t.is(outcome(status, ''), 'acknowledged', String(status));
  for (const status of [100, 199, 300, 301, 302, 400, 404, 500, 503, 599])
    for (const text of ['', 'OK', '"OK"', '{"ok":true}', '<!DOCTYPE html><html></html>']) {
      t.is(outcome(status, text), 'refused', `${status} ${text}`);
      t.true(word(status, text).includes(`HTTP ${status}`));
    }
});

test('[simport] trusts a connector’s result at any status', (t) => {
  for (const status of [200, 201, 302, 404, 500, 503]) {
    for (const result of ['Success', 'success', 'OK', 'Data Received ']) {
      const plain = JSON.stringify({ result });
      for (const text of [plain, JSON.stringify(plain)]) {
        t.is(outcome(status, text), 'acknowledged', `${status} ${text}`);
        t.is(word(status, text), '');
      }
    }
    const error = JSON.stringify('{"result" : "ERROR"}');
    t.is(outcome(status, error), 'refused', String(status));
    t.is(word(status, error), 'Connector: ERROR');
  }
  t.is(outcome(500, `{"result":"'TotalSpin'"}`), 'refused', 'an unspecific error counts as refused');
  t.is(word(500, `{"result":"'TotalSpin'"}`), "Connector: 'TotalSpin'");
});

test('[simport] quotes a club refusal, in plain JSON and in JSON within JSON', (t) => {
  const result = 'Putter not selected in GSPro, ignoring.';
  const plain = JSON.stringify({ result });
  for (const text of [plain, JSON.stringify(plain), JSON.stringify(result)]) {
    t.is(outcome(200, text), 'refused', text);
    t.is(word(200, text), `Connector: ${result}`);
  }
});

test('[simport] limits the length of a quoted connector message', (t) => {
  const quoted = word(200, JSON.stringify({ result: `error ${'x'.repeat(5000)}` }));
  t.is(outcome(200, JSON.stringify({ result: `error ${'x'.repeat(5000)}` })), 'refused');
  t.true(quoted.length <= 100, String(quoted.length));
});

test('[simport] cuts a connector message between words, but reads it to its end', (t) => {
  const message = `The putt of ${'four and a half feet '.repeat(5)}was ignored.`;
  t.is(outcome(200, JSON.stringify({ result: message })), 'refused');
  t.is(
    word(200, JSON.stringify({ result: message })),
    'Connector: The putt of four and a half feet four and a half feet four and a half feet four…',
  );
});
