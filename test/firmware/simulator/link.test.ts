// State of the connection to a simulator: shot status, error messages, and reconnect delays.

import test from 'ava';
import {
  isAck,
  isRefusal,
  linkContext,
  reconnectDelayMs,
  withClosed,
  withDialled,
  withReceived,
  withLost,
  withOpened,
  withSent,
  withUnanswered,
  withWritten,
  type LinkContext,
} from '../../../firmware/simulator/link.ts';
import { clubShot, puttShot } from '../../../firmware/simulator/shots.ts';

const PUTT = puttShot({ mps: 1, face: 0, aoa: 0, ratio: 1.6 });
const message = (code: number, text = '') => ({ code, text, player: null });

type Step = (context: LinkContext) => Partial<LinkContext>;
const after = (...steps: readonly Step[]): LinkContext =>
  steps.reduce<LinkContext>((context, step) => ({ ...context, ...step(context) }), linkContext());

const sent: Step = (context) => ({
  ...withSent(context, PUTT),
  ...withWritten(context, 'shot'),
});
const readySent: Step = (context) => withWritten(context, 'ready');
const received =
  (code: number, text = ''): Step =>
  (context) =>
    withReceived(context, message(code, text), 5000);
const closed =
  (reason = ''): Step =>
  (context) =>
    withClosed(context, reason);
const statusOf = (...steps: readonly Step[]) => after(...steps).view.last?.status;

test('[simulator] derives the status of a shot from the messages after it', (t) => {
  t.is(statusOf(sent), 'sent');
  t.is(statusOf(sent, received(200)), 'acknowledged');
  t.is(statusOf(sent, received(501, 'Failure occurred')), 'refused');
  t.is(statusOf(sent, withUnanswered), 'unanswered');
  t.is(statusOf(sent, closed()), 'unanswered', 'shot may have been played');
  t.is(
    statusOf((context) => withLost(context, PUTT)),
    'lost',
  );
});

test('[simulator] does not take player information, ready or the end of a round for an answer', (t) => {
  for (const code of [201, 202, 203, 204, 299, 100, 404]) {
    t.is(statusOf(sent, received(code)), 'sent', String(code));
    t.false(isAck(message(code)) || isRefusal(message(code)), String(code));
  }
  t.true(isRefusal(message(500)) && isRefusal(message(501)) && isAck(message(200)));
});

test('[simulator] accepts a late answer and ignores any after the first', (t) => {
  t.is(statusOf(sent, withUnanswered, received(200)), 'acknowledged');
  t.is(statusOf(sent, received(200), received(501)), 'acknowledged');
  t.is(statusOf(sent, received(501), received(200)), 'refused');
  t.is(
    statusOf((context) => withLost(context, PUTT), received(200)),
    'lost',
  );
  t.is(after(received(200)).view.last, null);
});

test('[simulator] overrules an answer that may be to the ready message by the next one', (t) => {
  t.is(statusOf(readySent, sent, received(200), received(503)), 'refused');
  t.is(statusOf(readySent, sent, received(501), received(200)), 'acknowledged');
  t.is(
    after(readySent, sent, received(501, 'Busy'), received(200)).view.last?.word,
    '',
    'ready message was refused, not the shot',
  );
  t.is(
    statusOf(readySent, sent, received(200), received(200), received(503)),
    'acknowledged',
    'both messages are answered',
  );
  t.is(
    statusOf(readySent, received(200), sent, received(200), received(503)),
    'acknowledged',
    'ready was already answered',
  );
  t.is(statusOf(readySent, received(200), sent, received(503)), 'refused');
  t.is(statusOf(readySent, sent, received(201), received(200), received(202), received(503)), 'refused');
  t.is(
    statusOf(readySent, sent, sent, sent, received(200), received(200), received(503)),
    'acknowledged',
    'at most two answers are due',
  );
});

