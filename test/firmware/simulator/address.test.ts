// Simulator addresses as players type them.

import test from 'ava';
import fc from 'fast-check';
import { simulatorFrom } from '../../../firmware/persisted/simulator.ts';
import { lettersOf } from '../../../firmware/pages/settings/naming.ts';
import { addressOf, addressText, presetOf, puttingUrl, readAddress } from '../../../firmware/simulator/address.ts';
import { PRESETS } from '../../../firmware/persisted/simulator.ts';

test('[address] reads a name or a number, with a port or the default one', (t) => {
  t.deepEqual(readAddress('192.168.1.20', 921), { host: '192.168.1.20', port: 921 });
  t.deepEqual(readAddress('192.168.1.20:9210', 921), { host: '192.168.1.20', port: 9210 });
  t.deepEqual(readAddress('golf-pc', 8888), { host: 'golf-pc', port: 8888 });
  t.deepEqual(readAddress('golf-pc.local:1', 8888), { host: 'golf-pc.local', port: 1 });
  t.deepEqual(readAddress('a:65535', 1), { host: 'a', port: 65_535 });
});

test('[address] rejects invalid addresses', (t) => {
  for (const text of [
    '',
    ' ',
    ':921',
    'golf-pc:',
    'golf-pc:0',
    'golf-pc:65536',
    'golf-pc:999999',
    'golf-pc:-1',
    'golf-pc:92x',
    'golf pc',
    '-golf',
    'golf-',
    '.golf',
    'http://golf-pc',
    'golf-pc/x',
    'a:1:2',
    'me@golf-pc',
    'golf-pc?x',
    'golf-pc\n',
    'gölf',
    'x'.repeat(33),
  ])
    t.is(readAddress(text, 921), null, JSON.stringify(text));
  t.not(readAddress('x'.repeat(32), 921), null);
});

test('[address] accepts only addresses that form a valid URL', (t) => {
  for (const text of ['192.168.1.256', '1.2.3.4.5', '999.1.1.1', '1.2.3.x4.09', 'xn--a'])
    t.true(readAddress(text, 1) === null || URL.canParse(`http://${text}/putting`), text);
});

test('[address] accepts only text that is one host and one port and nothing else of a URL', (t) => {
  const letters = fc.constantFrom(...lettersOf('direct'));
  const typed = fc.oneof(fc.string({ unit: letters, maxLength: 34 }), fc.string({ maxLength: 40 }));
  fc.assert(
    fc.property(typed, (text) => {
      const address = readAddress(text, 8888);
      if (!address || !URL.canParse(`http://${addressText(address)}`)) return true;
      const { port, pathname, search, hash, username } = new URL(`http://${addressText(address)}`);
      return Number(port || 80) === address.port && pathname === '/' && search + hash + username === '';
    }),
    { seed: 7, numRuns: 2000 },
  );
  t.pass();
});

test('[address] knows the default port of each program', (t) => {
  t.deepEqual(
    PRESETS.map(({ port }) => port),
    [921, 922, 999, 3111, 49_152],
  );
  t.true(PRESETS.every(({ name }) => name.length > 0 && name.length <= 20));
});

test('[address] defaults to this machine at the usual port of each integration', (t) => {
  const fresh = simulatorFrom({});
  t.deepEqual(addressOf.direct(fresh), { host: '127.0.0.1', port: 921 });
  t.deepEqual(addressOf.connector(fresh), { host: '127.0.0.1', port: 8888 });
  t.is(puttingUrl(fresh), 'http://127.0.0.1:8888/putting');
  const configured = simulatorFrom({ preset: 2, direct: 'golf-pc', connector: '10.0.0.2:9000' });
  t.is(presetOf(configured).name, 'Infinite Tees');
  t.is(addressText(addressOf.direct(configured)), 'golf-pc:999');
  t.is(puttingUrl(configured), 'http://10.0.0.2:9000/putting');
  const own_port = simulatorFrom({ preset: 2, direct: 'golf-pc:5' });
  t.is(addressText(addressOf.direct(own_port)), 'golf-pc:5', 'typed port wins');
});

test('[address] falls back to this machine if the stored text is not an address', (t) => {
  for (const text of ['', 'no address', '::1', 'x:0']) {
    const settings = { ...simulatorFrom({}), direct: text, connector: text };
    t.is(addressText(addressOf.direct(settings)), '127.0.0.1:921', text);
    t.is(puttingUrl(settings), 'http://127.0.0.1:8888/putting', text);
  }
});
