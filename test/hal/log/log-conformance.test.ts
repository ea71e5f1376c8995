// Runs the log conformance suite on both logs.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createLineLog } from '../../../hal/log/log-lines.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { logConformance, type LogFactory } from './log-conformance.ts';
import { titled } from '../../support/titled.ts';

const onStream: LogFactory = () => {
  let written = '';
  const log = createLineLog(createVirtualClock(), (text) => (written += text), 'debug');
  return { log, lines: () => written.split('\n').slice(0, -1) };
};

const inMemory: LogFactory = () => {
  const log = createMemoryLog(createVirtualClock());
  return { log, lines: () => log.lines().map((line) => JSON.stringify(line)) };
};

for (const [name, factory] of Object.entries({ 'lines on a stream': onStream, memory: inMemory }))
  logConformance(titled(test, name), factory);
