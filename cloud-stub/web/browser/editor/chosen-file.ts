// A file that is chosen beside the text is read into the editor, where it is seen, checked and played; the form sends what the editor has.

import { EXTENSION_BYTES_MAX } from '../../../../wire/limits.ts';

/** `write`: puts a text in the place of the editor's. */
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
      status.textContent = `${file.name} is no text in UTF-8, or can’t be read.`;
    }
    input.value = ''; // or the form would send it in place of the text
  };
  input.addEventListener('change', () => void read());
  void read(); // one that was chosen before the editor came
}

/** @returns What to say of it. */
async function readInto(file: File, write: (text: string) => void): Promise<string> {
  if (file.size > EXTENSION_BYTES_MAX)
    return `${file.name} has more than ${EXTENSION_BYTES_MAX.toLocaleString('en')} bytes, so it stays where it is.`;
  write(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()));
  return `${file.name} is in the text above now. Undo there brings back what it replaced.`;
}
