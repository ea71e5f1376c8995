// What is known of the way to a simulator, as rules without xstate: the same view for a connection of our own and for a
// connector's putting port.

import type { TcpAddress } from '../../hal/tcp/tcp.ts';
import type { SimMessage } from './open-connect.ts';
import type { SimShot } from './shots.ts';

/**
 * sent: on its way. acknowledged: received; whether it was played nobody says. unanswered: no word within ACK_WAIT_MS.
 * refused: the simulator says no. lost: it never went out.
 */
export type Fate = 'sent' | 'acknowledged' | 'unanswered' | 'refused' | 'lost';

export interface LastShot {
  readonly shot: SimShot;
  readonly fate: Fate;
  /** Why, where there is more to say. */
  readonly word: string;
}

export interface LinkView {
  readonly state: 'off' | 'connecting' | 'connected' | 'waiting';
  /** When the last message came, on the device's clock; null for never. */
  readonly heard_ms: number | null;
  /** What the simulator says of its player; '' where it says nothing. */
  readonly club: string;
  readonly handed: string;
  /** As it came: its unit is not known. */
  readonly distance: string;
  readonly last: LastShot | null;
  /** That another club than the right one was in hand at the last shot, as long as one is; '' otherwise. */
  readonly warning: string;
  /** One sentence: what does not work, and what to do; '' while all is well. */
  readonly trouble: string;
}

export const NO_LINK: LinkView = {
  state: 'off',
  heard_ms: null,
  club: '',
  handed: '',
  distance: '',
  last: null,
  warning: '',
  trouble: '',
};

/** How long a simulator may take to acknowledge a shot. It is not sent again: it may well have been played. */
export const ACK_WAIT_MS = 2000;
/** Interval of ready messages, shots or not: a simulator that was deaf to one hears the next, and a dead computer is noticed. */
export const HEARTBEAT_EVERY_MS = 10_000;
const RECONNECT_DELAYS_MS: readonly number[] = [1000, 2000, 4000, 8000, 16_000, 30_000];

/** That we are ready, or a shot. */
export type Written = 'ready' | 'shot';

export interface LinkContext {
  readonly address: TcpAddress;
  readonly view: LinkView;
  /** Connections in a row that ended before the first heartbeat after their beginning. */
  readonly failures: number;
  /** Something came on this connection. */
  readonly heard: boolean;
  /** What was written last on this connection: that is what a simulator answers. */
  readonly written: Written | null;
  /** Messages of ours that the simulator may still answer: 0, 1, or 2 for a ready message and the shot after it. */
  readonly answers_due: number;
  /** A ready message is to be written, as soon as no shot waits for its answer. */
  readonly owes_ready: boolean;
  /** Of the newest shot; a simulator may drop what does not count up. */
  readonly number: number;
}

export const linkContext = (): LinkContext => ({
  address: { host: '', port: 1 },
  view: NO_LINK,
  failures: 0,
  heard: false,
  written: null,
  answers_due: 0,
  owes_ready: false,
  number: 1,
});

export const reconnectDelayMs = ({ failures }: LinkContext): number =>
  RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length) - 1] ?? 1000;

const withView = ({ view }: LinkContext, part: Partial<LinkView>): Partial<LinkContext> => ({
  view: { ...view, ...part },
});

/** A connection that stands. Ready comes first. */
export const withOpened = (context: LinkContext): Partial<LinkContext> => ({
  owes_ready: true,
  ...withView(context, { state: 'connected', trouble: '' }),
});

/** A connection that begins: what the simulator said on the one before may be old. */
export const withDialled = (context: LinkContext): Partial<LinkContext> => ({
  heard: false,
  written: null,
  answers_due: 0,
  ...withView(context, { state: 'connecting', club: '', handed: '', distance: '', warning: '' }),
});

const RESET_IT = 'In GSPro change the club, or choose Settings, Game, Reset GSPro Connect.';
const SILENT = `Connected, but nothing comes back. ${RESET_IT}`;
const START_IT = "Start the simulator's link for launch monitors, or change the address.";

