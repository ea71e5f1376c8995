// A host on a golf simulator and its guest, as processes: `tapin run` with its own relay, and a simulator stand-in on a
// real port that is killed and restarted.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { joinByCode, panelPlayer, type PanelPlayer } from '../../support/panel/panel-player.ts';
import { startTapin, type Ended } from '../../support/process/tapin-process.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { itemAt } from '../../support/items.ts';

/** Finds a port that stays free while unused: below the ranges that systems use for connections and `--port 0`. */
async function steadyPort(): Promise<string> {
  for (let port = 20_000 + (process.pid % 10_000); ; port++) {
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return `${port}`;
  }
}

/** Starts a host at the menu and a guest on the Play together page, in one session. */
async function twoDevices(
  t: ExecutionContext,
  ...options: readonly string[]
): Promise<readonly [PanelPlayer, PanelPlayer]> {
  const data = join(await temporaryFolder(t), 'data');
  const tapin = await startTapin(t, ['run', '--guests', '1', '--port', '0', '--data', data, '--seed', '7', ...options]);
  const [host, guest] = await Promise.all([panelPlayer(t, tapin, 0), panelPlayer(t, tapin, 1)]);
  await joinByCode(host, guest);
  await host.press('back');
  return [host, guest];
}

/** Shot line of a stand-in: number (optional), speed in mph, angle and side, result. */
const SHOT =
  /Shot(?: (\d+))?, ([\d.]+) mph (?:straight|([\d.]+)° (left|right)), from client \d+ with PT: ([^\n]*)\.\n/g;

interface Shot {
  readonly mph: number;
  /** Positive is right. */
  readonly hla_deg: number;
}

interface ReportedShot extends Shot {
  readonly number: number;
  readonly outcome: string;
}

const shotsOf = ({ stderr }: Ended): readonly ReportedShot[] =>
  [...stderr.matchAll(SHOT)].map(([, number, mph, angle = '0', side, outcome = '']) => ({
    number: Number(number ?? 0),
    mph: Number(mph),
    hla_deg: side === 'left' ? -Number(angle) : Number(angle),
    outcome,
  }));

/** Asserts that a stopped stand-in received exactly these shots, each with this outcome. */
function sent(
  t: ExecutionContext,
  ended: Ended,
  strikes: readonly { readonly shot: Shot }[],
  outcome = 'played',
): void {
  const shots = shotsOf(ended);
  t.deepEqual(
    shots.map((shot) => shot.outcome),
    strikes.map(() => outcome),
  );
  for (const [i, { shot }] of strikes.entries()) {
    const { mph, hla_deg } = itemAt(shots, i);
    t.true(Math.abs(mph - shot.mph) < 0.03, `${mph} mph, not ${shot.mph}`);
    t.true(Math.abs(hla_deg - shot.hla_deg) < 0.06, `${hla_deg}°, not ${shot.hla_deg}°`);
  }
}

// Calculated by hand: ball speed is club speed times the impact ratio, here 1.6; 1 m/s is 2.23694 mph; C57 takes 0.87
// of the face angle.
const SLOW = {
  stroke: { club_speed_mps: 1, face_angle_deg: 2 },
  shot: { mph: 3.579, hla_deg: 1.74 },
  text: '3.6 mph, \\+1.7°',
} as const;
const MIDDLE = { stroke: { club_speed_mps: 1.5 }, shot: { mph: 5.369, hla_deg: 0 }, text: '5.4 mph, 0.0°' } as const;
const FAST = {
  stroke: { club_speed_mps: 2, face_angle_deg: -1 },
  shot: { mph: 7.158, hla_deg: -0.87 },
  text: '7.2 mph, −0.9°',
} as const;

const lastShot = ({ text }: { readonly text: string }, outcome: string): RegExp =>
  new RegExp(`^Last shot: Putt, ${text}: ${outcome}$`);

