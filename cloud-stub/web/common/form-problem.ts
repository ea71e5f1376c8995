// A form that is shown again because something in it is wrong: what was typed comes back, what is wrong stands at its head and is named by the
// field, and the focus is where one goes on. What is secret never comes back.

import { html, type Html } from './html.ts';

export interface FormProblem {
  /** Which form of the page: a part of the ids in it. */
  readonly form: string;
  /** A sentence; '' where one only goes on with what was typed. */
  readonly problem: string;
  /** The name of the field that is wrong, or where one goes on; left out where it is none of them in particular. */
  readonly field?: string | undefined;
  readonly typed: ReadonlyMap<string, string>;
}

export interface ShownForm {
  /** What is wrong, for the head of the form. */
  readonly problem: Html | null;
  /** What was typed in a field. */
  typed(name: string, otherwise?: string): string;
  /** Attributes of a field that say what describes it and whether it is wrong; `hint`: an id, '' for none. */
  about(name: string, hint?: string): Html;
}

/** `refused`: of any form of the page, null for none. */
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
