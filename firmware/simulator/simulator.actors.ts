// Actors of a golf simulator: a connection, a posted putt, and an order of key taps and a shot.

import { fromCallback } from 'xstate';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Http } from '../../hal/http/http.ts';
import type { Keyboard } from '../../hal/keyboard/keyboard.ts';
import type { Tcp, TcpAddress } from '../../hal/tcp/tcp.ts';
import { createObjectSplitter } from '../../wire/json-objects.ts';
import { SIMULATOR_KEYS } from '../../wire/simulator-keys.ts';
import type { PostEvent, PostInput } from './connector.machine.ts';
import type { SocketWrite } from './link.machine.ts';
import { readSimMessage, readyText } from './open-connect.ts';
import type { CarryOut, OrderEvent } from './simulator.machine.ts';

/** Pause between writes: GSPconnect treats one read as one message, and acknowledges two shots within 200 ms as one. */
const WRITE_GAP_MS = 250;

/** Discards an unfinished message after this time: otherwise a truncated one would swallow all that follow. */
const UNFINISHED_MS = 2000;

/**
 * Limit of consecutive characters that form no message: beyond it the peer is not a simulator, and would fill the
 * recorder's memory.
 */
const NOISE_CHARS_MAX = 262_144;

/**
 * Holds a connection: splits its stream into messages and sends each write separately. When the actor stops, it sends a
 * not-ready message, which some simulators show their player, and closes the connection.
 */
export const dialFrom = (tcp: Tcp, clock: Clock) =>
  fromCallback<SocketWrite, TcpAddress>(({ input, sendBack, receive }) => {
    let splitter = createObjectSplitter();
    let [received_ms, noise_chars] = [0, 0];
    const connection = tcp.connect(input, {
      open: () => sendBack({ type: 'socket.open' }),
      data(bytes) {
        const now_ms = clock.now_ms();
        if (now_ms - received_ms > UNFINISHED_MS) splitter = createObjectSplitter();
        received_ms = now_ms;
        for (const { kind, text } of splitter.push(bytes)) {
          const message = kind === 'object' ? readSimMessage(text) : null;
          noise_chars = message ? 0 : noise_chars + text.length;
          if (message) sendBack({ type: 'socket.message', message, at_ms: now_ms });
        }
        if (noise_chars <= NOISE_CHARS_MAX) return;
        connection.close();
        sendBack({ type: 'socket.closed', reason: 'The simulator sends no valid messages.' });
      },
      closed: (error) => sendBack({ type: 'socket.closed', reason: error?.message ?? '' }),
    });
    let writes: readonly SocketWrite[] = [];
    /** Number in the last message; null before the first, when there is no ready message to revoke. */
    let number: number | null = null;
    let leaving = false;
    let pause: Alarm = null;
    const writeNext = (): void => {
      pause = null;
      const [next, ...rest] = writes;
      if (!next) return;
      writes = rest;
      connection.write(new TextEncoder().encode(next.text));
      if (leaving) return connection.close();
      number = next.number;
      sendBack({ type: 'socket.wrote', what: next.what });
      pause = clock.setTimeout(writeNext, WRITE_GAP_MS);
    };
    receive((write) => {
      writes = [...writes, write];
      if (pause === null) writeNext();
    });
    return () => {
      leaving = true;
      if (number === null) return connection.close();
      writes = [{ type: 'socket.write', what: 'ready', number, text: readyText(number, false) }];
      if (pause === null) writeNext();
    };
  });

const POST_WAIT_MS = 5000;

/** Posts one putt, once, and reports the result. */
export const postFrom = (http: Http, clock: Clock) =>
  fromCallback<PostEvent, PostInput>(({ input: { url, text }, sendBack }) => {
    const body = new TextEncoder().encode(text);
    const cancel = http.post({ url, headers: { 'content-type': 'application/json' }, body }, (result) => {
      clock.clearTimeout(late);
      if (result.ok) sendBack({ type: 'post.answered', answer: result.value, at_ms: clock.now_ms() });
      else {
        const status = result.error.code === 'http_unsent' ? 'lost' : 'unanswered';
        sendBack({ type: 'post.failed', reason: result.error.message, status });
      }
    });
    const late = clock.setTimeout(() => {
      cancel();
      sendBack({
        type: 'post.failed',
        reason: 'The connector does not answer.',
        status: 'unanswered',
      });
    }, POST_WAIT_MS);
    return () => {
      clock.clearTimeout(late);
      cancel();
    };
  });

/**
 * Taps the key of an order the given number of times with a gap between taps, then emits its shot. When the actor
 * stops, it drops the rest.
 */
export const carryOutFrom = (keyboard: Keyboard, clock: Clock) =>
  fromCallback<OrderEvent, CarryOut>(({ input: { order, gap_ms }, sendBack }) => {
    let ended = false;
    let pause: Alarm = null;
    const later = (what: () => void, delay_ms: number): void => {
      pause = clock.setTimeout(what, delay_ms);
    };
    const finish = (): void => {
      if (!order.shot) return sendBack({ type: 'order.done' });
      sendBack({ type: 'order.shot', shot: order.shot });
      later(() => sendBack({ type: 'order.done' }), WRITE_GAP_MS);
    };
    const tap = async (left: number): Promise<void> => {
      if (order.key === null || left === 0) return finish();
      const tapped = await keyboard.tap(SIMULATOR_KEYS[order.key]);
      if (ended) return;
      if (!tapped.ok) return sendBack({ type: 'order.failed', reason: tapped.error.message });
      later(() => void tap(left - 1), gap_ms);
    };
    if (clock.now_ms() >= order.act.expires_ms) sendBack({ type: 'order.expired' });
    else void tap(order.taps);
    return () => {
      ended = true;
      clock.clearTimeout(pause);
    };
  });