test.serial('[R147] plays host and guest on GSPconnect across a kill and restart on the same port', async (t) => {
  const port = await steadyPort();
  const first = await startTapin(t, ['simulator', 'gspconnect', '--port', port]);
  const [host, guest] = await twoDevices(t, '--simulator', `127.0.0.1:${port}`);
  await host.choose('Simulator');
  await host.waitForLine(new RegExp(`^Address: 127\\.0\\.0\\.1:${port}$`));
  await host.choose('Play');
  await host.waitForLine(/^GSPro · connected$/);
  await first.untilStderr('Heartbeat from client 1: ready, ball.');
  await guest.waitForLine(/^The host's simulator$/);
  await guest.waitForLine(/^Simulator of Host$/);

  await host.strike(MIDDLE.stroke);
  await host.waitForLine(lastShot(MIDDLE, 'received'));
  await host.waitForLine(/^Club: PT$/);
  await host.waitForLine(/^Distance: 12\.5$/);
  await guest.strike(SLOW.stroke);
  await host.waitForLine(lastShot(SLOW, 'received'));
  await guest.focus('Aim');
  await guest.press('right', 'right', 'right');
  await host.tapped([['aim_right', 3]]);
  await guest.choose('Repeat aim and shot');
  await guest.waitForLine(/^Wait: the host is repeating a shot\.$/);
  await first.untilStderr('Shot 4, ');
  await guest.waitForLine(/^Strike the ball or choose below\.$/);
  await guest.choose('Mulligan');
  await host.tapped([['aim_right', 6], ['mulligan', 1]]); // oxfmt-ignore

  const killed = await first.end('SIGKILL');
  sent(t, killed, [MIDDLE, SLOW, SLOW]);
  t.deepEqual(shotsOf(killed).map(({ number }) => number), [2, 3, 4]); // oxfmt-ignore
  await host.waitForLine(/^GSPro · not connected, retrying$/);
  await host.waitForLine(new RegExp(`^No server at 127\\.0\\.0\\.1:${port}\\. Start the simulator's link .+\\.$`));
  await host.strike(FAST.stroke);
  await host.waitForLine(lastShot(FAST, 'lost'));

  const second = await startTapin(t, ['simulator', 'gspconnect', '--port', port]);
  await host.waitForLine(/^GSPro · connected$/);
  await guest.strike(MIDDLE.stroke);
  await host.waitForLine(lastShot(MIDDLE, 'received'));
  await host.strike(SLOW.stroke);
  await host.waitForLine(lastShot(SLOW, 'received'));
  const ended = await second.end('SIGINT');
  // A lost shot is not resent, and numbering continues.
  sent(t, ended, [MIDDLE, SLOW]);
  const [third = 0, fourth = 0] = shotsOf(ended).map(({ number }) => number);
  t.true(third > 4 && fourth > third, `${third}, ${fourth}`);
});

test.serial('[C44] plays host and guest on a putting port, even with odd answers from the connector', async (t) => {
  const port = await steadyPort();
  const start = (answer: string) => startTapin(t, ['simulator', 'putting-port', '--port', port, '--answer', answer]);
  const connector = await start('result');
  const [host, guest] = await twoDevices(t, '--connector', `127.0.0.1:${port}`);
  await host.choose('Simulator connector');
  await host.waitForLine(new RegExp(`^Address: 127\\.0\\.0\\.1:${port}$`));
  await host.choose('Play');
  await host.waitForLine(/^Simulator connector · putts only$/);
  await guest.waitForLine(/^The host's simulator · putts only$/);
  for (const { lines } of [host, guest]) {
    t.true(lines().some((line) => line.endsWith('Repeat aim and shot')));
    t.false(lines().some((line) => line.includes('Full swing')));
  }
  await host.strike(MIDDLE.stroke);
  await host.waitForLine(lastShot(MIDDLE, 'received'));
  await guest.strike(SLOW.stroke);
  await host.waitForLine(lastShot(SLOW, 'received'));
  await guest.focus('Aim');
  await guest.press('left');
  await host.tapped([['aim_left', 1]]);
  sent(t, await connector.end('SIGINT'), [MIDDLE, SLOW]);

  const bare = await start('bare');
  await host.strike(FAST.stroke);
  await host.waitForLine(lastShot(FAST, 'received'));
  await guest.strike(MIDDLE.stroke);
  await host.waitForLine(lastShot(MIDDLE, 'received'));
  sent(t, await bare.end('SIGINT'), [FAST, MIDDLE]);

  const html = await start('html');
  await guest.strike(SLOW.stroke);
  await host.waitForLine(lastShot(SLOW, 'refused'));
  await host.waitForLine(/^Not a putting port \(HTTP 404\): check the address\.$/);
  sent(t, await html.end('SIGINT'), [SLOW], 'not played (the answer mode is an error)');
});
