// Common interface of all golf simulator stand-ins: events as data, and one-line commands that change the state.

import type { TcpConnection } from '../../hal/tcp/tcp.ts';
import type { Result } from '../../wire/errors.ts';

/** Shot with speeds in mph and angles in degrees, as on the wire; positive angles are to the right, or up. */
export interface SimulatorShot {
  /** Shot number; null if none. */
  readonly shot_number: number | null;
  readonly speed_mph: number;
  readonly hla_deg: number;
  readonly vla_deg: number;
  readonly total_spin_rpm: number;
  /** Club data; null if the shot has none. */
  readonly club_data: {
    readonly speed_mph: number;
    readonly attack_deg: number;
    readonly face_deg: number;
    readonly path_deg: number;
  } | null;
}

/** Simulator event. Clients, or independent requests, are numbered from 1. */
export type SimulatorEvent =
  | { readonly kind: 'connected'; readonly client: number; readonly served: boolean }
  | { readonly kind: 'disconnected'; readonly client: number }
  | { readonly kind: 'heartbeat' | 'status'; readonly client: number; readonly ready: boolean; readonly ball: boolean }
  | {
      readonly kind: 'shot';
      readonly client: number;
      readonly shot: SimulatorShot;
      /** Club selected on the simulator. */
      readonly club: string;
      /** Reason why the shot was dropped; null if it was played. */
      readonly dropped: string | null;
    }
  | { readonly kind: 'ignored'; readonly client: number; readonly why: string; readonly text: string }
  | { readonly kind: 'answered'; readonly client: number; readonly text: string }
  | { readonly kind: 'reset' };

export interface Simulator {
  /** Carries out a command line and returns one sentence for the operator. */
  command(line: string): Result<string>;
  onEvent(listener: (event: SimulatorEvent) => void): () => void;
}

/** Simulator's end of one connection. */
export interface Conversation {
  data(bytes: Uint8Array): void;
  /** Called when the other side has closed or vanished. */
  closed(): void;
}

export interface TcpSimulator extends Simulator {
  connection(peer: TcpConnection): Conversation;
}

export interface Events {
  emit(event: SimulatorEvent): void;
  readonly onEvent: Simulator['onEvent'];
}

export function createEvents(): Events {
  const listeners = new Set<(event: SimulatorEvent) => void>();
  return {
    emit: (event) => listeners.forEach((listener) => listener(event)),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Formats an event as one line. Quotes and truncates external text. */
export function describeEvent(event: SimulatorEvent): string {
  switch (event.kind) {
    case 'connected':
      return `Client ${event.client} connected${event.served ? '' : ' but is not served'}.`;
    case 'disconnected':
      return `Client ${event.client} disconnected.`;
    case 'heartbeat':
    case 'status': {
      const name = event.kind === 'heartbeat' ? 'Heartbeat' : 'Status';
      return `${name} from client ${event.client}: ${event.ready ? 'ready' : 'not ready'}, ${event.ball ? 'ball' : 'no ball'}.`;
    }
    case 'shot':
      return `${shotText(event.shot)} from client ${event.client} with ${event.club}: ${event.dropped === null ? 'played' : `not played (${event.dropped})`}.`;
    case 'ignored':
      return `Ignored input from client ${event.client} (${event.why}): ${JSON.stringify(event.text.slice(0, 120))}.`;
    case 'answered':
      return `Answered client ${event.client}: ${event.text}.`;
    case 'reset':
      return 'Restarted; all connections are closed.';
  }
}

function shotText({ shot_number, speed_mph, hla_deg }: SimulatorShot): string {
  const side = hla_deg === 0 ? 'straight' : `${Math.abs(hla_deg).toFixed(2)}° ${hla_deg > 0 ? 'right' : 'left'}`;
  return `Shot${shot_number === null ? '' : ` ${shot_number}`}, ${speed_mph.toFixed(2)} mph ${side},`;
}
