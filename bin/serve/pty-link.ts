// Opens a new pseudo-terminal at a chosen path, for a virtual board that another process opens as a serial port.

import { createPtyPort, linkTo } from '../../hal/serial/serial-pty.ts';
import type { SerialPort } from '../../hal/serial/serial.ts';
import { ok, type Result } from '../../wire/errors.ts';

export interface BoardLink {
  readonly port: SerialPort;
  readonly path: string;
  close(): Promise<void>;
}

/** Opens the link. Errors: `serial_failed`. */
export async function openPtyLink(path: string): Promise<Result<BoardLink & { readonly tty: string }>> {
  const port = createPtyPort();
  if (!port.ok) return port;
  const tty = port.value.path;
  const linked = await linkTo(tty, path);
  if (!linked.ok) {
    port.value.close();
    return linked;
  }
  const close = async (): Promise<void> => {
    port.value.close();
    await linked.value.remove();
  };
  return ok({ port: port.value, path, tty, close });
}
