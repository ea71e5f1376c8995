// Steps of the sequence diagram: requests and answers of all devices, in order of time.

import test from 'ava';
import { sessionSteps } from '../../../../../sims/panel/page/network/session-steps.ts';
import type { TimelineEvent } from '../../../../../sims/panel/page/timeline/timeline-event.ts';

let number = 0;
const event = (at_ms: number, what: TimelineEvent['what'], name: string, more: Partial<TimelineEvent> = {}): TimelineEvent => ({ number: ++number, at_ms, lane: 'HTTP', what, name, args: {}, ...more }); // oxfmt-ignore

test('[panel] lists each request and answer in order of time, with how long it was held', (t) => {
  const host = [
    event(100, 'begin', 'POST /sim/poll', { key: '1' }),
    event(5100, 'end', 'POST /sim/poll', { key: '1' }),
    event(5100, 'moment', '200 POST /sim/poll', { args: { status: 200 } }),
    event(5200, 'begin', 'POST /sim/poll', { key: '2' }),
  ];
  const guest = [
    event(4000, 'begin', 'POST /sim/input', { key: '1' }),
    event(4050, 'end', 'POST /sim/input', { key: '1' }),
    event(4050, 'moment', '409 POST /sim/input', { args: { status: 409 } }),
    event(4060, 'begin', 'POST /sim/leave', { key: '2' }),
    event(4070, 'end', 'POST /sim/leave', { key: '2' }),
    event(4070, 'moment', 'failed', { args: { error: 'The network is off.' } }),
    event(4080, 'begin', 'a connection', { key: '3', lane: 'TCP' }),
  ];
  t.deepEqual(
    sessionSteps([host, guest]).map(({ at_ms, device, to, label, bad }) => `${at_ms} ${device} ${to} ${label}${bad ? ' bad' : ''}`), // oxfmt-ignore
    [
      '100 0 server POST /sim/poll',
      '4000 1 server POST /sim/input',
      '4050 1 device 409 /sim/input bad',
      '4060 1 server POST /sim/leave',
      '4070 1 device no answer /sim/leave bad',
      '5100 0 device 200 /sim/poll, held 5.0 s',
      '5200 0 server POST /sim/poll',
    ],
  );
});
