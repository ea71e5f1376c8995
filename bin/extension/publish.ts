// Checks a file locally and publishes it to a store, as a new extension or as a new version: `tapin extension publish`
// (C138).

import * as v from 'valibot';
import { type ErrorCode, type OperatingError, type Result } from '../../wire/errors.ts';
import type { JsonFields } from '../../wire/json-fields.ts';
import { oneLine, visibleJson } from '../../wire/visible.ts';
import { isUnreadable, checkExtensionFile, problemLine } from '../../simulation/extension-script/extension-file.ts';
import { ownRecord, readAnswer, type OwnRecord } from './own-extensions.ts';
import { exitUsage, exitWith, printMessage } from '../process/process.ts';
import { codesFileOf, readCodes, rememberCode, shareCode, type PublishedCodes } from './published-codes.ts';
import { callStore } from './store-calls.ts';

export interface PublishOptions {
  readonly cloud: string;
  readonly description?: string;
  readonly code?: string;
  readonly new?: boolean;
  readonly notes?: string;
  readonly json?: boolean;
}

export async function publish(file: string, options: PublishOptions): Promise<void> {
  const at_terminal = process.stdout.isTTY && options.json !== true;
  const is_named = options.code !== undefined || options.new === true;
  const codes = at_terminal || !is_named ? codesBeside(file) : {};
  const stored_code = is_named ? undefined : codes[options.cloud];
  if (at_terminal && !is_named && stored_code === undefined) refuseOtherStore(file, codes, options.cloud);
  const text = await readCheckedText(file);
  const code = options.code ?? stored_code;
  if (code === undefined && options.description === undefined) exitUsage('A new extension needs --description.');
  const answer = await give(text, code, options);
  if (!answer.ok) return exitWith(stored_code === undefined ? answer.error : withCodesFile(answer.error, file));
  if (!at_terminal) return print(visibleJson(answer.value));
  const record = readAnswer(published, answer);
  if (!record.ok) return exitWith(record.error);
  const { cloud } = options;
  const { id } = record.value;
  const kept = rememberCode(file, codes, cloud, id);
  print(publishedText(record.value));
  print(code === undefined ? newText(id, cloud) : await versionText(record.value, cloud));
  if (!kept.ok) return printMessage(`${kept.error.message} Publish the next version with --code ${id}.`);
  if (codes[cloud] !== id)
    print(`The code is stored in ${oneLine(codesFileOf(file))}: publish ${oneLine(file)} again to add a version.`);
}

const published = v.looseObject({ ...ownRecord.entries, id: shareCode });

function codesBeside(file: string): PublishedCodes {
  const codes = readCodes(file);
  return codes.ok ? codes.value : exitUsage(codes.error.message);
}

/** Exits if the file is published only at another store, since that store may have been meant. */
function refuseOtherStore(file: string, codes: PublishedCodes, cloud: string): void {
  const [store, code] = Object.entries(codes).at(-1) ?? [];
  if (store === undefined) return;
  const has = `${codesFileOf(file)} has the code ${code} for ${store} and none for ${cloud}`;
  exitUsage(`${has}: give one with --code, or publish there with --new.`);
}

/** Returns the file's text; exits if it can't be read or fails the store's check. */
async function readCheckedText(file: string): Promise<string> {
  const checked = await checkExtensionFile(file);
  if (checked.ok) return Buffer.from(checked.value.bytes).toString();
  const message = problemLine(file, checked.problem);
  return isUnreadable(checked.problem) ? exitUsage(message) : exitWith({ code: 'bad_value', message });
}

function give(
  text: string,
  code: string | undefined,
  { cloud, description, notes }: PublishOptions,
): Promise<Result<JsonFields>> {
  const body = {
    text,
    ...(description === undefined ? {} : { description }),
    ...(notes === undefined ? {} : { notes }),
  };
  return code === undefined
    ? callStore(cloud, 'POST', '/extensions', body)
    : callStore(cloud, 'PUT', `/extensions/${encodeURIComponent(code)}`, body);
}

/** Errors that concern the code itself. */
const OF_CODE: readonly ErrorCode[] = ['gone', 'not_found', 'not_owner'];

function withCodesFile(error: OperatingError, file: string): OperatingError {
  if (!OF_CODE.includes(error.code)) return error;
  const reason = error.message.replace(/\.$/, '');
  const then = `its code is in ${codesFileOf(file)}: give another with --code, or publish with --new.`;
  return { ...error, message: `${reason}; ${then}` };
}

const publishedText = ({ name, id, version }: OwnRecord): string =>
  `Published ${oneLine(name)} as ${id}, version ${version}.`;

const newText = (id: string, cloud: string): string =>
  'Install it on a device: Settings > Manage extensions > Install with a code.\n' +
  `Ask for a public listing: tapin extension request-listing ${id} --cloud ${cloud}`;

const served = v.object({ v: v.number() });

/** Returns when devices get the new version; '' if the store does not report which version it serves. */
async function versionText({ id, version, listing, default: is_default }: OwnRecord, cloud: string): Promise<string> {
  const answer = readAnswer(served, await callStore(cloud, 'GET', `/e/${id}/version`));
  if (!answer.ok) return '';
  if (answer.value.v === version) return 'Devices get this version at their next check.';
  if (listing === 'public' || is_default) return 'Devices get this version once support approves it.';
  return `Devices get this version once you release it: tapin extension release ${id} --cloud ${cloud}`;
}

function print(text: string): void {
  if (text !== '') process.stdout.write(`${text}\n`);
}
