// Pages that publish a new extension, or a new version of an existing one.

import type { HttpAnswer } from '../../http/answers.ts';
import type { LateForm } from '../common/guarded.ts';
import type { Form } from '../common/form.ts';
import type { FormProblem } from '../common/form-problem.ts';
import { html } from '../common/html.ts';
import { counted, pageAnswer, seeOther } from '../common/page.ts';
import { readDraft } from '../../store/draft.ts';
import type { Store } from '../../store/store.ts';
import { missing, shown, tokenField, type AuthorVisit, type OwnPagesDeps } from './author-visit.ts';
import { DRAFT, draftForm, draftKey, type DraftTyped } from './draft-form.ts';

const EDITOR = { scripts: ['/site/editor.js'], styles: ['/site/editor.css'] } as const;
const EMPTY = { text: '', description: '', notes: '' } as const;

export const newPage = (
  deps: OwnPagesDeps,
  visit: AuthorVisit,
  refused: FormProblem | null = null,
  refused_status = 400,
): HttpAnswer =>
  shown(deps, visit, {
    title: 'Write an extension',
    current: '',
    ...EDITOR,
    has_problem: refused !== null,
    status: refused === null ? 200 : refused_status,
    content: draftForm({
      action: `${visit.base}/new`,
      token: tokenField(visit),
      key: draftKey(visit, 'new'),
      button: 'Publish',
      draft: { ...EMPTY, text: deps.first_text },
      refused,
    }),
  });

export function editPage(
  deps: OwnPagesDeps,
  visit: AuthorVisit,
  refused: FormProblem | null = null,
  refused_status = 400,
): HttpAnswer {
  const { store } = deps;
  const record = store.ownRecord(visit.author, visit.code);
  if (!record.ok) return missing(deps, visit, record);
  const { id, name, version, sha256, description } = record.value;
  return shown(deps, visit, {
    title: `New version of ${name}`,
    current: '',
    ...EDITOR,
    has_problem: refused !== null,
    status: refused === null ? 200 : refused_status,
    content: html`<p>Version ${version} is the newest. <a href="${visit.base}/${id}">Back to ${name}</a></p>
      ${draftForm({
        action: `${visit.base}/${id}/edit`,
        token: tokenField(visit),
        key: draftKey(visit, id),
        button: 'Publish',
        draft: { text: Buffer.from(store.text(sha256)).toString(), description, notes: '' },
        refused,
      })}`,
  });
}

function typedIn(form: Form): DraftTyped {
  const file = form.get('file') ?? '';
  const text = (file === '' ? (form.get('text') ?? '') : file).replaceAll('\r\n', '\n');
  return { text, description: form.get('description') ?? '', notes: form.get('notes') ?? '' };
}

const refusedDraft = (typed: DraftTyped, problem: string, field?: string): FormProblem => ({
  form: DRAFT,
  problem,
  field,
  typed: new Map(Object.entries(typed)),
});

export async function create(deps: OwnPagesDeps, visit: AuthorVisit, form: Form): Promise<HttpAnswer> {
  const typed = typedIn(form);
  const made = await published(deps, visit, typed, (draft) => deps.store.create(visit.author, draft));
  return made.ok
    ? seeOther(`${visit.base}/${made.value.id}?said=created`)
    : newPage(deps, visit, refusedDraft(typed, problemIn(made), fieldOf(made)), statusOf(made));
}

export async function update(deps: OwnPagesDeps, visit: AuthorVisit, form: Form): Promise<HttpAnswer> {
  const own = deps.store.own(visit.author, visit.code);
  if (!own.ok) return missing(deps, visit, own);
  const typed = typedIn(form);
  const made = await published(deps, visit, typed, (draft) => deps.store.update(visit.author, visit.code, draft));
  return made.ok
    ? seeOther(`${visit.base}/${made.value.id}?said=updated`)
    : editPage(deps, visit, refusedDraft(typed, problemIn(made), fieldOf(made)), statusOf(made));
}

/** `page`: page that shows the draft again, for the author to submit it there. */
export const lateDraft = (deps: OwnPagesDeps, page: typeof newPage): LateForm<AuthorVisit> => ({
  signedOut: (request, form) =>
    pageAnswer({
      title: 'Nothing was published',
      links: deps.links(request),
      current: '',
      has_problem: true,
      status: 403,
      content: html`<p class="problem" role="alert">You are no longer signed in. What you typed is below.</p>
        <ol>
          <li>
            <a href="${deps.signing_in.address(`${deps.base}?said=signed-in`)}" target="_blank"
              >Sign in (opens in another tab)</a
            >
          </li>
          <li>Come back to this page and press the button at the bottom.</li>
        </ol>
        ${draftForm({ action: request.path, token: null, key: null, button: 'Continue', draft: typedIn(form), refused: null })}`,
    }),
  again: (visit, form) => page(deps, visit, refusedDraft(typedIn(form), NOT_YET)),
});

const NOT_YET = 'Not published yet: you signed in after opening the page. Check it and publish it.';

type Made = Awaited<ReturnType<Store['create']>>;
type Failed = Extract<Made, { ok: false }>;
type Draft = Parameters<Store['create']>[1];

export async function published(
  { limits }: OwnPagesDeps,
  { author }: AuthorVisit,
  { text, description, notes }: DraftTyped,
  publish: (draft: Draft) => Promise<Made>,
): Promise<Made> {
  const draft = readDraft({ text, description, notes }, false);
  if (!draft.ok) return draft;
  const wait_s = limits.publish(author.owner);
  if (wait_s !== null)
    return { ok: false, error: { code: 'limited', message: `Too many versions. Try again in ${counted(Math.ceil(wait_s / 60), 'minute')}.` } }; // oxfmt-ignore
  return publish(draft.value);
}

export const problemIn = ({ error }: Failed): string =>
  typeof error.line === 'number' ? `Line ${error.line}: ${error.message}` : error.message;

/** A full disk is not the author's error. */
const statusOf = ({ error }: Failed): number => (error.code === 'storage_full' ? 507 : 400);

const DESCRIPTION_CODES: ReadonlySet<string> = new Set(['missing_description', 'description_too_long']);
const TEXT_CODES: ReadonlySet<string> = new Set(['compile_error', 'runaway_top_level', 'double_manifest', 'no_manifest', 'bad_manifest', 'text_too_large']); // oxfmt-ignore

/** Returns the field at fault; undefined if none in particular. */
function fieldOf({ error }: Failed): string | undefined {
  if (DESCRIPTION_CODES.has(error.code)) return 'description';
  if (TEXT_CODES.has(error.code)) return 'text';
  // An error about a field starts with its name.
  return /^(text|description|notes) /.exec(error.message)?.[1];
}
