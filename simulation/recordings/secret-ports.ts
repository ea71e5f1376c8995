// The ports by which a secret passes, with a tape between them and the firmware: keys on a page where one is typed, and the Wi-Fi that is joined
// by it.
//
// What types a secret is not on the tape: neither which keys, nor how many, nor when, since the way between two letters tells them. Before
// the next input that is no secret, the tape has as many asterisks as characters were typed, as a text. So a player types as much, and does the
// same with it as the device did.

import type { Key, KeyInput, KeysListener, TypedSecret } from '../../hal/keys/keys.ts';
import type { Wifi } from '../../hal/wifi/wifi.ts';
import { BACKSPACE } from '../../wire/typed-text.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

/** Of the same length. */
const asterisks = (chars: number): string => '*'.repeat(chars);

/** Hands on what somebody does, over the tape where it is no secret. */
export function recordedInput(proxy: RecorderProxy, listener: KeysListener): (input: KeyInput) => void {
  /** A key is released as it was pressed. */
  const pressed_unrecorded = new Set<Key>();
  /** Characters of the secret that a player has typed, where something has been typed since then; null where nothing has. */
  let on_record: number | null = null;
  return (input) => {
    const secret = listener.secret?.() ?? null;
    if (isUnrecorded(input, secret, pressed_unrecorded)) {
      on_record ??= secret?.chars ?? null;
      proxy.unrecorded(() => handTo(listener, input));
      return;
    }
    if (secret && on_record !== null)
      proxy.enter('text', [''], [BACKSPACE.repeat(on_record) + asterisks(secret.chars)]);
    on_record = null;
    const [name, ...values] = input;
    proxy.enter(name, values);
  };
}

function isUnrecorded(input: KeyInput, secret: TypedSecret | null, pressed_unrecorded: Set<Key>): boolean {
  if (input[0] === 'key' && input[2] === 'release') return pressed_unrecorded.delete(input[1]);
  const unrecorded = secret?.isTypedBy(input) ?? false;
  if (unrecorded && input[0] === 'key') pressed_unrecorded.add(input[1]);
  return unrecorded;
}

function handTo(listener: KeysListener, input: KeyInput): void {
  switch (input[0]) {
    case 'key':
      return listener.key(input[1], input[2]);
    case 'touch':
      return listener.touch(input[1], input[2]);
    case 'text':
      return listener.text(input[1]);
  }
}

export function recordedWifi(proxy: RecorderProxy, below: Wifi | null): Wifi {
  let calls = 0;
  function answered<T>(ask: (wifi: Wifi) => Promise<T>, ...left: readonly [what: string, ...unknown[]]): Promise<T> {
    const name = `wifi ${++calls}`;
    proxy.leave(...left);
    return new Promise((resolve) => {
      proxy.await(name, (answer: T) => {
        proxy.forget(name);
        resolve(answer);
      });
      if (below) void ask(below).then((answer) => proxy.enter(name, [answer]));
    });
  }
  return {
    scan: () => answered((wifi) => wifi.scan(), 'wifi.scan'),
    status: () => answered((wifi) => wifi.status(), 'wifi.status'),
    join: (name, secret) =>
      answered((wifi) => wifi.join(name, secret), 'wifi.join', name, secret === null ? null : asterisks(secret.length)),
    forget: (name) => answered((wifi) => wifi.forget(name), 'wifi.forget', name),
  };
}