/** `reason`: one sentence, or '' where the simulator closed in good order. */
export const withClosed = (context: LinkContext, reason: string): Partial<LinkContext> => ({
  failures: context.failures + 1,
  ...withView(context, {
    state: 'waiting',
    last: lostOnTheWay(context.view.last),
    trouble:
      reason === '' ? `The simulator closed the connection; it is tried again. ${RESET_IT}` : `${reason} ${START_IT}`,
  }),
});

const lostOnTheWay = (last: LastShot | null): LastShot | null =>
  last?.fate === 'sent' ? { ...last, fate: 'unanswered', word: 'The connection broke off.' } : last;

export const withSent = (context: LinkContext, shot: SimShot): Partial<LinkContext> => ({
  number: context.number + 1,
  ...withView(context, { last: { shot, fate: 'sent', word: '' }, warning: warningFor(shot, context.view.club) }),
});

/** A ready message ends the wait for earlier answers. */
export const withWritten = ({ answers_due }: LinkContext, written: Written): Partial<LinkContext> => ({
  written,
  answers_due: written === 'ready' ? 1 : Math.min(answers_due, 1) + 1,
});

/** R147 has every putt sent; with another club in hand the simulator may play it as a chip. */
function warningFor(shot: SimShot, club: string): string {
  const odd = shot.of === 'putt' ? club !== '' && club !== 'PT' : club === 'PT';
  return odd ? `The simulator has the club ${club} in hand.` : '';
}

export const withLost = (context: LinkContext, shot: SimShot): Partial<LinkContext> =>
  withView(context, { last: { shot, fate: 'lost', word: 'Not sent: no simulator is connected.' }, warning: '' });

export const withUnanswered = (context: LinkContext): Partial<LinkContext> => {
  const { last } = context.view;
  return withView(context, {
    last: last && { ...last, fate: 'unanswered' },
    ...(context.heard ? {} : { trouble: SILENT }),
  });
};

/** Of the 200s only 200 itself is about a shot; 201, 202 and 203 come at any time. */
export const isAck = ({ code }: SimMessage): boolean => code === 200;
export const isRefusal = ({ code }: SimMessage): boolean => code >= 500;

/** It may be about the last shot. */
export const isAnswer = ({ written }: LinkContext, message: SimMessage): boolean =>
  written === 'shot' && (isAck(message) || isRefusal(message));

export function withHeard(context: LinkContext, message: SimMessage, at_ms: number): Partial<LinkContext> {
  const { player, code, text } = message;
  const { answers_due, view } = context;
  const { last } = view;
  const fate = isAck(message) ? 'acknowledged' : isRefusal(message) ? 'refused' : null;
  // Some answer ready messages in the same words, and some greet so. Answers come in the order of what was written: where the one of ready
  // may still have been due, the next one is the shot's.
  const open = last?.fate === 'sent' || last?.fate === 'unanswered' || answers_due > 0;
  const answered = isAnswer(context, message) && open && last?.fate !== 'lost';
  const word = fate === 'refused' ? `The simulator answers ${code} ${text}.` : '';
  return {
    heard: true,
    answers_due: fate ? Math.max(0, answers_due - 1) : answers_due,
    ...withView(context, {
      heard_ms: at_ms,
      trouble: '',
      ...(player ? playerTold(view, player) : {}),
      last: last && fate && answered ? { ...last, fate, word } : last,
    }),
  };
}

/** What a message does not name stays as it was. A warning goes with its club, and none is raised of a shot after it was struck. */
function playerTold(view: LinkView, player: NonNullable<SimMessage['player']>): Partial<LinkView> {
  const club = player.club || view.club;
  return {
    club,
    handed: player.handed || view.handed,
    distance: player.distance || view.distance,
    warning: view.warning && view.last ? warningFor(view.last.shot, club) : '',
  };
}
