// Runs the serial conformance suite on a real adapter whose TX is wired to its RX. Set TAPIN_SERIAL_LOOPBACK to its
// path.

import { env } from 'node:process';
import test from 'ava';
import { createTtyPort } from '../../../hal/serial/serial-tty.ts';
import { serialConformance, type LineFactory } from './serial-conformance.ts';

const path = env['TAPIN_SERIAL_LOOPBACK'];

const loopback: LineFactory = () =>
  Promise.resolve({ port: createTtyPort(path ?? ''), until: <T>(done: Promise<T>) => done });

// There is only one port: run the tests serially.
if (path) serialConformance(test.serial, loopback);
else test.skip('[serial] hardware: set TAPIN_SERIAL_LOOPBACK=/dev/serial/by-id/… with TX wired to RX', () => {});
