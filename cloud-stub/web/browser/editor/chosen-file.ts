// Loads a chosen file into the editor, where it is shown, checked and played; the form submits the text of the editor.

import { EXTENSION_BYTES_MAX } from '../../../../wire/limits.ts';

/** `write`: replaces the text of the editor. */
export function readChosenFile(input: HTMLInputElement, write: (text: string) => void): void {
  const status = document.createElement('p');
  status.className = 'editor-status';
  status.setAttribute('role', 'status');
  input.after(status);
  const read = async (): Promise<void> => {
    const [file] = input.files ?? [];
    if (!file) return;
    try {
      status.textContent = await readInto(file, write);
    } catch {
      status.textContent = `${file.name} is not UTF-8 text or can’t be read.`;
    }
    input.value = ''; // otherwise the form would submit it instead of the text
  };
  input.addEventListener('change', () => void read());
  void read(); // handles a file chosen before the editor loaded
}

/** @returns The message to show. */
async function readInto(file: File, write: (text: string) => void): Promise<string> {
  if (file.size > EXTENSION_BYTES_MAX)
    return `${file.name} has more than ${EXTENSION_BYTES_MAX.toLocaleString('en')} bytes and was not loaded.`;
  write(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
  return `${file.name} is now in the editor above. Undo restores the previous source.`;
}
