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

/** By the code of the character. */
const ENTITIES: ReadonlyMap<number, string> = new Map([
  [0x22, '&quot;'],
  [0x26, '&amp;'],
  [0x27, '&#39;'],
  [0x3c, '&lt;'],
  [0x3e, '&gt;'],
]);

/** A loop: for a text of such characters alone it takes half the time of a regular expression. */
function escaped(text: string): string {
  let [markup, from] = ['', 0];
  for (let at = 0; at < text.length; at++) {
    const entity = ENTITIES.get(text.charCodeAt(at));
    if (entity === undefined) continue;
    markup += text.slice(from, at) + entity;
    from = at + 1;
  }
  return markup + text.slice(from);
}
