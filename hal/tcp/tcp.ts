// TCP port: connections from this device to programs on its network, such as a golf simulator. Contract: `connect`
// tries once and never throws. No event comes before it has returned, nor synchronously from within any method. `open`
// comes at most once, before any `data`. Bytes arrive in order, in chunks of any size: one write of the other side may
// arrive in pieces, and two may arrive as one. The listener owns the chunks. `closed` comes exactly once and is the
// last event: with null if the other side closes, otherwise with an error and a one-sentence message: `tcp_no_host` (no
// such host), `tcp_refused` (no program listens there), `tcp_unreachable` (no answer within CONNECT_MS_MAX, or no
// route), `tcp_lost` (the connection broke, or the other side reads nothing and BACKLOG_BYTES_MAX wait). When the other
// side closes, this side is closed too: there are no half-open connections. A line can die silently; then `closed` may
// take a quarter of an hour. A caller that must know sooner probes the other side. After a call to `close` no event
// follows, not even `closed`. Bytes written earlier are sent if the other side reads them soon. Closing twice, or after
// `closed`, is harmless. `write` never blocks and never throws. One write is one segment if the network allows it (no
// Nagle delay). Bytes written before `open`, after `close` or after `closed` are dropped: a message that waited for a
// connection would be stale on arrival. The port is from 1 to 65,535; any other is a programming error. The host is a
// name or an address, as the player entered it.

import type { OperatingError } from '../../wire/errors.ts';

export const CONNECT_MS_MAX = 10_000;
export const BACKLOG_BYTES_MAX = 65_536;

export interface TcpListener {
  open(): void;
  data(bytes: Uint8Array): void;
  /** Reports the end of the connection; null if the other side closed it in an orderly way. */
  closed(error: OperatingError | null): void;
}

export interface TcpConnection {
  /** Never blocks and never throws. Before `open`, after `close` and after `closed` the bytes are dropped. */
  write(bytes: Uint8Array): void;
  /** Closes the connection; no event follows. Closing twice is fine. */
  close(): void;
}

export interface TcpAddress {
  /** Name or address of the host. */
  readonly host: string;
  /** TCP port, from 1 to 65,535. */
  readonly port: number;
}

export interface Tcp {
  /**
   * Tries once to connect. Failures arrive as `closed`: `tcp_no_host`, `tcp_refused`, `tcp_unreachable`, `tcp_lost`.
   * @throws For a port out of range, which is a programming error.
   */
  connect(to: TcpAddress, listener: TcpListener): TcpConnection;
}
