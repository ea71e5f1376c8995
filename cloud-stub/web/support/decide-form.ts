// Forms with which support decides about an extension and comments on it; a refused form keeps the typed values.

import { shownForm, type FormProblem } from '../common/form-problem.ts';
import { html, type Html } from '../common/html.ts';
import { counted } from '../common/page.ts';
import type { SupportView } from '../../store/deciding.ts';
import { isDefault, isVouchedFor, servedVersion } from '../../store/extension.ts';
import type { Action } from '../../store/history.ts';
import { REASON_CHARS_MAX } from '../../store/requests.ts';
import { CANNED_REASONS, cannedReason } from './canned-reasons.ts';
import { tokenField, type SupportVisit } from './support-visit.ts';

/** Returns the decisions that are possible now, each with its text. `devices`: number of all devices. */
function choicesFor(
  { extension, devices: installed_by }: SupportView,
  devices: number,
): readonly (readonly [action: Action, text: string])[] {
  const { listing, taken_down, version } = extension;
  if (taken_down) return [['restore', 'Restore: devices can install it again']];
  const having = counted(installed_by, 'device');
  const kept = servedVersion(extension);
  const keeping = `version ${kept} stays on the ${having} that installed it`;
  return [
    ...(listing === 'none' ? [] : ([['approve', 'Approve: list this version']] as const)),
    ...(listing === 'requested' ? ([['decline', 'Decline']] as const) : []),
    ...(listing === 'public' ? ([['unlist', `Unlist: ${keeping}`]] as const) : []),
    ...(isDefault(extension)
      ? ([
          ['default', 'Approve this version for every device'],
          ['not_default', `No longer on every device: ${keeping}`],
        ] as const)
      : ([['default', `Put on every device: ${counted(devices, 'device')}`]] as const)),
    ...(kept === version || isVouchedFor(extension)
      ? []
      : ([['release', `Approve this version for the ${having} that installed it, without a listing`]] as const)),
    ['take_down', 'Take down: devices remove it at their next check'],
  ];
}

/** Returns the form for a decision. `devices`: number of all devices. */
export function decideForm(visit: SupportVisit, view: SupportView, devices: number, refused: FormProblem | null): Html {
  const { extension } = view;
  const form = shownForm('decide', refused);
  const prefill = cannedReason(visit.request.query.get('reason'))?.text;
  return html`<form method="post" action="/support/extension/${extension.code}">
    <h2>Decide</h2>
    ${tokenField(visit)} ${form.problem}
    <input type="hidden" name="version" value="${extension.version}" />
    <fieldset>
      <legend>Decision on version ${extension.version}</legend>
      ${choicesFor(view, devices).map(
        ([action, text]) =>
          html`<p>
            <label
              ><input
                type="radio"
                name="action"
                value="${action}"
                required
                ${form.typed('action') === action ? html`checked` : null}
              />${text}</label
            >
          </p>`,
      )}
    </fieldset>
    ${PRESSED_BY_ENTER}
    <label for="reason">Reason</label>
    <p class="hint" id="reason-hint">
      The author sees it and gets it by mail. At most ${REASON_CHARS_MAX} characters. Start with one of these:
    </p>
    <div class="actions begin">
      ${CANNED_REASONS.map(
        ({ title }, at) => html`<button class="second" name="begin" value="${at}" formnovalidate>${title}</button>`,
      )}
    </div>
    <textarea id="reason" name="reason" rows="5" maxlength="${REASON_CHARS_MAX}" ${form.about('reason', 'reason-hint')}>
${form.typed('reason', prefill)}</textarea>
    <button>Decide</button>
  </form>`;
}

/** Enter activates the first button of a form, which would be a canned reason. */
const PRESSED_BY_ENTER = html`<button hidden>Decide</button>`;

/** Returns the comment form. `version`: the newest. */
export function commentForm(visit: SupportVisit, version: number, refused: FormProblem | null): Html {
  const form = shownForm('comment', refused);
  return html`<form method="post" action="/support/extension/${visit.code}/comment">
    <h2>Comment</h2>
    ${tokenField(visit)} ${form.problem}
    <label for="comment">Comment</label>
    <p class="hint" id="comment-hint">Only support sees it. At most ${REASON_CHARS_MAX} characters.</p>
    <textarea
      id="comment"
      name="comment"
      rows="3"
      required
      maxlength="${REASON_CHARS_MAX}"
      ${form.about('comment', 'comment-hint')}
    >
${form.typed('comment')}</textarea>
    <label for="comment-version">Version</label>
    <input
      id="comment-version"
      name="version"
      type="text"
      inputmode="numeric"
      value="${form.typed('version', `${version}`)}"
      required
      ${form.about('version')}
    />
    <button class="second">Comment</button>
  </form>`;
}
