// Backend names that `tapin test --on` accepts.

import test from 'ava';
import { readBackendName } from '../../../bin/backend/backend-name.ts';

test('[cli] accepts any SSH destination, with or without a local serial port for the board', (t) => {
  const place = (host: string, board_port: string | null) => ({ kind: 'ssh', host, board_port });
  for (const host of ['putter', 'pi@putter.local', 'ssh://pi@[fe80::1]:2222'])
    t.deepEqual(readBackendName(`ssh=${host}`), place(host, null));
  t.deepEqual(readBackendName('ssh=pi@putter,board=/dev/ttyUSB0'), place('pi@putter', '/dev/ttyUSB0'));
});

test('[cli] accepts a panel address with its token, and the words virtual and process', (t) => {
  const origin = 'http://127.0.0.1:8321';
  t.deepEqual(readBackendName(`panel=${origin}/?token=abc`), { kind: 'panel', origin, token: 'abc' });
  t.deepEqual([readBackendName('virtual'), readBackendName('process')], [{ kind: 'virtual' }, { kind: 'process' }]);
});

test('[cli] refuses any other name, above all one that ssh would read as an option', (t) => {
  const no_machine = ['ssh', 'ssh=', 'ssh=a b', 'ssh=a,board=', 'ssh=a,b', 'ssh=-oProxyCommand=reboot'];
  const no_panel = ['panel=', 'panel=http://127.0.0.1:8321/', 'panel=ftp://h/?token=x'];
  for (const wrong of ['', 'moon', ...no_machine, ...no_panel])
    t.throws(
      () => readBackendName(wrong),
      { message: /^A backend must be virtual, process, ssh=DESTINATION, .* or panel=URL / },
      wrong,
    );
});
