// Text typed on a keyboard, as sent to a page with a text entry.

/** Deletes the preceding letter. */
export const BACKSPACE = '\b';
/** Limit of characters per message. */
export const TEXT_CHARS_MAX = 64;

export const isTypedText = (text: unknown): text is string =>
  typeof text === 'string' && text !== '' && Array.from(text).length <= TEXT_CHARS_MAX;

/** Whether a text was pasted rather than typed key by key. A composed accent is one letter, and no paste deletes. */
export const isPasted = (text: string): boolean =>
  Array.from(text.normalize('NFC')).length > 1 && !text.includes(BACKSPACE);

/** Whether a text consists of deletions only. */
export const onlyDeletes = (text: string): boolean => Array.from(text).every((character) => character === BACKSPACE);
