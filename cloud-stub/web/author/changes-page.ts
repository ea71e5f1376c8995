// Pages that show the changes of a version and publish an older text again.

import type { HttpAnswer } from '../../http/answers.ts';
import type { Form } from '../common/form.ts';
import { html } from '../common/html.ts';
import { problemOf, seeOther, timeOf } from '../common/page.ts';
import type { Version } from '../../store/extension.ts';
import { missing, shown, tokenField, type AuthorVisit, type OwnPagesDeps } from './author-visit.ts';
import { diffTable } from './diff-table.ts';
import { figuresTable } from './figures-table.ts';
import { luaText } from './lua-text.ts';
import { problemIn, published } from './publish-pages.ts';
import { versionAt } from './version-pages.ts';

/** Returns the page that compares a version with the previous one. */
export function changesPage(deps: OwnPagesDeps, visit: AuthorVisit, problem = ''): HttpAnswer {
  const { store } = deps;
  const own = store.own(visit.author, visit.code);
  if (!own.ok) return missing(deps, visit, own);
  const [chosen, before] = versionAt(store, own.value.code, visit.request.query.get('v'));
  if (!chosen) return missingVersion(deps, visit, own.value.code);
  const textOf = (version: Version): string => Buffer.from(store.text(version.sha256)).toString();
  const { code, version, name, ts } = chosen;
  return shown(deps, visit, {
    title: `Version ${version} of ${name}`,
    current: '',
    has_problem: problem !== '',
    status: problem === '' ? 200 : 400,
    content: html`${problemOf(problem)}
      <p>Published ${timeOf(ts)} UTC. <a href="${visit.base}/${code}">Back to ${name}</a></p>
      ${
        before
          ? html`<h2>Changes since version ${before.version}</h2>
              ${diffTable(textOf(before), textOf(chosen))}`
          : html`<h2>First version</h2>`
      }
      <h2>Resource use</h2>
      ${figuresTable(store.figures(code, version))}
      <h2>Source</h2>
      ${luaText(textOf(chosen))}
      ${
        version === own.value.version
          ? null
          : html`<form method="post" action="${visit.base}/${code}/changes?v=${version}">
              ${tokenField(visit)}<input type="hidden" name="version" value="${version}" />
              <p>Problem with a later version? This publishes the source above as the newest version.</p>
              <button class="second">Publish this version again</button>
            </form>`
      }`,
  });
}

const missingVersion = (deps: OwnPagesDeps, visit: AuthorVisit, code: string): HttpAnswer =>
  shown(deps, visit, {
    title: 'Version not found',
    current: '',
    status: 404,
    content: html`<p>${code} has no such version.</p>
      <p><a href="${visit.base}/${code}">All versions</a></p>`,
  });

export async function publishAgain(deps: OwnPagesDeps, visit: AuthorVisit, form: Form): Promise<HttpAnswer> {
  const { store } = deps;
  const own = store.own(visit.author, visit.code);
  if (!own.ok) return missing(deps, visit, own);
  const [chosen] = versionAt(store, own.value.code, form.get('version'));
  if (!chosen) return missingVersion(deps, visit, own.value.code);
  const { version, description, sha256 } = chosen;
  const text = Buffer.from(store.text(sha256)).toString();
  const typed = { text, description, notes: `Same as version ${version}.` };
  const made = await published(deps, visit, typed, (draft) => store.update(visit.author, visit.code, draft));
  return made.ok ? seeOther(`${visit.base}/${made.value.id}?said=updated`) : changesPage(deps, visit, problemIn(made));
}
