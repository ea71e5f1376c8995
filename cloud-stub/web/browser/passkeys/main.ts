// Passkeys on a page (C119). What a page has for them is hidden, `data-passkey-able`, until this runs in a browser that has passkeys. A form
// `data-passkey="add"` has what a passkey is made from in `data-options`; one with `sign-in` asks for it at that address. A press on its
// button fills in what the browser answers, and sends the form.

import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Ask = (options: string) => Promise<object>;

const ASK: Readonly<Record<string, Ask>> = {
  async add(options) {
    const optionsJSON: PublicKeyCredentialCreationOptionsJSON = JSON.parse(options);
    return startRegistration({ optionsJSON });
  },
  async 'sign-in'(address) {
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams() });
    if (!answer.ok) throw new Error('the page is too old: load it again');
    const optionsJSON: PublicKeyCredentialRequestOptionsJSON = await answer.json();
    return startAuthentication({ optionsJSON });
  },
};

if (browserSupportsWebAuthn()) {
  for (const part of document.querySelectorAll<HTMLElement>('[data-passkey-able]')) {
    part.hidden = false;
    // While it was hidden it could not have the focus that the page gives it.
    part.querySelector<HTMLElement>('[autofocus]')?.focus();
  }
  for (const part of document.querySelectorAll<HTMLElement>('[data-passkey-unable]')) part.hidden = true;
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) offer(form);
}

function offer(form: HTMLFormElement): void {
  const ask = ASK[form.dataset['passkey'] ?? ''];
  const answer = form.querySelector<HTMLInputElement>('input[name=response]');
  if (!ask || !answer) return;
  let is_asking = false;
  const send = async (): Promise<void> => {
    if (is_asking) return;
    is_asking = true; // a button that is disabled would lose the focus
    say(form, '');
    try {
      answer.value = JSON.stringify(await ask(form.dataset['options'] ?? ''));
      form.submit(); // another press meanwhile changes nothing
    } catch (thrown) {
      say(form, sentenceOf(thrown));
      is_asking = false;
    }
  };
  // The browser shows the page again as it was left.
  addEventListener('pageshow', () => (is_asking = false));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
}

function say(form: HTMLFormElement, sentence: string): void {
  const line = document.createElement('p');
  line.className = 'problem';
  line.textContent = sentence;
  form.querySelector('[role=alert]')?.replaceChildren(...(sentence === '' ? [] : [line]));
}

/** Browsers say of most refusals only that there was one. */
function sentenceOf(thrown: unknown): string {
  if (thrown instanceof WebAuthnError && thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey of your account already.';
  if (thrown instanceof Error && thrown.name === 'NotAllowedError') return 'The browser gave no passkey; try again.';
  return `That did not work: ${thrown instanceof Error ? thrown.message : String(thrown)}.`;
}
