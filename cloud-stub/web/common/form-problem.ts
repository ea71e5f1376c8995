// A form shown again with an error: it keeps the typed values except secrets, shows the error at the top, links it to
// the field, and sets the focus there.

import { html, type Html } from './html.ts';

export interface FormProblem {
  /** Name of the form on its page; prefix of its ids. */
  readonly form: string;
  /** Error as one sentence; '' if the user only continues with the typed values. */
  readonly problem: string;
  /** Field with the error, or the field to focus; omitted if no single field applies. */
  readonly field?: string | undefined;
  readonly typed: ReadonlyMap<string, string>;
}

export interface ShownForm {
  /** Error for the top of the form; null if none. */
  readonly problem: Html | null;
  /** Returns the typed value of a field. */
  typed(name: string, otherwise?: string): string;
  /** Returns the attributes of a field for its description, error and focus. `hint`: an id, '' for none. */
  about(name: string, hint?: string): Html;
}

/** Returns helpers for showing a form. `refused`: error of any form on the page; null if none. */
export function shownForm(form: string, refused: FormProblem | null): ShownForm {
  const own = refused?.form === form ? refused : null;
  const { problem = '', field = '' } = own ?? {};
  const id = `${form}-problem`;
  return {
    problem:
      problem === ''
        ? null
        : html`<p class="problem" id="${id}" ${field === '' ? html`tabindex="-1" autofocus` : null} role="alert">${problem}</p>`, // oxfmt-ignore
    typed: (name, otherwise = '') => own?.typed.get(name) ?? otherwise,
    about(name, hint = '') {
      const is_wrong = problem !== '' && name === field;
      const described = [hint, is_wrong ? id : ''].filter((each) => each !== '').join(' ');
      return html`${described === '' ? null : html` aria-describedby="${described}"`}${is_wrong ? html` aria-invalid="true"` : null}${name === field ? html` autofocus` : null}`; // oxfmt-ignore
    },
  };
}
