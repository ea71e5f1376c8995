// The address that a server reports, and its message if it cannot listen.

import test from 'ava';
import { listenProblem, originOf } from '../../wire/listening.ts';

test('[listening] formats the address to open', (t) => {
  t.is(originOf('127.0.0.1', 8322), 'http://127.0.0.1:8322');
  t.is(originOf('localhost', 80), 'http://localhost:80');
  t.is(originOf('192.168.1.20', 1), 'http://192.168.1.20:1');
  t.is(originOf('::1', 8322), 'http://[::1]:8322');
  t.is(originOf('fe80::1', 8322), 'http://[fe80::1]:8322');
});

test('[listening] reports the loopback address for a server on all addresses', (t) => {
  t.is(originOf('0.0.0.0', 8322), 'http://127.0.0.1:8322');
  t.is(originOf('::', 8322), 'http://127.0.0.1:8322');
});

test('[listening] reports only addresses that form a valid URL', (t) => {
  for (const host of ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', 'tapin.local'])
    t.is(new URL(originOf(host, 8322)).port, '8322');
});

const thrown = (code: string): Error => Object.assign(new Error(`listen ${code}: the system's words`), { code });

test('[listening] reports a failure with a one-line error that suggests what else to try', (t) => {
  const messageFor = (code: string): string => listenProblem(thrown(code), '10.0.0.9', 80, 'The cloud');
  t.regex(messageFor('EADDRINUSE'), /^Port 80 is in use: .*--port/);
  t.regex(messageFor('EACCES'), /^No permission to open port 80: .*--port/);
  t.regex(messageFor('EADDRNOTAVAIL'), /no address 10\.0\.0\.9: .*--host/);
  t.regex(messageFor('ENOTFOUND'), /no address 10\.0\.0\.9: .*--host/);
  t.regex(messageFor('EOTHER'), /^The cloud can't listen on 10\.0\.0\.9:80: listen EOTHER: the system's words\.$/);
  for (const code of ['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EOTHER'])
    t.regex(messageFor(code), /^[A-Z][^\n]*[^.]\.$/);
});

test('[listening] also reports an error without a code, or a thrown value that is not an error', (t) => {
  t.is(listenProblem(new Error('no more'), 'h', 1, 'The panel'), "The panel can't listen on h:1: no more.");
  t.is(listenProblem('no more', 'h', 1, 'The panel'), "The panel can't listen on h:1: no more.");
});
