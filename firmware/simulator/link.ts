// State of the link to a simulator, independent of XState: one view for both a direct connection and a connector's
// putting port.

import type { TcpAddress } from '../../hal/tcp/tcp.ts';
import type { SimMessage } from './open-connect.ts';
import type { SimShot } from './shots.ts';

/**
 * sent: on its way. acknowledged: received, but possibly not played. unanswered: no reply within ACK_WAIT_MS. refused:
 * the simulator rejected it. lost: never sent.
 */
export type ShotStatus = 'sent' | 'acknowledged' | 'unanswered' | 'refused' | 'lost';

export interface LastShot {
  readonly shot: SimShot;
  readonly status: ShotStatus;
  /** Reason for the status; '' if none. */
  readonly word: string;
}

export interface LinkView {
  readonly state: 'off' | 'connecting' | 'connected' | 'waiting';
  /** When the last message arrived, on the device's clock; null if never. */
  readonly received_ms: number | null;
  /** The player's club as the simulator reports it; '' if unknown. */
  readonly club: string;
  readonly handed: string;
  /** As received: its unit is unknown. */
  readonly distance: string;
  readonly last: LastShot | null;
  /** Warning that the wrong club was selected at the last shot, while it still is; '' if none. */
  readonly warning: string;
  /** The problem and its remedy as one sentence; '' if none. */
  readonly problem: string;
}

export const NO_LINK: LinkView = {
  state: 'off',
  received_ms: null,
  club: '',
  handed: '',
  distance: '',
  last: null,
  warning: '',
  problem: '',
};

/** Time limit for the acknowledgement of a shot. The shot is not sent again: the simulator may have played it. */
export const ACK_WAIT_MS = 2000;
/**
 * Interval of ready messages, with or without shots: a simulator that missed one gets the next, and a dead computer is
 * noticed.
 */
export const HEARTBEAT_EVERY_MS = 10_000;
const RECONNECT_DELAYS_MS: readonly number[] = [1000, 2000, 4000, 8000, 16_000, 30_000];

/** Kind of message: ready or shot. */
export type MessageKind = 'ready' | 'shot';

export interface LinkContext {
  readonly address: TcpAddress;
  readonly view: LinkView;
  /** Consecutive connections that ended before their first heartbeat. */
  readonly failures: number;
  /** Whether a message has arrived on this connection. */
  readonly received: boolean;
  /** Last message sent on this connection: the one that the simulator answers. */
  readonly written: MessageKind | null;
  /**
   * Number of our messages that the simulator may still answer: 0, 1, or 2 for a ready message and the shot after it.
   */
  readonly answers_due: number;
  /** Whether to send a ready message once no shot awaits its answer. */
  readonly owes_ready: boolean;
  /** Number of the newest shot; a simulator may drop a shot whose number does not increase. */
  readonly number: number;
}

export const linkContext = (): LinkContext => ({
  address: { host: '', port: 1 },
  view: NO_LINK,
  failures: 0,
  received: false,
  written: null,
  answers_due: 0,
  owes_ready: false,
  number: 1,
});

export const reconnectDelayMs = ({ failures }: LinkContext): number =>
  RECONNECT_DELAYS_MS[Math.min(failures, RECONNECT_DELAYS_MS.length) - 1] ?? 1000;

const withView = ({ view }: LinkContext, patch: Partial<LinkView>): Partial<LinkContext> => ({
  view: { ...view, ...patch },
});

/** Handles an established connection. The ready message comes first. */
export const withOpened = (context: LinkContext): Partial<LinkContext> => ({
  owes_ready: true,
  ...withView(context, { state: 'connected', problem: '' }),
});

/** Handles a new connection attempt: clears what the simulator reported on the previous connection. */
export const withDialled = (context: LinkContext): Partial<LinkContext> => ({
  received: false,
  written: null,
  answers_due: 0,
  ...withView(context, { state: 'connecting', club: '', handed: '', distance: '', warning: '' }),
});

