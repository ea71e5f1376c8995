// Pages as text. What is put into them is text as well, never markup, unless it is a piece of a page itself.

export interface Html {
  readonly markup: string;
}

type Piece = Html | string | number | null | readonly Html[];

/** A piece of a page: `html`<p>${name}</p>`` shows a name whatever characters it has. */
export const html = (texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  markup: texts.map((text, at) => text + markupOf(pieces[at] ?? null)).join(''),
});

function markupOf(piece: Piece): string {
  if (piece === null) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escaped(String(piece));
  return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
