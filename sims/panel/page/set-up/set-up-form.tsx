// Form of the first start: network, country, name and players. Values that the owner has typed stay while the list of
// networks changes.

import { useId, useRef, useState } from 'preact/hooks';
import { NAME_CHARS_MAX, PLAYERS_MAX } from '../../../../wire/limits.ts';
import { NETWORK_NAME_BYTES_MAX, USER_CHARS_MAX } from '../../../../wire/wifi-secret.ts';
import { Choice } from './choice.tsx';
import { countriesIn, countryOf } from './countries.ts';
import { isOnOwn, sendForm, type SetUp } from './device.ts';
import type { Network } from './state.ts';

interface SetUpFormProps {
  readonly state: SetUp;
  /** Choice of a network; '' before the first. It outlives the form, for the next try after a wrong password. */
  readonly picked: string;
  readonly choose: (choice: string) => void;
  /** Called with the network of a form that was sent; '' for none. */
  readonly sent: (network: string) => void;
}

/** Choices besides the networks in range. */
const [OTHER, NONE] = ['other network', 'no network'];
const COUNTRIES = countriesIn(navigator.language);

export function SetUpForm({ state, picked, choose, sent }: SetUpFormProps) {
  // A device that still starts shows no Wi-Fi yet.
  const chosen = picked === '' && (!state.has_wifi || state.joined !== null) ? NONE : picked;
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  const [players, setPlayers] = useState(state.players.map((name) => (/^Player \d+$/.test(name) ? '' : name)));
  const network = state.networks.find(({ name }) => `=${name}` === chosen);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = formOf(new FormData(event.currentTarget), { chosen, network });
    setSending(true);
    const refused = await sendForm(form);
    setSending(false);
    setProblem(refused ?? '');
    if (refused === null) sent(typeof form['network'] === 'string' ? form['network'] : '');
  };
  return (
    <form onSubmit={(event) => void submit(event)} data-testid="form">
      {state.has_wifi && <Networks {...{ state, chosen, choose, network }} />}
      <fieldset>
        <legend>Names, of at most {NAME_CHARS_MAX} characters</legend>
        <Text name="name" label="Name of the putter" value={/^TP-[\dA-F]{12}$/.test(state.name) ? '' : state.name} />
        {players.map((name, at) => (
          <Text key={at} name={`player_${at + 1}`} label={`Player ${at + 1}`} value={name} />
        ))}
        {players.length < PLAYERS_MAX && (
          <button type="button" onClick={() => setPlayers([...players, ''])}>
            Add a player
          </button>
        )}
      </fieldset>
      <p class="set-up-problem" role="alert">
        {problem}
      </p>
      <button class="set-up-send" type="submit" disabled={sending} data-testid="send">
        {chosen === NONE ? 'Save' : 'Save and join'}
      </button>
    </form>
  );
}

interface NetworksProps {
  readonly state: SetUp;
  readonly chosen: string;
  readonly choose: (choice: string) => void;
  readonly network: Network | undefined;
}

function Networks({ state, chosen, choose, network }: NetworksProps) {
  const country = useRef(state.country || countryOf(navigator.language));
  const id = useId();
  const none = (
    <Choice value={NONE} {...{ chosen, choose }}>
      {noneOf(state)}
    </Choice>
  );
  return (
    <fieldset>
      <legend>Wi-Fi</legend>
      {state.joined !== null && none}
      {state.networks
        .filter(({ name }) => name !== state.joined)
        .map((each) => (
          <Choice key={each.name} value={`=${each.name}`} {...{ chosen, choose }}>
            {each.name} <span class="set-up-detail">{detailOf(each)}</span>
          </Choice>
        ))}
      <Choice value={OTHER} {...{ chosen, choose }}>
        Another network: type its name
      </Choice>
      {state.joined === null && none}
      {chosen === OTHER && (
        <Text name="network" label="Name of the network" value="" chars={NETWORK_NAME_BYTES_MAX} required />
      )}
      {network?.enterprise && (
        <Text name="user" label="User name" value="" chars={USER_CHARS_MAX} required={!network.known} />
      )}
      {chosen === OTHER && <Text name="user" label="User name, if it needs one" value="" chars={USER_CHARS_MAX} />}
      {(chosen === OTHER || network?.secured) && <Password saved={network?.known ?? false} other={chosen === OTHER} />}
      <p class="set-up-field">
        <label for={id}>Country, for the radio rules</label>
        <select id={id} name="country" data-testid="country">
          <option value="">Not chosen</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code} selected={code === country.current}>
              {name}
            </option>
          ))}
        </select>
      </p>
    </fieldset>
  );
}

/** Names the choice to join no network. */
function noneOf({ joined, action }: SetUp): string {
  if (joined !== null) return `Stay on ${joined}`;
  return isOnOwn(action) ? "No Wi-Fi: play on the putter's own network" : 'No Wi-Fi';
}

const detailOf = ({ signal_percent, secured, enterprise, known }: Network): string =>
  [`${signal_percent} %`, enterprise ? 'user name' : secured ? 'password' : 'open', ...(known ? ['saved'] : [])].join(
    ', ',
  );

interface TextProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly chars?: number;
  readonly required?: boolean;
}

function Text({ name, label, value, chars = NAME_CHARS_MAX, required = false }: TextProps) {
  const id = useId();
  return (
    <p class="set-up-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        defaultValue={value}
        maxLength={chars}
        required={required}
        autocomplete="off"
        autocapitalize="words"
        data-testid={name}
      />
    </p>
  );
}

interface PasswordProps {
  /** Whether a password is stored, and a new one optional. */
  readonly saved: boolean;
  /** Whether the network may need none. */
  readonly other: boolean;
}

function Password({ saved, other }: PasswordProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const field = {
    id,
    required: !saved && !other,
    name: 'password',
    autocomplete: 'off',
    autocapitalize: 'none',
    'data-testid': 'password',
  } as const;
  return (
    <p class="set-up-field">
      <label for={id}>{saved ? 'New password, or empty for the saved one' : 'Password'}</label>
      <span class="set-up-password">
        <input {...(shown ? { type: 'text' } : { type: 'password' })} {...field} />
        <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
          Show
        </button>
      </span>
    </p>
  );
}

interface Chosen {
  readonly chosen: string;
  readonly network: Network | undefined;
}

/** Returns the body of POST set-up: no empty field, and no network unless one is chosen. */
function formOf(data: FormData, { chosen, network }: Chosen): Readonly<Record<string, string | boolean>> {
  const texts = [...data].flatMap(([name, value]) =>
    name === 'choice' || typeof value !== 'string' || value === '' ? [] : [[name, value] as const],
  );
  const body = Object.fromEntries(texts);
  if (chosen === OTHER) return { ...body, hidden: true };
  return network ? { ...body, network: network.name } : body;
}
