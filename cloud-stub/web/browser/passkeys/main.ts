// Passkeys on a page (C119). Elements with `data-passkey-able` are hidden until this runs in a browser with passkey
// support. A form with `data-passkey="add"` has the registration options in `data-options`; one with `sign-in` has the
// address to fetch them from. Its button fills in the browser's response and submits the form.

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
    if (!answer.ok) throw new Error('the page has expired; reload it');
    const optionsJSON: PublicKeyCredentialRequestOptionsJSON = await answer.json();
    return startAuthentication({ optionsJSON });
  },
};

if (browserSupportsWebAuthn()) {
  for (const part of document.querySelectorAll<HTMLElement>('[data-passkey-able]')) {
    part.hidden = false;
    // While hidden, it could not receive the focus set by the page.
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
    is_asking = true; // disabling the button would lose the focus
    showProblem(form, '');
    try {
      answer.value = JSON.stringify(await ask(form.dataset['options'] ?? ''));
      form.submit(); // later clicks have no effect
    } catch (thrown) {
      showProblem(form, sentenceOf(thrown));
      is_asking = false;
    }
  };
  // The browser may restore the page from its cache.
  addEventListener('pageshow', () => (is_asking = false));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
}

function showProblem(form: HTMLFormElement, sentence: string): void {
  const line = document.createElement('p');
  line.className = 'problem';
  line.textContent = sentence;
  form.querySelector('[role=alert]')?.replaceChildren(...(sentence === '' ? [] : [line]));
}

/** Returns a message; for most refusals, browsers give no reason. */
function sentenceOf(thrown: unknown): string {
  if (thrown instanceof WebAuthnError && thrown.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has a passkey for your account.';
  if (thrown instanceof Error && thrown.name === 'NotAllowedError') return 'No passkey received. Try again.';
  return `That did not work: ${thrown instanceof Error ? thrown.message : String(thrown)}.`;
}
