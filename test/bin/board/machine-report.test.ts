// Tests of `tapin doctor --report`.

import test from 'ava';
import { machineReport, redacted } from '../../../bin/doctor/machine-report.ts';

test('[cli] a report contains no token, password, network name or address', (t) => {
  for (const [line, shown] of [
    ['http://putter.local:8321/?token=abc-DEF_123&x=1', 'http://…/?token=…&x=1'],
    ['{"secret":"0a1b2c","key": "k"}', '{"secret":"…","key": "…"}'],
    ['relay https://golf.example:8443 answers', 'relay https://… answers'],
    ['password: hunter2', 'password: …'],
    ['eth0 192.168.1.20 up', 'eth0 … up'],
    ['dc:a6:32:01:02:03 joined', '… joined'],
    ['fe80::dea6:32ff:fe01:203 joined', '… joined'],
    ['2001:db8:0:1:2:3:4:5 joined', '… joined'],
    ['12:34:56.789 The sensor is ready.', '12:34:56.789 The sensor is ready.'],
    ['/dev/ttyS1 0403:6001', '/dev/ttyS1 0403:6001'],
  ] as const)
    t.is(redacted(line), shown);
  const found = [
    { port: 'sensor', state: 'found', what: ['/dev/serial0'] },
    { port: 'network', state: 'found', what: ['wlan0 192.168.1.20'] },
    { port: 'wifi', state: 'found', what: ['Joined HomeNet.'] },
  ] as const;
  const report = JSON.stringify(machineReport(found, 'Can play'));
  t.regex(report, /"verdict":"Can play".*"what":\["\/dev\/serial0"\]/);
  t.notRegex(report, /HomeNet|192\.168/);
});
