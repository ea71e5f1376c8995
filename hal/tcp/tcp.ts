// The TCP port: connections that this device opens to programs on its network, such as a golf simulator.
//
// Contract
// - `connect` tries once and never throws. No event comes before it has returned, nor from within any call of ours.
// - `open` comes at most once, before any `data`. Bytes arrive in order, in chunks of any size: one write of the other side may
//   arrive in pieces, and two may arrive as one. Chunks belong to the listener.
// - `closed` comes exactly once and is the last event: with null when the other side closes, otherwise with an error and its
//   one sentence: `tcp_no_host` (no such host), `tcp_refused` (nobody listens there), `tcp_unreachable` (no answer within
//   CONNECT_MS_MAX, no way there), `tcp_lost` (broken off, or the other side takes nothing and BACKLOG_BYTES_MAX wait).
//   When the other side closes, this side is closed as well: there are no half-open connections.
// - A line can die without a word; then `closed` may take a quarter of an hour. Who must know sooner asks the other side.
// - After our own `close` there is no event at all, not even `closed`. What was written before goes out if the other side
//   takes it soon. Closing twice, or after `closed`, is harmless.
// - `write` never blocks and never throws. One write is one segment where the network allows it (no waiting for more to send).
//   What is written before `open`, after `close` or after `closed` is dropped: a message that waited for a connection would
//   be old when it arrived.
// - The port is from 1 to 65,535; another one is a programmer's error. The host is a name or an address, as a person gave it.

import type { OperatingError } from '../../wire/errors.ts';

export const CONNECT_MS_MAX = 10_000;
export const BACKLOG_BYTES_MAX = 65_536;

export interface TcpListener {
  open(): void;
  data(bytes: Uint8Array): void;
  /** null: the other side closed in good order. */
  closed(error: OperatingError | null): void;
}

export interface TcpConnection {
  /** Never blocks and never throws. Before `open`, after `close` and after `closed` the bytes are dropped. */
  write(bytes: Uint8Array): void;
  /** No event comes after it. Closing twice is fine. */
  close(): void;
}

export interface TcpAddress {
  /** A name or an address. */
  readonly host: string;
  /** From 1 to 65,535. */
  readonly port: number;
}

export interface Tcp {
  /**
   * Tries once. What goes wrong comes as `closed`: `tcp_no_host`, `tcp_refused`, `tcp_unreachable`, `tcp_lost`.
   * @throws For a port outside of its range, which is a programmer's error.
   */
  connect(to: TcpAddress, listener: TcpListener): TcpConnection;
}