test('[simulator] stops waiting for an answer at a heartbeat or a new connection', (t) => {
  for (const code of [200, 501]) {
    t.is(statusOf(sent, withUnanswered, readySent, received(code)), 'unanswered', `${code} after a heartbeat`);
    t.is(
      statusOf(sent, closed(), withDialled, withOpened, received(code)),
      'unanswered',
      `${code} on a new connection`,
    );
    t.is(after(sent, withUnanswered, readySent, received(code)).view.last?.word, '', String(code));
  }
  t.is(
    statusOf(readySent, (context) => withSent(context, PUTT), received(200)),
    'sent',
    'shot waits until the heartbeat is answered',
  );
  t.is(statusOf(sent, withUnanswered, readySent, sent, received(200)), 'acknowledged', 'next shot has its own answer');
});

test('[simulator] gives every shot the next number, and none to a lost shot', (t) => {
  t.is(after(sent, sent, sent).number, 4);
  t.is(after(sent, (context) => withLost(context, PUTT), closed(), withDialled).number, 2);
});

test('[simulator] quotes a refusal, and shows a remedy only after complete silence', (t) => {
  t.is(after(sent, received(501, 'Failure occurred')).view.last?.word, 'Simulator error 501: Failure occurred.');
  t.regex(after(sent, withUnanswered).view.problem, /^Connected, but no answer\. .*Reset GSPro Connect/);
  t.is(after(received(201), sent, withUnanswered).view.problem, '');
  t.is(after(sent, withUnanswered, received(202)).view.problem, '', 'slow, not silent');
});

test('[simulator] explains why a connection ended and clears the player information', (t) => {
  const withPlayer = (context: LinkContext): LinkContext => ({
    ...context,
    ...withReceived(context, { code: 201, text: '', player: { club: 'PT', handed: 'RH', distance: '9' } }, 1),
  });
  t.like(after(withPlayer).view, { club: 'PT', handed: 'RH', distance: '9', received_ms: 1 });
  const ended = after(withPlayer, closed('No server at 1.2.3.4:921.'));
  t.regex(ended.view.problem, /^No server at 1\.2\.3\.4:921\. Start the simulator's link/);
  t.regex(after(closed()).view.problem, /^The simulator closed the connection/);
  t.like(after(withPlayer, closed(), withDialled).view, { state: 'connecting', club: '', handed: '', distance: '' });
  t.is(after(withPlayer, closed(), withDialled).received, false);
});

test('[simulator] warns of a putt without the putter and of a full swing with it', (t) => {
  const withClub =
    (club: string): Step =>
    (context) => ({ view: { ...context.view, club } });
  const word = (club: string, shot = PUTT): string =>
    after(withClub(club), (context) => withSent(context, shot)).view.warning;
  t.is(word('PT'), '');
  t.is(word(''), '');
  t.is(word('I7'), 'The simulator has club I7 selected.');
  t.is(word('PT', clubShot(0)), 'The simulator has club PT selected.');
  t.is(word('DR', clubShot(0)), '');
  t.is(word('', clubShot(0)), '');
});

test('[simulator] keeps hand and distance when a message names only the club', (t) => {
  const withPlayer =
    (club: string, handed: string, distance: string): Step =>
    (context) =>
      withReceived(context, { code: 201, text: '', player: { club, handed, distance } }, 1);
  t.like(after(withPlayer('I7', 'LH', '9'), withPlayer('PT', '', '')).view, {
    club: 'PT',
    handed: 'LH',
    distance: '9',
  });
  t.is(
    after(withPlayer('I7', 'LH', '9'), sent, withPlayer('', '', '8')).view.warning,
    'The simulator has club I7 selected.',
  );
});

test('[simulator] reconnects after 1, 2, 4, 8, 16 and then every 30 seconds regardless of what it receives', (t) => {
  const delays = Array.from({ length: 9 }, (_, i) =>
    reconnectDelayMs(after(...Array.from({ length: i + 1 }, () => closed()))),
  );
  t.deepEqual(delays, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  t.is(reconnectDelayMs(after(closed(), closed(), closed(), received(201), closed())), 8000);
});
