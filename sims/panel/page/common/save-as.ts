// Files that the page gives to whoever looks at it.

export function saveAs(blob: Blob, file_name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = file_name;
  anchor.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const saveText = (text: string, file_name: string, type: string): void =>
  saveAs(new Blob([text], { type }), file_name);
