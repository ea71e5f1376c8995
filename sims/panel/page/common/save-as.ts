// Saves files from the page to the user's computer.

export function saveAs(blob: Blob, file_name: string): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = file_name;
  anchor.click();
  // The browser reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const saveText = (text: string, file_name: string, type: string): void =>
  saveAs(new Blob([text], { type }), file_name);
