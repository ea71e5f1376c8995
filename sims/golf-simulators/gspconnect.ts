// Stand-in for GSPconnect, the program through which launch monitors reach GSPro, with the quirks observed in the real
// program. docs/simulators.md lists them with their sources. Strict where the real behaviour is unknown: a client that
// works here should work with GSPconnect.

import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import { readFields } from '../../wire/json-fields.ts';
import { createObjectSplitter } from '../../wire/json-objects.ts';
import { FIRST_CLUB, PUTTING_PLAYER, obey, type SimulatorPlayer } from './commands.ts';
import { readMessage, reply, replyText, type Reply, type ShotMessage } from './open-connect.ts';
import { createEvents, type TcpSimulator } from './simulator.ts';
import { createSingleClient, type Client } from './single-client.ts';

interface GspconnectOptions {
  readonly clock: Clock;
  /** Whether it serves no client after a disconnect until it is reset, as the real one does. */
  readonly broken_reconnect?: boolean;
  /**
   * Whether each connection must send a heartbeat or status message before it plays shots. Connectors that send none
   * work with the real one.
   */
  readonly ready_first?: boolean;
}

/** Interval of the real one's acknowledgement timer; here the timer starts with the shot. */
const ACK_AFTER_MS = 200;

export function createGspconnect(options: GspconnectOptions): TcpSimulator {
  const { clock, broken_reconnect = true, ready_first = false } = options;
  const { emit, onEvent } = createEvents();
  let player: SimulatorPlayer = PUTTING_PLAYER;

  const send = (...replies: readonly Reply[]): void => {
    const client = program.served();
    if (!client) return;
    client.peer.write(new TextEncoder().encode(replies.map((each) => JSON.stringify(each)).join('')));
    emit({ kind: 'answered', client: client.number, text: replies.map(replyText).join(' and ') });
  };
  const information = (): Reply => reply(201, 'GSPro Player Information', player);
  const setPlayer = (next: SimulatorPlayer): void => {
    player = next;
    send(information());
  };
  const acks = createAcks(clock, (text) => send(reply(200, text), information()));

  const onShot = (client: Client, message: ShotMessage): void => {
    const { shot, has_ball, half_spin } = message;
    const deaf = ready_first && !client.known;
    const dropped = deaf ? 'no ready or heartbeat message before it' : whyDropped(message);
    emit({ kind: 'shot', client: client.number, shot, club: player.Club, dropped });
    if (deaf || half_spin) return;
    acks.note(ackText(message));
    if (has_ball && shot.speed_mph === 0) setPlayer({ ...player, Club: FIRST_CLUB });
  };

  const read = (client: Client, bytes: Uint8Array): void => {
    const ignore = (why: string, text: string): void => emit({ kind: 'ignored', client: client.number, why, text });
    const text = asciiOf(bytes);
    if (client.legacy) return ignore('the connection uses the old protocol', text);
    const found = readOne(text);
    if ('problem' in found) return ignore(found.problem, text);
    if (found.rest !== '') ignore('only the first message of a write is read', found.rest);
    if (found.legacy) {
      client.legacy = true;
      return ignore('the connection uses the old protocol from here on', text);
    }
    const { message } = found;
    if (!message) return ignore('no speed or no direction', text);
    if (message.kind === 'shot') return onShot(client, message);
    client.known = true;
    emit({ kind: message.kind, client: client.number, ready: message.ready, ball: message.ball });
  };

  const program = createSingleClient({ emit, broken_reconnect, read, left: () => acks.forget() });

  return {
    onEvent,
    connection: program.connection,
    command: (line) =>
      obey(line, {
        ready: () => send(reply(202, 'GSPro ready')),
        end: () => send(reply(202, 'GSPro ready'), reply(203, 'GSPro round ended')),
        reset: program.reset,
        change: (next) => setPlayer(next(player)),
        hasClient: () => program.served() !== null,
      }),
  };
}

/**
 * Models one flag and one timer: shots that arrive before it fires share one acknowledgement, with the text of the
 * last.
 */
function createAcks(clock: Clock, acknowledge: (text: string) => void): { note(text: string): void; forget(): void } {
  let alarm: Alarm = null;
  let flag: string | null = null;
  const fire = (): void => {
    const text = flag;
    flag = null;
    if (text !== null) acknowledge(text);
  };
  return {
    note(text) {
      if (flag === null) alarm = clock.setTimeout(fire, ACK_AFTER_MS);
      flag = text;
    },
    forget() {
      clock.clearTimeout(alarm);
      flag = null;
    },
  };
}

function ackText({ shot, has_ball }: ShotMessage): string {
  if (!has_ball) return 'Club Data received';
  return shot.club_data ? 'Club & Ball Data received' : 'Ball Data received';
}

function whyDropped({ shot, has_ball, half_spin }: ShotMessage): string | null {
  if (half_spin) return 'side spin without back spin divides by zero';
  if (!has_ball) return 'no ball data';
  if (shot.speed_mph === 0) return 'a speed of 0 resets the club';
  return null;
}

/** Decodes ASCII, as the real one does, and ignores trailing zero bytes. */
const asciiOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.map((byte) => (byte < 0x80 ? byte : 0x3f)))
    .toString('latin1')
    .replace(/\0+$/, '');

type OneRead =
  | { readonly problem: string }
  | { readonly legacy: boolean; readonly message: ReturnType<typeof readMessage>; readonly rest: string };

/** Parses the data of one Read as one object. */
function readOne(text: string): OneRead {
  const [first] = createObjectSplitter().push(new TextEncoder().encode(text));
  const fields = first?.kind === 'object' ? readFields(first.text) : null;
  if (!first || !fields) return { problem: first ? 'not a JSON object' : 'not a complete message' };
  const legacy = 'data' in fields || (fields['ShotDataOptions'] ?? null) === null;
  const rest = text.slice(text.indexOf('{') + first.text.length).trim();
  return { legacy, message: readMessage(fields), rest };
}
