// Clouds that a device can reach without a network.

import test from 'ava';
import { isOnLoopback } from '../../../bin/serve/local-device.ts';

for (const [cloud, is_near] of [
  ['http://127.0.0.1:8322', true],
  ['http://localhost:8322', true],
  ['http://[::1]:8322', true],
  ['https://play.example', false],
  ['http://192.168.1.5:8322', false],
  ['http://localhost.example', false],
  [undefined, false],
] as const)
  test(`[R115] a device with the cloud ${cloud ?? 'none'} ${is_near ? 'needs no' : 'waits for a'} network`, (t) => {
    t.is(isOnLoopback(cloud), is_near);
  });
