// Stand-in for the simulators that adopted Open Connect from GSPro, with their small differences: it answers every
// message, serves all clients and counts shots, and either parses the input as a stream or treats each read as one
// message. docs/simulators.md lists the behaviour of each simulator.

import type { TcpConnection } from '../../hal/tcp/tcp.ts';
import { readFields } from '../../wire/json-fields.ts';
import { createObjectSplitter, type ObjectSplitter, type Piece } from '../../wire/json-objects.ts';
import { PUTTING_PLAYER, obey, type SimulatorPlayer } from './commands.ts';
import { readMessage, reply, replyText, type Reply, type ShotMessage, type StateMessage } from './open-connect.ts';
import { createEvents, type Conversation, type TcpSimulator } from './simulator.ts';

interface Client {
  readonly number: number;
  readonly peer: TcpConnection;
}

export interface LenientOptions {
  /** Framing. `message`: each read is one message or none, as in OpenGolfSim. */
  readonly reads?: 'stream' | 'message';
}

/** Error in OpenGolfSim's own format, which differs from Open Connect; the wording is ours. */
const BAD_READ = { status: 400, message: 'Bad Request' };
type Answer = Reply | typeof BAD_READ;

export function createLenient({ reads = 'stream' }: LenientOptions = {}): TcpSimulator {
  const { emit, onEvent } = createEvents();
  const clients = new Set<Client>();
  let count = 0;
  let player: SimulatorPlayer = PUTTING_PLAYER;
  /** Highest shot number so far; kept across connections. */
  let last_number: number | null = null;

  const send = (client: Client, each: Answer): void => {
    client.peer.write(new TextEncoder().encode(`${JSON.stringify(each)}\n`));
    const text = 'status' in each ? `${each.status} ${each.message}` : replyText(each);
    emit({ kind: 'answered', client: client.number, text });
  };
  const sendToAll = (each: Reply): void => clients.forEach((client) => send(client, each));
  const information = (): Reply => reply(201, 'Player Information', player);

  const onPiece = (client: Client, { kind, text }: Piece): void => {
    const fields = kind === 'object' ? readFields(text) : null;
    const message = fields && readMessage(fields);
    if (!message) {
      emit({ kind: 'ignored', client: client.number, why: 'unknown message', text });
      return send(client, reads === 'message' ? BAD_READ : reply(501, 'Failure occurred'));
    }
    const number = message.kind === 'shot' ? message.shot.shot_number : message.shot_number;
    const stale = message.kind === 'shot' ? whyStale(message, last_number) : null;
    if (message.kind === 'shot') {
      const dropped = stale ?? whyDropped(message);
      emit({ kind: 'shot', client: client.number, shot: message.shot, club: player.Club, dropped });
    } else emit({ kind: message.kind, client: client.number, ready: message.ready, ball: message.ball });
    if (number !== null) last_number = Math.max(last_number ?? number, number);
    for (const each of answersTo(message.kind, reads, stale, information())) send(client, each);
  };

  const reset = (): void => {
    const closing = [...clients];
    clients.clear();
    last_number = null;
    for (const { peer } of closing) peer.close();
    emit({ kind: 'reset' });
  };

  return {
    onEvent,
    connection(peer): Conversation {
      const client: Client = { number: ++count, peer };
      const splitter = reads === 'stream' ? createObjectSplitter() : WHOLE_READS;
      clients.add(client);
      emit({ kind: 'connected', client: client.number, served: true });
      send(client, information());
      return {
        data(bytes) {
          for (const piece of splitter.push(bytes)) if (clients.has(client)) onPiece(client, piece);
        },
        closed() {
          if (!clients.delete(client)) return;
          emit({ kind: 'disconnected', client: client.number });
          peer.close();
        },
      };
    },
    command: (line) =>
      obey(line, {
        ready: () => sendToAll(reply(202, 'Ready')),
        end: () => sendToAll(reply(203, 'Round ended')),
        reset,
        change(next) {
          player = next(player);
          sendToAll(information());
        },
        hasClient: () => clients.size > 0,
      }),
  };
}

/** Treats each read as one object regardless of its content. */
const WHOLE_READS: ObjectSplitter = {
  push: (bytes) => [{ kind: 'object', text: new TextDecoder().decode(bytes) }],
};

function answersTo(
  kind: StateMessage['kind'] | 'shot',
  reads: LenientOptions['reads'],
  stale: string | null,
  information: Reply,
): readonly Reply[] {
  if (kind !== 'shot') return [reply(200, 'OK')];
  const received = reply(200, 'Shot received successfully');
  if (reads === 'stream') return [received];
  return stale === null ? [received, information] : [information];
}

/** Returns why a shot number counts as already seen; null if it is new. */
function whyStale({ shot: { shot_number } }: ShotMessage, last_number: number | null): string | null {
  if (shot_number === null) return 'no shot number';
  if (last_number === null) return 'the first shot number counts as already played';
  return shot_number <= last_number ? `the shot number is not above ${last_number}` : null;
}

function whyDropped({ has_ball, as_text }: ShotMessage): string | null {
  if (as_text) return 'the numbers are text';
  return has_ball ? null : 'no ball data';
}
