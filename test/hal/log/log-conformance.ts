// Conformance suite for every log: the contract in hal/log/log.ts.

import type { Log, LogLevel } from '../../../hal/log/log.ts';
import type { Declare } from '../../support/titled.ts';

/** Creates a new log; `lines` returns the lines written so far. */
export type LogFactory = () => { readonly log: Log; lines(): readonly string[] };

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export function logConformance(test: Declare, factory: LogFactory): void {
  test('[log] writes one line per call with level, area, text and fields, in order', (t) => {
    const { log, lines } = factory();
    for (const level of LEVELS)
      log.write(level, 'sensor', `A ${level} line.`, { count: 7, lost: false, path: '/dev/x', none: null });
    t.is(lines().length, LEVELS.length);
    for (const [i, level] of LEVELS.entries())
      for (const part of [level, 'sensor', `A ${level} line.`, '7', 'false', '/dev/x', 'null'])
        t.true(lines()[i]?.includes(part), `${part} in ${lines()[i]}`);
  });

  test('[log] writes a line without fields', (t) => {
    const { log, lines } = factory();
    log.write('info', 'flash', 'Nothing more to say.');
    t.is(lines().length, 1);
    t.true(lines()[0]?.includes('Nothing more to say.'));
  });

  test('[log] keeps text with a line break on one line', (t) => {
    const { log, lines } = factory();
    log.write('warn', 'sensor', 'first\n9.999 error device: forged', { text: 'a\nb' });
    log.write('info', 'sensor', 'second');
    t.is(lines().length, 2);
    t.true(lines()[1]?.includes('second'));
  });
}
