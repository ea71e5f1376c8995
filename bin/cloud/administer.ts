// Implements `tapin cloud keys | support | transfer | tokens`: sends the order to the cloud that runs on the data
// folder, or carries it out directly if none runs.

import { join } from 'node:path';
import { administer, type AdminOrder } from '../../cloud-stub/administration.ts';
import { openStoreDatabase } from '../../cloud-stub/store/database.ts';
import { createStore } from '../../cloud-stub/store/store.ts';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { createSystemRandom } from '../../hal/random/random-system.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { isFields, type JsonFields } from '../../wire/json-fields.ts';
import { askCloud } from './admin-port.ts';
import { openIdentity } from './open-identity.ts';
import { STORE_DATABASE_FILE } from './open-store.ts';
import { exitWith, stderrLog } from '../process/process.ts';
import { visibleJson } from '../../wire/visible.ts';

interface OnFolder {
  readonly data: string;
  readonly json?: boolean;
}

/** Placeholder: without a running cloud, the address in invitation codes is not known yet. */
const NO_ORIGIN = 'http://localhost';

async function ordered(data: string, order: AdminOrder): Promise<JsonFields> {
  const result = (await askCloud(data, order)) ?? (await doneHere(data, order));
  if (!result.ok) exitWith(result.error);
  return result.value;
}

async function doneHere(data: string, order: AdminOrder): Promise<Result<JsonFields>> {
  const folder = await openDataFolder(data);
  if (!folder.ok) return folder;
  const clock = createSystemClock();
  const log = stderrLog(clock, false);
  const origin = (): string => NO_ORIGIN;
  const identity = openIdentity({ clock, log, data, host: '127.0.0.1', origin, limited: false });
  if (!identity.ok) return identity;
  const database = openStoreDatabase(join(data, STORE_DATABASE_FILE));
  if (!database.ok) return database;
  const check = (): never => exitWith({ code: 'internal', message: 'This command does not publish.' });
  const store = createStore({ database: database.value, random: createSystemRandom(), check, unix_s: () => clock.unix_s() }); // oxfmt-ignore
  const copyTo = (): never => exitWith({ code: 'internal', message: 'This command does not copy.' });
  const result = await administer({ identity: identity.value, store, origin, copyTo }, order);
  identity.value?.close();
  store.close();
  await folder.value.close();
  if (!result.ok) return result;
  return ok(isFields(result.value) ? result.value : {});
}

const print = (json: boolean | undefined, data: unknown, text: string): void =>
  void process.stdout.write(`${json ? visibleJson(data) : text}\n`);

const timeOf = (unix_s: unknown): string =>
  typeof unix_s === 'number' ? new Date(unix_s * 1000).toISOString().slice(0, 16).replace('T', ' ') : 'never';

export async function rotateKeys({ data, json, now = false }: OnFolder & { readonly now?: boolean }): Promise<void> {
  const answer = await ordered(data, { do: 'rotate-keys', at_once: now });
  const until = now
    ? 'A new key signs now; tokens of the old keys are no longer valid.'
    : `A new key is published and will sign from ${timeOf(answer['signs_s'])} UTC.`;
  print(json, answer, until);
}

interface TransferOptions extends OnFolder {
  readonly from: string;
  readonly to: string;
}

export async function transfer(codes: readonly string[], { data, json, from, to }: TransferOptions): Promise<void> {
  const answer = await ordered(data, { do: 'transfer', from, to, codes: codes.map((code) => code.toUpperCase()) });
  const given = answer['codes'];
  print(json, answer, `Transferred ${Array.isArray(given) ? given.join(', ') : ''} to ${to}.`);
}

interface InviteOptions extends OnFolder {
  readonly name: string;
  readonly main?: boolean;
}

export async function invite(email: string, { data, json, name, main = false }: InviteOptions): Promise<void> {
  const answer = await ordered(data, { do: 'invite', email, name, is_main: main });
  const { code } = answer;
  const how = typeof code === 'string' ? `This cloud sends no mail; pass on this code: ${code}` : 'The code was sent by mail.'; // oxfmt-ignore
  print(json, answer, `Invited ${email} to join at /support/join within a week. ${how}`);
}

export async function listSupport({ data, json }: OnFolder): Promise<void> {
  const answer = await ordered(data, { do: 'support' });
  const lines = listIn(answer['people']).map(
    ({ email, name, is_main, joined }) =>
      `${String(email)}  ${String(name)}${is_main === true ? ', main' : ''}${joined === true ? '' : ', invited'}`,
  );
  print(
    json,
    answer,
    lines.length === 0 ? 'No members. Invite one with tapin cloud support invite.' : lines.join('\n'),
  );
}

export async function sendAway(email: string, { data, json }: OnFolder): Promise<void> {
  const answer = await ordered(data, { do: 'remove-support', email });
  print(json, answer, `Removed ${email} from support and signed them out.`);
}

interface TokensOptions extends OnFolder {
  readonly author: string;
  readonly revoke?: string;
}

export async function tokens({ data, json, author, revoke }: TokensOptions): Promise<void> {
  if (revoke !== undefined) {
    const answer = await ordered(data, { do: 'revoke-token', author, name: revoke });
    return print(json, answer, `Revoked ${revoke}.`);
  }
  const answer = await ordered(data, { do: 'tokens', author });
  const lines = listIn(answer['tokens']).map(
    ({ name, used_s, expires_s }) =>
      `${String(name)}: last used ${timeOf(used_s)}, valid until ${timeOf(expires_s)} UTC`,
  );
  print(json, answer, lines.length === 0 ? `${author} has no tokens.` : lines.join('\n'));
}

interface NamedTokenOptions {
  readonly author: string;
  readonly data: string;
  readonly days: number;
  readonly name: string;
}

export async function printNamedToken({ author, data, days, name }: NamedTokenOptions): Promise<void> {
  const answer = await ordered(data, { do: 'make-token', author, name, days });
  process.stdout.write(`${String(answer['token'])}\n`);
}

const listIn = (value: unknown): readonly JsonFields[] => (Array.isArray(value) ? value.filter(isFields) : []);
