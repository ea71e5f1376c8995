// The pages of sessions with the shortest and the longest texts: nothing leaves the screen or overlaps, nothing
// important is cut, and the text lines match the drawing.

import test from 'ava';
import { CODE_KEYS, DELETE_KEY, EMPTY_HOST_CODE } from '../../../firmware/pages/together/code-entry.ts';
import type { SessionView } from '../../../firmware/online/online.ts';
import { pageOf, type ShownPage } from '../../../firmware/pages/render.ts';
import { deviceIn, hosting, hostIn, sessionWith, visiting } from '../../support/device/course-views.ts';
import { inspector } from '../../support/panel/page-inspector.ts';
import { persistedWith, rowsAt, viewAt, WIDE } from '../../support/device/views.ts';

const LABEL = 'W'.repeat(32);
const LONG = 'The host ended this session and must host again first.';

const drawn = (view: ShownPage): readonly string[] =>
  pageOf(view, 0).list.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
const lines = (view: ShownPage): readonly string[] => pageOf(view, 0).lines;

/** Returns the page Play together in a session. */
function togetherScene(session: SessionView, recent: readonly string[] = [], focus = 0): ShownPage {
  const persisted = { ...persistedWith(1, '', 'imperial'), online: { role: 'off', code: '', recent } as const };
  return viewAt('together', persisted, { device: { session }, focus });
}

const rowsIn = (session: SessionView, recent: readonly string[]) => {
  const persisted = { ...persistedWith(1, '', 'imperial'), online: { role: 'off', code: '', recent } as const };
  return rowsAt('together', persisted, { device: { session } });
};

const RECENT = ['WWWWWW', '7K3M9Q', 'AAAAAA', '000000'];
const FOUR = [
  hostIn(LABEL, [WIDE]),
  deviceIn(LABEL, [WIDE], { fol: false }),
  deviceIn('Calm Tiger', [WIDE, WIDE]),
  deviceIn('l', []),
];
const TOGETHER: readonly SessionView[] = [
  sessionWith(),
  sessionWith({ ready: 'unenrolled' }),
  sessionWith({ ready: 'syncing' }),
  sessionWith({ checking: true }),
  sessionWith({ checking: true, problem: LONG }),
  sessionWith({ refusal: LONG }),
  ...[[], FOUR.slice(0, 1), FOUR].flatMap((devices) =>
    ['', LONG, LONG.repeat(3)].flatMap((problem) => [
      hosting({ devices, problem }),
      hosting({ devices, problem, code: '', label: LABEL }),
      hosting({ devices, problem, code: 'WWWWWW' }),
      visiting({ devices, problem }),
      visiting({ devices, problem, fol: false, host_name: LABEL, label: LABEL, code: 'WWWWWW' }),
    ]),
  ),
];

test('[ui] playing together: off, not possible, hosting and joined with up to four devices, in trouble', (t) => {
  const pages = inspector();
  for (const session of TOGETHER)
    for (const recent of [[], RECENT]) {
      const rows = rowsIn(session, recent).length;
      for (let focus = 0; focus < Math.max(1, rows); focus++)
        pages.inspect(togetherScene(session, recent, focus), 0, JSON.stringify({ ...session, focus }));
    }
  pages.report(t);
});

test('[ui] a host and four guests without players are five devices (C72)', (t) => {
  const pages = inspector();
  for (const problem of ['', LONG])
    pages.inspect(togetherScene(hosting({ devices: [...FOUR, deviceIn('Dear Newt', [])], problem })), 0, problem);
  pages.report(t);
});

const joiningScene = (typed: string, at: number, more: Partial<SessionView> = {}): ShownPage => {
  const session = sessionWith(more);
  return viewAt('joining', persistedWith(1, '', 'metric'), {
    device: { session },
    navigation: { code_entry: { ...EMPTY_HOST_CODE, typed, at } },
  });
};

