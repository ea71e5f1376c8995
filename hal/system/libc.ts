// Linux calls that Node lacks, through the system's C library. Failures throw like Node's own file calls: an error with
// a `code` such as ENODEV.

import { constants } from 'node:os';
import koffi from 'koffi';

const libc = koffi.load('libc.so.6');
const symbols = {
  adjtimex: libc.func('int adjtimex(void *timex)'),
  close: libc.func('int close(int fd)'),
  eventfd: libc.func('int eventfd(unsigned int count, int flags)'),
  ioctl: libc.func('int ioctl(int fd, unsigned long request, void *argument)'),
  ioctl_number: libc.func('ioctl', 'int', ['int', 'unsigned long', 'unsigned long']),
  mmap: libc.func('void *mmap(void *address, size_t length, int protection, int flags, int fd, int64_t offset)'),
  munmap: libc.func('int munmap(void *address, size_t length)'),
  open: libc.func('int open(const char *path, int flags)'),
  poll: libc.func('int poll(void *fds, unsigned long count, int timeout_ms)'),
  read: libc.func('int64_t read(int fd, void *bytes, size_t length)'),
  sendto: libc.func(
    'int64_t sendto(int fd, const void *bytes, size_t length, int flags, const void *address, uint32_t address_length)',
  ),
  socket: libc.func('int socket(int domain, int type, int protocol)'),
  bind: libc.func('int bind(int fd, const void *address, uint32_t length)'),
  write: libc.func('int64_t write(int fd, const void *bytes, size_t length)'),
};

/** Size of `struct timex` on 64-bit Linux. */
const TIMEX_BYTES = 208;
const TIME_ERROR = 5;
/** Whether any program, such as an NTP service, keeps the machine's clock right, according to the kernel. */
export const isClockDisciplined = (): boolean =>
  checked('adjtimex', symbols.adjtimex(new Uint8Array(TIMEX_BYTES))) !== TIME_ERROR;

const NAMES = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]));

function systemError(call: string): Error {
  const errno = koffi.errno();
  const code = NAMES.get(errno) ?? `E${errno}`;
  return Object.assign(new Error(`${code}: ${call} failed`), { code, errno: -errno, syscall: call });
}

function checked(call: string, result: unknown): number {
  const value = Number(result);
  if (value < 0) throw systemError(call);
  return value;
}

export const O_RDONLY = 0;
export const O_RDWR = 2;
export const O_NONBLOCK = 0o4000;
const O_CLOEXEC = 0o2_000_000;

/** Opens a file with O_CLOEXEC, so no child inherits it. @returns The descriptor. */
export const openFile = (path: string, flags: number): number => checked('open', symbols.open(path, flags | O_CLOEXEC));
export const closeFile = (fd: number): void => void checked('close', symbols.close(fd));

/** @param argument Input and output; null for a request without one. */
export const ioctl = (fd: number, request: number, argument: Uint8Array | null): number =>
  checked('ioctl', symbols.ioctl(fd, request, argument));
/** Sends a request whose argument is the number itself. */
export const ioctlNumber = (fd: number, request: number, argument: number): number =>
  checked('ioctl', symbols.ioctl_number(fd, request, argument));

/** @returns Number of bytes; 0 at the end, -1 if nothing is available now. */
export function readInto(fd: number, bytes: Uint8Array): number {
  const count = Number(symbols.read(fd, bytes, bytes.length));
  if (count < 0 && koffi.errno() === constants.errno.EAGAIN) return -1;
  return checked('read', count);
}
export const writeBytes = (fd: number, bytes: Uint8Array): number =>
  checked('write', symbols.write(fd, bytes, bytes.length));

/** Device memory, shared until it is unmapped. */
export interface Mapping {
  readonly bytes: Uint8Array;
  unmap(): void;
}
const PROT_READ_WRITE = 3;
const MAP_SHARED = 1;
const MAP_FAILED = 0xffff_ffff_ffff_ffffn;
export function mapShared(fd: number, length: number, offset: number): Mapping {
  const address: unknown = symbols.mmap(null, length, PROT_READ_WRITE, MAP_SHARED, fd, offset);
  if (koffi.address(address) === MAP_FAILED) throw systemError('mmap');
  return {
    bytes: new Uint8Array(koffi.view(address, length)),
    unmap: () => void checked('munmap', symbols.munmap(address, length)),
  };
}

/** Returns the address of the bytes, for a structure that points to them. The bytes must outlive the structure. */
export const addressOf = (bytes: Uint8Array): bigint => koffi.address(bytes);

const EFD_CLOEXEC_NONBLOCK = 0o2_004_000;
/** Opens a descriptor that becomes readable when 8 bytes are written to it. */
export const openEvent = (): number => checked('eventfd', symbols.eventfd(0, EFD_CLOEXEC_NONBLOCK));

const SOCK_CLOEXEC_NONBLOCK = 0o2_004_000;
export const openSocket = (domain: number, type: number, protocol: number): number =>
  checked('socket', symbols.socket(domain, type | SOCK_CLOEXEC_NONBLOCK, protocol));
/** @param address The kernel's `sockaddr` for the domain. */
export const bindSocket = (fd: number, address: Uint8Array): void =>
  void checked('bind', symbols.bind(fd, address, address.length));
const MSG_NOSIGNAL = 0x4000;
export const sendTo = (fd: number, bytes: Uint8Array, address: Uint8Array): void =>
  void checked('sendto', symbols.sendto(fd, bytes, bytes.length, MSG_NOSIGNAL, address, address.length));

/**
 * Polls in a separate thread.
 * @param fds Consecutive `struct pollfd`, 8 bytes each; the events are written in place.
 */
export const pollFiles = (fds: Uint8Array, timeout_ms: number): Promise<void> =>
  new Promise((resolve, reject) => {
    symbols.poll.async(fds, fds.length / 8, timeout_ms, (error: Error | null, result: unknown) => {
      if (error) reject(error);
      else if (Number(result) < 0 && koffi.errno() !== constants.errno.EINTR) reject(systemError('poll'));
      else resolve();
    });
  });
