// Page of the first start: how a phone reaches this device, by the device's own network or by the one that it has
// joined. Later it opens from Settings > Wi-Fi.

import { BOARD_FILE_UNUSED } from '../../board.ts';
import type { AccessPoint } from '../../../hal/wifi/wifi.ts';
import { createPage, drawParagraph, footer, header, HEADER_HEIGHT, type Page, type PageView } from '../../ui/page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';
import { ask } from '../navigation.setup.ts';
import type { NavigationContext } from '../navigation.ts';
import type { DeviceView, PageEntry } from '../page-entry.ts';

type Args = { readonly context: NavigationContext };

/** Whether the first start has something to show: a network of the device's own, or a page for a phone. */
export const needsWelcome = ({ context: { deviceState } }: Args): boolean => {
  const { own_persisted, wifi, web_address } = deviceState();
  return !own_persisted.settings.set_up && wifi.there && (wifi.action === 'sharing' || web_address !== null);
};

/** Actions of the Wi-Fi during which the device is on no other network than its own. */
const IN_BETWEEN: readonly string[] = ['joining', 'opening', 'sharing'];

const isOnNetwork = ({ context: { deviceState } }: Args): boolean => {
  const { wifi } = deviceState();
  return !IN_BETWEEN.includes(wifi.action) && (wifi.status.name !== null || wifi.persisted.networked);
};

const finish = ask({ type: 'device.change', change: { kind: 'finish_set_up' } });

export const welcomePage: PageEntry = {
  name: 'welcome',
  tags: ['practises'],
  state: {
    on: {
      'set_up.finished': 'menu',
      'key.ok': [
        { guard: isOnNetwork, target: 'menu', actions: finish },
        { target: 'wifi', actions: [finish, ask({ type: 'wifi.look' })] },
      ],
      'key.back': { target: 'menu', actions: finish },
    },
  },
  draw,
};

function draw(view: DeviceView): PageView {
  const page = createPage();
  const { wifi } = view;
  header(page, 'Use your phone');
  const point = view.accessPoint();
  if (wifi.action === 'sharing' && point) {
    drawOwnNetwork(page, view, point);
    footer(page, 'OK: join Wi-Fi here · Back: skip Wi-Fi', { ok: true });
  } else if (view.web_address !== null && !IN_BETWEEN.includes(wifi.action)) {
    drawJoined(page, view, view.web_address);
    footer(page, 'OK: play', { ok: true });
  } else {
    drawParagraphs(page, progressOf(view));
    footer(page, wifi.status.name === null ? 'Back: menu' : 'OK: play', { ok: true });
  }
  return { ...page.view(), secret: true };
}

function progressOf({ wifi }: DeviceView): readonly string[] {
  if (wifi.action === 'joining') return [`Joining ${wifi.name} …`];
  if (wifi.action === 'opening') return ['Opening a network for your phone …'];
  if (wifi.status.name !== null) return [`Joined ${wifi.status.name}.`, ...(wifi.status.sign_in ? [SIGN_IN] : [])];
  return [wifi.unseen || wifi.message || 'No phone can open this page yet.'];
}

function drawParagraphs(page: Page, paragraphs: readonly string[], left = MARGIN, from = HEADER_HEIGHT + 36): number {
  let y = from;
  for (const text of paragraphs) {
    y = drawParagraph(page, text, y, { left, color: COLOR.text }) + 8;
    page.say(text);
  }
  return y;
}

const [CODES_TOP, CODE_SIDE, COLUMN] = [HEADER_HEIGHT + 8, 164, WIDTH / 2];

/** Draws two codes: one joins the device's own network, the other opens its page. */
function drawOwnNetwork(page: Page, view: DeviceView, { name, password }: AccessPoint): void {
  const link = view.webLink();
  page.qr((COLUMN - CODE_SIDE) / 2, CODES_TOP, CODE_SIDE, networkCode(name, password));
  caption(page, 0, [`1  Join ${name}`, `Password ${password}`]);
  page.say(`1 Join ${name}`);
  if (link !== null) {
    page.qr(COLUMN + (COLUMN - CODE_SIDE) / 2, CODES_TOP, CODE_SIDE, link);
    caption(page, COLUMN, ['2  Open the page', (view.web_address ?? '').replace(/^http:\/\/|\/$/g, '')]);
    page.say(`2 Open ${view.web_address}`);
  }
  const problem = view.wifi.message || (view.board_problem && BOARD_FILE_UNUSED);
  if (problem !== '') drawProblem(page, problem);
}

function drawProblem(page: Page, text: string): void {
  page.text(COLUMN, 284, text, { size: SIZE.small, color: COLOR.accent, align: 'center', width: WIDTH - 2 * MARGIN });
  page.say(text);
}

function caption(page: Page, left: number, lines: readonly string[]): void {
  lines.forEach((line, at) =>
    page.text(left + COLUMN / 2, CODES_TOP + CODE_SIDE + 22 + 22 * at, line, {
      size: SIZE.small,
      align: 'center',
      width: COLUMN - 8,
      color: at === 0 ? COLOR.text : COLOR.muted,
    }),
  );
}

const JOINED_SIDE = 204;

function drawJoined(page: Page, view: DeviceView, address: string): void {
  const link = view.webLink();
  if (link !== null) page.qr(MARGIN, CODES_TOP, JOINED_SIDE, link);
  const { name } = view.wifi.status;
  const steps = [
    name === null ? 'Connected by cable.' : `Joined ${name}.`,
    `Phones in ${name ?? 'this network'} can scan the code.`,
    'Or press OK to play here.',
  ];
  const y = drawParagraphs(page, steps, MARGIN + JOINED_SIDE + 14, CODES_TOP + 26);
  if (view.wifi.status.sign_in) drawParagraphs(page, [SIGN_IN], MARGIN + JOINED_SIDE + 14, y);
  page.text(MARGIN, CODES_TOP + JOINED_SIDE + 24, `${address} by its code only`, {
    size: SIZE.small,
    color: COLOR.muted,
    width: WIDTH - 28,
  });
  page.say(`Page for a phone: ${address}`);
}

/** Message for a network with a captive portal, which no device without a browser can use. */
export const SIGN_IN = 'It wants a sign-in. Use another network.';

/** Returns the text of a code that phones join a network by (the format of ZXing and Android). */
function networkCode(name: string, password: string): string {
  const escaped = (text: string): string => text.replace(/[\\;,:"]/g, String.raw`\$&`);
  return `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`;
}
