// The device's own network: its name and password, and where a phone's requests lead.

import test from 'ava';
import { accessPointFrom } from '../../../bin/board/own-network.ts';
import { isWifiSecret } from '../../../wire/wifi-secret.ts';

test('[wifi] the own network has a valid password of its own per token, unless the board file has one', (t) => {
  const points = Array.from({ length: 50 }, (_, i) => accessPointFrom(`token-${i}`, {}));
  for (const { name, password, address } of points) {
    t.regex(name, /^putter-[\dA-F]{4}$/);
    t.regex(password, /^[a-km-np-z2-9]{12}$/);
    t.true(isWifiSecret(password));
    t.is(address, '10.42.0.1');
  }
  t.is(new Set(points.map(({ password }) => password)).size, 50);
  t.deepEqual(accessPointFrom('token-1', {}), points[1]);
  t.is(accessPointFrom('token-1', { is_board_unused: true }).name, 'putter board.yaml?');
  t.like(accessPointFrom('token-1', { password: 'make every putt' }), {
    name: points[1]?.name,
    password: 'make every putt',
  });
});
