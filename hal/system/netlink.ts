// News of the kernel by netlink: interfaces and their addresses, and devices that come, go or change.

import { bindSocket, closeFile, openSocket, readInto } from './libc.ts';
import type { Poller } from './poller.ts';

const AF_NETLINK = 16;
const SOCK_RAW = 3;
const ROUTE = 0;
const UEVENT = 15;
/** RTMGRP_LINK, RTMGRP_IPV4_IFADDR and RTMGRP_IPV6_IFADDR of linux/rtnetlink.h. */
const ADDRESS_GROUPS = 0x1 | 0x10 | 0x100;
/** What the kernel says itself; udev has a group of its own. */
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

/** Calls back with each message. @returns Ends it. */
function listenTo(poller: Poller, fd: number, hear: (message: Uint8Array) => void): () => void {
  const bytes = new Uint8Array(MESSAGE_BYTES);
  const end = poller.watch(fd, () => {
    for (;;) {
      const count = readMessage(fd, bytes);
      if (count <= 0) return;
      hear(bytes.subarray(0, count));
    }
  });
  return () => {
    end();
    closeFile(fd);
  };
}

/** Where more has come than the kernel keeps, some of it is lost: that is news, too. */
function readMessage(fd: number, bytes: Uint8Array): number {
  try {
    return readInto(fd, bytes);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOBUFS') return 1;
    throw thrown;
  }
}

/** Told when an interface comes, goes, or gets another address. @returns Ends it. */
export const watchAddresses = (poller: Poller, changed: () => void): (() => void) =>
  listenTo(poller, openNetlink(ROUTE, ADDRESS_GROUPS), changed);

/** Told of the subsystem of each device that comes, goes or changes: `drm`, `sound`; '' for one that is not known. @returns Ends it. */
export const watchDevices = (poller: Poller, changed: (subsystem: string) => void): (() => void) =>
  listenTo(poller, openNetlink(UEVENT, KERNEL_GROUP), (message) => changed(subsystemOf(message)));

/** Of `change@/devices/…`, then fields with a NUL behind each. */
export const subsystemOf = (message: Uint8Array): string =>
  /\0SUBSYSTEM=([^\0]*)/.exec(Buffer.from(message).toString('latin1'))?.[1] ?? '';
