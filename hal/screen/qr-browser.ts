// QR codes in a browser tab: there are none. A code leads a phone to the page of a device, and a tab serves no page. Has
// the same export as qr-node.ts.

/** Smallest code with its margin, in modules. */
const MODULES = 29;

/** Returns an empty code. */
export const qrCode = (_text: string): { readonly d: string; readonly modules: number } => ({
  d: '',
  modules: MODULES,
});
