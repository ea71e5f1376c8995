// Port forwarding with QEMU's user network: a port of the machine on 127.0.0.1 of the host, and the host's address as
// seen from the machine.

import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Machine } from '../machine/machine.ts';

/** Address of the host, as seen from the machine. */
export const HOST_IN_MACHINE = '10.0.2.2';

/** Forwards a guest port. @returns The host port. Errors: `rig_failed`. */
export async function forwardPort({ qmp }: Pick<Machine, 'qmp'>, guest_port: number): Promise<Result<number>> {
  const monitor = async (line: string): Promise<Result<string>> => {
    const reply = await qmp.call('human-monitor-command', { 'command-line': line });
    return reply.ok ? ok(String(reply.value)) : reply;
  };
  const forwarded = await monitor(`hostfwd_add tcp:127.0.0.1:0-:${guest_port}`);
  if (!forwarded.ok) return forwarded;
  if (forwarded.value.trim() !== '')
    return fail('rig_failed', `QEMU did not forward a port: ${forwarded.value.trim()}`);
  const network = await monitor('info usernet');
  if (!network.ok) return network;
  const port = forwardedPort(network.value, guest_port);
  return port === null ? fail('rig_failed', 'QEMU did not report the forwarded port.') : ok(port);
}

/** Returns the last forwarded port in QEMU's table: `TCP[HOST_FORWARD]  13  127.0.0.1 39817  10.0.2.15  8321 …`. */
export function forwardedPort(table: string, guest_port: number): number | null {
  const rows = [...table.matchAll(/TCP\[HOST_FORWARD\]\s+\d+\s+127\.0\.0\.1\s+(\d+)\s+\S+\s+(\d+)/g)];
  const row = rows.findLast(([, , port]) => Number(port) === guest_port);
  return row ? Number(row[1]) : null;
}