test('[ui] typing a code: empty, partial, complete, tried and refused, with the cursor on every key', (t) => {
  const pages = inspector();
  for (const typed of ['', '7', 'WWW', 'WWWWW', 'WWWWWW'])
    for (let at = 0; at <= DELETE_KEY; at++)
      for (const more of [{}, { checking: true }, { checking: true, problem: LONG }, { refusal: LONG }])
        pages.inspect(joiningScene(typed, at, more), 0, `${typed} at ${at}`);
  pages.report(t);
});

test('[ui] a guest whose host plays an experience that the device lacks', (t) => {
  const pages = inspector();
  for (const host_name of ['', LABEL]) {
    const session = visiting({ host_name });
    pages.inspect(viewAt('absent', persistedWith(1, '', 'metric'), { device: { session } }), 0, host_name);
  }
  pages.report(t);
});

test('[ui] a guest whose host has no round yet', (t) => {
  const pages = inspector();
  for (const host_name of ['', 'Kitchen', LABEL]) {
    const session = visiting({ host_name });
    pages.inspect(viewAt('course', persistedWith(1, '', 'metric'), { device: { session } }), 0, host_name);
  }
  pages.report(t);
});

test('[ui] the lines of a session give code, devices, and trouble', (t) => {
  const devices = [
    hostIn('Kind Hawk', ['Ana']),
    deviceIn('Brisk Otter', ['Bo', 'Cy'], { fol: false }),
    deviceIn('Newt', []),
  ];
  t.deepEqual(lines(togetherScene(hosting({ devices, problem: 'The cloud is gone.' }), [], 2)), [
    'Hosting a session',
    'Code: 7K3M9Q',
    'Kind Hawk (host, you): Ana',
    'Brisk Otter (on its own): Bo, Cy',
    'Newt (follows)',
    'Trouble: The cloud is gone.',
    'Choose a game',
    'New code',
    '> Stop hosting',
    'Keys: ↑ ↓ move · OK: choose · Back',
  ]);
  const guest = lines(togetherScene(visiting({ devices, fol: false })));
  for (const line of ['Host: Kitchen', 'Brisk Otter (on its own, you): Bo, Cy', '> Follow the host: no'])
    t.true(guest.includes(line), line);
  t.true(lines(togetherScene(hosting({ code: '' }))).includes('Code: not known yet'));
  t.true(lines(togetherScene(sessionWith({ refusal: LONG }))).includes(LONG));
});

test('[ui] the lines of the keyboard list the typed code, the key, and the result', (t) => {
  t.deepEqual(lines(joiningScene('7KW', 19)), [
    'Join with a code',
    'Code: 7KW',
    'The host finds its code under Play together.',
    '> Key: K',
    'Keys: ↑ ↓ ← → move · OK: type · Back: delete',
  ]);
  t.true(lines(joiningScene('', 0)).includes('Code: empty'));
  t.true(lines(joiningScene('WWWWWW', 31, { refusal: LONG })).includes(LONG));
  t.true(
    drawn(joiningScene('WWWWWW', 31, { refusal: LONG }))
      .join(' ')
      .includes(LONG),
    'refusal not cut',
  );
  const { regions } = pageOf(joiningScene('', 0), 0);
  t.deepEqual(
    regions.flatMap(({ key, row }) => (key === 'ok' && row !== null ? [row] : [])),
    [...CODE_KEYS.keys(), DELETE_KEY],
    'every key has a touch region',
  );
});

test('[ui] draws the code of a session whole regardless of its symbols', (t) => {
  for (const code of ['7K3M9Q', 'MMMMMM', 'WWWWWW']) {
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    t.true(drawn(togetherScene(hosting({ code }))).includes(spaced), code);
  }
});

test('[ui] draws the rows of a session whole', (t) => {
  for (const session of [sessionWith(), hosting(), visiting()]) {
    const view = togetherScene(session, RECENT);
    for (const { label } of rowsIn(session, RECENT)) t.true(drawn(view).includes(label), label);
  }
});

test('[ui] a device without a cloud shows its message in full', (t) => {
  const words = drawn(togetherScene(sessionWith({ ready: 'unenrolled' }))).join(' ');
  t.true(words.includes('--identity'), words);
});
