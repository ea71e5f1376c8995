// Tests of a Wi-Fi password typed by keys, touch and a letter keyboard: it is in no recording, and the replay works
// without it.

import test, { type ExecutionContext } from 'ava';
import type { Recording } from '../../../simulation/recordings/recording.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createForms } from '../../../hal/web-page/forms.ts';
import { createVirtualWebPage } from '../../../hal/web-page/web-page-virtual.ts';
import { createVirtualWifi } from '../../../hal/wifi/wifi-virtual.ts';
import type { RecorderProxy } from '../../../simulation/recordings/recorder-proxy.ts';
import { recordedWebPage, recordedWifi } from '../../../simulation/recordings/secret-ports.ts';
import { itemAt } from '../../support/items.ts';
import { createReplay } from '../../../simulation/recordings/replay.ts';
import { scenarioOf } from '../../../simulation/recordings/scenario-of.ts';
import { recorded } from '../../support/device/recorded.ts';
import { valueOf } from '../../support/results.ts';

/** Returns a scenario that joins Wi-Fi; the last key press joins. */
const joining = (typing: string, network = 'Clubhouse'): string => `
wifi: true
steps:
  - choose: Settings
  - wait_for: { text: 'Wi-Fi: not joined', within: 5 s }
  - choose: Wi-Fi
  - wait_for: { text: 'Clubhouse: 82 %', within: 5 s }
  - choose: ${network}
${typing}
  - advance: 7 s
  - press: back
  - choose: Device name
  - type: Ann
`;

const JOIN = '  - touch: { x: 420, y: 260 }\n  - expect: { page: wifi }';
const RIGHT = "  - type: fore and aft\n  - expect: 'Password: 12 characters'\n  - press: ok";
/** Types the same letter eight times: these moves reach its key. */
const letters = (...moves: readonly string[]): string =>
  `  - press: [${moves.join(', ')}]\n${'  - press: ok\n'.repeat(8)}  - expect: 'Password: 8 characters'\n${JOIN}`;

/** Returns the batches without their times and without the sensor board's heartbeat each second. */
const withoutTimes = ({ turns }: Recording): readonly string[] =>
  turns.map((turn) => turn.replace(/^\[[\d.]+,/, '')).filter((turn) => !turn.includes('"serial 1 bytes"'));

async function playsAgain(t: ExecutionContext, recording: Recording): Promise<void> {
  t.is(valueOf(t, await createReplay(recording).playTo(Infinity, true)), null);
}

test('[recording] keeps a typed password out of the recording, which replays as recorded', async (t) => {
  const recording = await recorded(t, joining(RIGHT));
  const text = recording.turns.join('\n');
  t.notRegex(text, /fore|aft/);
  t.true(text.includes('["screen","secret",[]]'), 'no hash of the page, which would reveal the typed text');
  t.notRegex(text, /characters|Key:/);
  t.true(
    text.includes('["wifi.join","Clubhouse","************"]'),
    'the recorded password is masked at the same length',
  );
  t.true(text.includes('192.168.1.20'), 'network joined with the real password');
  t.true(text.includes('"text","Ann"'), 'text typed elsewhere is recorded');
  const scenario = valueOf(t, scenarioOf(recording, 'wifi'));
  t.regex(scenario, /^wifi: true$/m);
  t.regex(scenario, /type: '\*{12}'/);
  await playsAgain(t, recording);
});

test('[recording] does not reveal which keys type a password, or how many', async (t) => {
  const near = await recorded(t, joining(letters('right')));
  const far = await recorded(t, joining(letters('down', 'down', 'right', 'right', 'right', 'right')));
  const touched = `${'  - touch: { x: 37, y: 115 }\n'.repeat(8)}  - expect: 'Password: 8 characters'\n${JOIN}`;
  t.deepEqual(withoutTimes(near), withoutTimes(far));
  t.deepEqual(withoutTimes(near), withoutTimes(await recorded(t, joining(touched))));
  t.true(near.turns.some((turn) => turn.includes('["wifi.join","Clubhouse","********"]')));
  await playsAgain(t, near);
});

test('[recording] replays a password that is corrected, refused for its length, or cancelled', async (t) => {
  const held = '  - hold: { key: right, for: 2 s }\n  - press: [ok, left, ok]\n';
  const short = '  - type: birdie\n  - press: ok\n  - expect: Enter 8 to 63 ASCII characters.\n';
  const corrected = `${short}  - type: "\\b\\b-4-all"\n  - touch: { x: 300, y: 260 }\n  - touch: { x: 420, y: 260 }\n`;
  const foreign = Array.from('birdié')
    .map((letter) => `  - type: '${letter}'\n`)
    .join('');
  for (const typing of [
    `${foreign}  - press: ok\n  - type: "\\be-4-all"\n${JOIN}`,
    `${foreign}  - press: ok\n  - press: back`,
    `${corrected}${JOIN}`,
    `${short}  - press: back`,
    `${held}${JOIN.split('\n')[0]}\n  - press: back`,
  ]) {
    const recording = await recorded(t, joining(typing));
    t.notRegex(recording.turns.join('\n'), /birdi|-4-al/);
    await playsAgain(t, recording);
  }
});

test('[recording] keeps the password and the user name of a phone’s form out of the recording', (t) => {
  const entered: (readonly unknown[])[] = [];
  const left: (readonly unknown[])[] = [];
  const proxy: RecorderProxy = {
    ...QUIET_PROXY,
    enter: (...input) => void entered.push(input),
    leave: (...output) => void left.push(output),
  };
  const { onForm, submit } = createForms();
  recordedWebPage(proxy, { ...createVirtualWebPage(), onForm }).onForm(() => {});
  const network = { name: 'Academy', secret: 'swing-4-it', user: 'pro', hidden: false };
  submit({ network, name: 'Den', country: 'GB', players: ['Ada'] });
  const [, , written] = itemAt(entered, 0);
  t.deepEqual(written, [
    { network: { ...network, secret: '**********', user: '***' }, name: 'Den', country: 'GB', players: ['Ada'] },
  ]);
  void recordedWifi(proxy, createVirtualWifi({ clock: createVirtualClock() })).join('Academy', 'swing-4-it', network);
  t.notRegex(JSON.stringify(left), /swing|pro/);
});

const QUIET_PROXY: RecorderProxy = {
  plays: false,
  now_ms: () => 0,
  await: () => {},
  forget: () => {},
  due: () => {},
  enter: () => {},
  ask: (_name, read) => read(),
  leave: () => {},
  unrecorded: (act) => act(),
  isUnrecorded: () => false,
  atEnd: () => {},
  end: async () => {},
};
