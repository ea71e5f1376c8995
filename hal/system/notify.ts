// Reports the state of a service to systemd: sd_notify(3), a datagram to the socket in NOTIFY_SOCKET.

import { openSocket, sendTo } from './libc.ts';

const AF_UNIX = 1;
const SOCK_DGRAM = 2;

/** Builds a socket address. A leading `@` stands for the NUL of an abstract socket; any other path ends with a NUL. */
function addressOf(path: string): Uint8Array {
  const name = Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`);
  const address = Buffer.alloc(2 + name.length);
  address.writeUInt16LE(AF_UNIX, 0);
  name.copy(address, 2);
  return address;
}

/** @returns Sends lines such as READY=1; a missing listener is not an error. */
export function createNotifier(path: string): (text: string) => void {
  const fd = openSocket(AF_UNIX, SOCK_DGRAM, 0);
  const address = addressOf(path);
  return (text) => {
    try {
      sendTo(fd, Buffer.from(text), address);
    } catch {
      // systemd has stopped listening, or its socket is full: the watchdog will catch that
    }
  };
}
