// Pastes a text into the focused element of a page.

import type { Page } from 'playwright-core';

export const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true });
    let at = document.activeElement ?? document.body;
    while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    at.dispatchEvent(event);
  }`);
