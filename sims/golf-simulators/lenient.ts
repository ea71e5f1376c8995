// A stand-in for the simulators that took Open Connect over from GSPro, each with small differences: it answers everything, reads a
// stream, serves everybody, and counts shots. docs/simulators.md says which simulator does what.

import type { TcpConnection } from '../../hal/tcp/tcp.ts';
import { readFields } from '../../wire/json-fields.ts';
import { createObjectSplitter, type Piece } from '../../wire/json-objects.ts';
import { PUTTING_PLAYER, obey, type Player } from './commands.ts';
import { readMessage, reply, replyText, type Reply, type ShotMessage } from './open-connect.ts';
import { createEvents, type Conversation, type TcpSimulator } from './simulator.ts';

interface Client {
  readonly number: number;
  readonly peer: TcpConnection;
}

export function createLenient(): TcpSimulator {
  const { emit, onEvent } = createEvents();
  const clients = new Set<Client>();
  let count = 0;
  let player: Player = PUTTING_PLAYER;
  /** The highest shot number of any message so far; it outlives a connection. */
  let last_number: number | null = null;

  const say = (client: Client, each: Reply): void => {
    client.peer.write(new TextEncoder().encode(`${JSON.stringify(each)}\n`));
    emit({ kind: 'answered', client: client.number, text: replyText(each) });
  };
  const sayToAll = (each: Reply): void => clients.forEach((client) => say(client, each));
  const information = (): Reply => reply(201, 'Player Information', player);

  const onPiece = (client: Client, { kind, text }: Piece): void => {
    const fields = kind === 'object' ? readFields(text) : null;
    const message = fields && readMessage(fields);
    if (!message) {
      emit({ kind: 'ignored', client: client.number, why: 'it is not understood', text });
      return say(client, reply(501, 'Failure occurred'));
    }
    const number = message.kind === 'shot' ? message.shot.shot_number : message.shot_number;
    if (message.kind === 'shot') {
      const dropped = whyDropped(message, last_number);
      emit({ kind: 'shot', client: client.number, shot: message.shot, club: player.Club, dropped });
    } else emit({ kind: message.kind, client: client.number, ready: message.ready, ball: message.ball });
    if (number !== null) last_number = Math.max(last_number ?? number, number);
    say(client, reply(200, message.kind === 'shot' ? 'Shot received successfully' : 'OK'));
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
      const splitter = createObjectSplitter();
      clients.add(client);
      emit({ kind: 'connected', client: client.number, served: true });
      say(client, information());
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
        ready: () => sayToAll(reply(202, 'Ready')),
        end: () => sayToAll(reply(203, 'Round ended')),
        reset,
        change(next) {
          player = next(player);
          sayToAll(information());
        },
        heard: () => clients.size > 0,
      }),
  };
}

function whyDropped({ shot, has_ball, as_text }: ShotMessage, last_number: number | null): string | null {
  const { shot_number } = shot;
  if (shot_number === null) return 'it has no shot number';
  if (last_number === null) return 'the first number that is seen counts as played already';
  if (shot_number <= last_number) return `its number is not greater than ${last_number}`;
  if (as_text) return 'its numbers are text';
  return has_ball ? null : 'it has no ball data';
}
