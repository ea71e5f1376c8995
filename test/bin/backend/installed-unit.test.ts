// The tapin service of a remote machine: reading its systemd unit and overriding it for the time of a scenario.

import test from 'ava';
import { filesOf } from '../../../bin/board/install-files.ts';
import { readInstalledUnit, scenarioUnit, withSensor } from '../../../bin/backend/installed-unit.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const unitOf = (...args: string[]): string =>
  filesOf({
    program: '/opt/tapin',
    user: 'tapin',
    groups: ['video'],
    board: '/etc/tapin/board.yaml',
    data: '/var/lib/tapin',
    args,
  }).find(({ path }) => path.endsWith('/tapin.service'))?.text ?? '';

test('[ssh] reads the program, board file and panel port from the installed unit', (t) => {
  const { program, board, panel_port } = valueOf(t, readInstalledUnit(unitOf()));
  t.deepEqual([program, board, panel_port], ['/opt/tapin/tapin', '/etc/tapin/board.yaml', 8321]);
  t.is(valueOf(t, readInstalledUnit(unitOf('--port', '80'))).panel_port, 80);
});

test('[ssh] honors drop-ins, and the last ExecStart wins', (t) => {
  const added = '\n# /etc/systemd/system/tapin.service.d/mine.conf\n[Service]\nExecStart=\nExecStart=';
  const command = '/srv/program/tapin device --data /srv/tapin --board /srv/board.yaml --port 8000';
  const { program, board, panel_port } = valueOf(t, readInstalledUnit(`${unitOf()}${added}${command}\n`));
  t.deepEqual([program, board, panel_port], ['/srv/program/tapin', '/srv/board.yaml', 8000]);
});

test('[ssh] refuses a service that does not run tapin device', (t) => {
  for (const text of [
    '',
    '[Service]\nExecStart=/usr/bin/other\n',
    '[Service]\nExecStart=/opt/tapin/tapin run --data x\n',
  ])
    failsWith(t, readInstalledUnit(text), 'bad_value', /tapin install --systemd/);
});

test('[ssh] a scenario overrides the data folder and board file and disables restarts', (t) => {
  const unit = valueOf(t, readInstalledUnit(unitOf('--host', '192.168.1.20', '--cloud', 'https://golf.example')));
  const lines = scenarioUnit(unit, { data: '/run/s/data', board: '/run/s/board.yaml' }).split('\n');
  t.deepEqual(lines.slice(0, 4), [
    '[Service]',
    'ExecStart=',
    'ExecStart=/opt/tapin/tapin device --board /run/s/board.yaml --data /run/s/data --host 127.0.0.1 --cloud https://golf.example',
    'ReadWritePaths=/run/s/data',
  ]);
  t.true(lines.includes('Restart=no'));
});

test('[ssh] replaces only the sensor in the board file', (t) => {
  t.is(
    withSensor('# mine\nsensor: /dev/serial0 # on the pins\ndisplay: {}\n', '/run/b'),
    '# mine\nsensor: /run/b # on the pins\ndisplay: {}\n',
  );
  t.is(withSensor('display: {}\n', '/run/b'), 'display: {}\nsensor: /run/b\n');
});
