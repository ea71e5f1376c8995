// USART 0: one byte in the shift register and one waiting in each direction, each bit at the chip's own rate.

import { REGISTER, type Bus } from './bus.ts';

const RXC = 0x80;
const TXC = 0x40;
const UDRE = 0x20;
const DOR = 0x08;
const DOUBLE_SPEED = 0x02;
const RXCIE = 0x80;
const UDRIE = 0x20;
const BITS_PER_BYTE = 10; // 8 data bits, start and stop
/** Two bytes in the buffer, and one in the shift register until the next start bit. */
const RECEIVED_MAX = 3;

export interface Usart {
  /** Puts bytes on the receiving line; they arrive one after another at the line's rate. */
  receive(bytes: Uint8Array): void;
  /** Number of bytes sent since the last 0x00. */
  sentSinceZero(): number;
}

/** @param onByte Called when a byte begins to be sent, with the cycle of its start bit. */
export function attachUsart(bus: Bus, onByte: (byte: number, cycle: number) => void): Usart {
  const { data, readHooks, writeHooks } = bus.cpu;
  const doubled = (): number => Number(data[REGISTER.UCSR0A]) & DOUBLE_SPEED;
  const divisor = (): number => {
    const low = Number(data[REGISTER.UBRR0L]) + Number(data[REGISTER.UBRR0L + 1]) * 256;
    return (low + 1) * (doubled() ? 8 : 16);
  };
  const byteCycles = (): number => divisor() * BITS_PER_BYTE;
  const enabled = (mask: number): boolean => (Number(data[REGISTER.UCSR0B]) & mask) !== 0;
  const sender = createSender(bus, byteCycles, onByte, () => enabled(UDRIE));
  const receiver = createReceiver(bus, byteCycles, () => enabled(RXCIE));

  readHooks[REGISTER.UCSR0A] = () => sender.flags() | receiver.flags() | doubled();
  writeHooks[REGISTER.UCSR0B] = (value) => {
    data[REGISTER.UCSR0B] = value;
    sender.update();
    receiver.update();
    return true;
  };
  readHooks[REGISTER.UDR0] = receiver.take;
  writeHooks[REGISTER.UDR0] = (value) => {
    sender.put(value);
    return true;
  };
  return { receive: receiver.receive, sentSinceZero: sender.sentSinceZero };
}

function createSender(
  { cpu, request, on, schedule }: Bus,
  byteCycles: () => number,
  onByte: (byte: number, cycle: number) => void,
  interrupts: () => boolean,
) {
  let sending = false;
  let waiting: number | null = null;
  let since_zero = 0;
  const update = (): void => request('usart_empty', waiting === null && interrupts());
  const send = (byte: number): void => {
    sending = true;
    since_zero = byte === 0 ? 0 : since_zero + 1;
    onByte(byte, cpu.cycles);
    schedule('sent', cpu.cycles + byteCycles());
  };
  on('sent', () => {
    sending = false;
    if (waiting === null) return;
    const next = waiting;
    waiting = null;
    send(next);
    update();
  });
  return {
    update,
    put(byte: number) {
      if (sending) waiting = byte;
      else send(byte);
      update();
    },
    flags: (): number => (sending ? 0 : TXC) | (waiting === null ? UDRE : 0),
    sentSinceZero: () => since_zero,
  };
}

function createReceiver({ cpu, request, on, schedule }: Bus, byteCycles: () => number, interrupts: () => boolean) {
  const line: number[] = [];
  const received: number[] = [];
  let overrun = false;
  const update = (): void => request('usart_rx', received.length > 0 && interrupts());
  on('received', (due) => {
    const byte = line.shift();
    if (byte === undefined) return;
    if (received.length < RECEIVED_MAX) received.push(byte);
    else overrun = true;
    if (line.length > 0) schedule('received', due + byteCycles());
    update();
  });
  return {
    update,
    receive(bytes: Uint8Array) {
      if (line.length === 0) schedule('received', cpu.cycles + byteCycles());
      line.push(...bytes);
    },
    take(): number {
      overrun = false;
      const byte = received.shift() ?? 0;
      update();
      return byte;
    },
    flags: (): number => (received.length > 0 ? RXC : 0) | (overrun ? DOR : 0),
  };
}