const RESET_IT = 'In GSPro change the club, or choose Settings, Game, Reset GSPro Connect.';
const SILENT = `Connected, but no answer. ${RESET_IT}`;
const START_IT = "Start the simulator's link for launch monitors, or change the address.";

/** Handles a closed connection. `reason`: one sentence, or '' if the simulator closed it cleanly. */
export const withClosed = (context: LinkContext, reason: string): Partial<LinkContext> => ({
  failures: context.failures + 1,
  ...withView(context, {
    state: 'waiting',
    last: lostInTransit(context.view.last),
    problem: reason === '' ? `The simulator closed the connection. Retrying. ${RESET_IT}` : `${reason} ${START_IT}`,
  }),
});

const lostInTransit = (last: LastShot | null): LastShot | null =>
  last?.status === 'sent' ? { ...last, status: 'unanswered', word: 'The connection was lost.' } : last;

export const withSent = (context: LinkContext, shot: SimShot): Partial<LinkContext> => ({
  number: context.number + 1,
  ...withView(context, { last: { shot, status: 'sent', word: '' }, warning: warningFor(shot, context.view.club) }),
});

/** Counts the answers due after a write; a ready message ends the wait for earlier ones. */
export const withWritten = ({ answers_due }: LinkContext, written: MessageKind): Partial<LinkContext> => ({
  written,
  answers_due: written === 'ready' ? 1 : Math.min(answers_due, 1) + 1,
});

/** R147 requires that every putt is sent; with another club selected the simulator may play it as a chip. */
function warningFor(shot: SimShot, club: string): string {
  const odd = shot.of === 'putt' ? club !== '' && club !== 'PT' : club === 'PT';
  return odd ? `The simulator has club ${club} selected.` : '';
}

export const withLost = (context: LinkContext, shot: SimShot): Partial<LinkContext> =>
  withView(context, { last: { shot, status: 'lost', word: 'Not sent: no simulator is connected.' }, warning: '' });

export const withUnanswered = (context: LinkContext): Partial<LinkContext> => {
  const { last } = context.view;
  return withView(context, {
    last: last && { ...last, status: 'unanswered' },
    ...(context.received ? {} : { problem: SILENT }),
  });
};

/** Only 200 is about a shot; 201, 202 and 203 arrive at any time. */
export const isAck = ({ code }: SimMessage): boolean => code === 200;
export const isRefusal = ({ code }: SimMessage): boolean => code >= 500;

/** Whether the message may be about the last shot. */
export const isAnswer = ({ written }: LinkContext, message: SimMessage): boolean =>
  written === 'shot' && (isAck(message) || isRefusal(message));

export function withReceived(context: LinkContext, message: SimMessage, at_ms: number): Partial<LinkContext> {
  const { player, code, text } = message;
  const { answers_due, view } = context;
  const { last } = view;
  const status = isAck(message) ? 'acknowledged' : isRefusal(message) ? 'refused' : null;
  // Some simulators answer ready messages, or send a greeting, with the same code. Answers arrive in the order of our
  // messages: if the answer to the ready message may still be due, the answer to the shot comes next.
  const open = last?.status === 'sent' || last?.status === 'unanswered' || answers_due > 0;
  const answered = isAnswer(context, message) && open && last?.status !== 'lost';
  const word = status === 'refused' ? `Simulator error ${code}: ${text}.` : '';
  return {
    received: true,
    answers_due: status ? Math.max(0, answers_due - 1) : answers_due,
    ...withView(context, {
      received_ms: at_ms,
      problem: '',
      ...(player ? withPlayerData(view, player) : {}),
      last: last && status && answered ? { ...last, status, word } : last,
    }),
  };
}

/**
 * Updates the player's data; fields missing from the message keep their value. The warning follows the club, and none
 * is added after the shot.
 */
function withPlayerData(view: LinkView, player: NonNullable<SimMessage['player']>): Partial<LinkView> {
  const club = player.club || view.club;
  return {
    club,
    handed: player.handed || view.handed,
    distance: player.distance || view.distance,
    warning: view.warning && view.last ? warningFor(view.last.shot, club) : '',
  };
}
