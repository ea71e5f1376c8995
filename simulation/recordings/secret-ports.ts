// Recorded ports that carry secrets: keys on a page where a secret is typed, the Wi-Fi joined with it, and the address of
// the web page, without its token. Omits the inputs that type a secret: not which keys, how many or when, since the
// moves between two letters would reveal them. Before the next other input it records as many asterisks as characters
// were typed, as a text input, so that a player types a secret of the same length and continues as the device did.

import type { Key, KeyInput, KeysListener, TypedSecret } from '../../hal/keys/keys.ts';
import type { WebPage } from '../../hal/web-page/web-page.ts';
import type { JoinOptions, Wifi } from '../../hal/wifi/wifi.ts';
import type { SetUpForm } from '../../wire/set-up.ts';
import { BACKSPACE } from '../../wire/typed-text.ts';
import { answered, numbered, subscribed } from './recorded-calls.ts';
import type { RecorderProxy } from './recorder-proxy.ts';

/** Returns asterisks of the same length. */
const asterisks = (chars: number): string => '*'.repeat(chars);

/** Forwards inputs to the listener, and records them unless they type a secret. */
export function recordedInput(proxy: RecorderProxy, listener: KeysListener): (input: KeyInput) => void {
  /** A release is recorded only if its press was. */
  const pressed_unrecorded = new Set<Key>();
  /** Length of the secret as a player knows it, if unrecorded input has followed; otherwise null. */
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
  const nextName = numbered('wifi');
  function called<T>(call: (wifi: Wifi) => Promise<T>, ...left: readonly [what: string, ...unknown[]]): Promise<T> {
    proxy.leave(...left);
    return answered(proxy, nextName(), below && (() => call(below)));
  }
  return {
    scan: () => called((wifi) => wifi.scan(), 'wifi.scan'),
    status: () => called((wifi) => wifi.status(), 'wifi.status'),
    join: (name, secret, options = {}) =>
      called((wifi) => wifi.join(name, secret, options), 'wifi.join', name, masked(secret), ...optionsOf(options)),
    forget: (name) => called((wifi) => wifi.forget(name), 'wifi.forget', name),
    forgetAll: () => called((wifi) => wifi.forgetAll(), 'wifi.forgetAll'),
    openAccessPoint: () => called((wifi) => wifi.openAccessPoint(), 'wifi.openAccessPoint'),
    closeAccessPoint: () => called((wifi) => wifi.closeAccessPoint(), 'wifi.closeAccessPoint'),
    /** A player draws no code. */
    accessPoint: () => below?.accessPoint() ?? null,
    setCountry: (country) => called((wifi) => wifi.setCountry(country), 'wifi.setCountry', country),
  };
}

const masked = (secret: string | null): string | null => secret && asterisks(secret.length);
/** Omits the options of an ordinary network, as older recordings do. */
const optionsOf = ({ user, hidden }: JoinOptions): readonly unknown[] =>
  user === undefined && !hidden ? [] : [{ user: user !== undefined, hidden: hidden === true }];

/** A player has no link: it draws no code, and a drawing with a secret is not compared. */
export function recordedWebPage(proxy: RecorderProxy, below: WebPage | null): WebPage {
  const [nextName, nextFormName, nextRenewal] = [numbered('web_page'), numbered('form'), numbered('renewed')];
  return {
    address: () => proxy.ask('web_page.address', () => below?.address() ?? null, null),
    link: () => below?.link() ?? null,
    onChange: (listener) => subscribed(proxy, nextName(), listener, below?.onChange),
    viewers: () => proxy.ask('web_page.viewers', () => below?.viewers() ?? 0, 0),
    renew() {
      proxy.leave('web_page.renew');
      return answered(proxy, nextRenewal(), below && (() => below.renew()));
    },
    onForm(listener) {
      const name = nextFormName();
      proxy.await(name, listener);
      const end = below?.onForm((form) => proxy.enter(name, [form], [maskedForm(form)]));
      return () => {
        proxy.forget(name);
        end?.();
      };
    },
  };
}

const maskedForm = ({ network, ...form }: SetUpForm): SetUpForm => ({
  ...form,
  network: network && {
    ...network,
    secret: masked(network.secret),
    ...(network.user === undefined ? {} : { user: asterisks(network.user.length) }),
  },
});
