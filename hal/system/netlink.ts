// Kernel notifications over netlink: changes of interfaces and their addresses, and devices that appear, disappear or
// change.

import { bindSocket, closeFile, openSocket, readInto } from './libc.ts';
import type { Poller } from './poller.ts';

const AF_NETLINK = 16;
const SOCK_RAW = 3;
const ROUTE = 0;
const UEVENT = 15;
/** RTMGRP_LINK, RTMGRP_IPV4_IFADDR and RTMGRP_IPV6_IFADDR of linux/rtnetlink.h. */
const ADDRESS_GROUPS = 0x1 | 0x10 | 0x100;
/** Group of the kernel's own events; udev uses another. */
const KERNEL_GROUP = 1;
const MESSAGE_BYTES = 16_384;

function openNetlink(protocol: number, groups: number): number {
  const fd = openSocket(AF_NETLINK, SOCK_RAW, protocol);
  const address = Buffer.alloc(12);
  address.writeUInt16LE(AF_NETLINK, 0);
  address.writeUInt32LE(groups, 8);
  bindSocket(fd, address);
  return fd;
}

/** Calls `onMessage` with each message. @returns Stops listening. */
function listenTo(poller: Poller, fd: number, onMessage: (message: Uint8Array) => void): () => void {
  const bytes = new Uint8Array(MESSAGE_BYTES);
  const end = poller.watch(fd, () => {
    for (;;) {
      const count = readMessage(fd, bytes);
      if (count <= 0) return;
      onMessage(bytes.subarray(0, count));
    }
  });
  return () => {
    end();
    closeFile(fd);
  };
}

/** Reads a message. On overflow (ENOBUFS) it returns 1 byte, because the lost messages are a change too. */
function readMessage(fd: number, bytes: Uint8Array): number {
  try {
    return readInto(fd, bytes);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOBUFS') return 1;
    throw thrown;
  }
}

/** Calls `changed` when an interface appears, disappears or gets another address. @returns Stops watching. */
export const watchAddresses = (poller: Poller, changed: () => void): (() => void) =>
  listenTo(poller, openNetlink(ROUTE, ADDRESS_GROUPS), changed);

/**
 * Calls `changed` with the subsystem of each device that appears, disappears or changes: `drm`, `sound`; '' if unknown.
 * @returns Stops watching.
 */
export const watchDevices = (poller: Poller, changed: (subsystem: string) => void): (() => void) =>
  listenTo(poller, openNetlink(UEVENT, KERNEL_GROUP), (message) => changed(subsystemOf(message)));

/** Returns the subsystem in a message, which is `change@/devices/…` followed by NUL-terminated fields. */
export const subsystemOf = (message: Uint8Array): string =>
  /\0SUBSYSTEM=([^\0]*)/.exec(Buffer.from(message).toString('latin1'))?.[1] ?? '';
