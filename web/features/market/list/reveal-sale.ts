import { navigate } from 'wouter/use-browser-location';
import { salePath } from '../../../lib/paths.ts';

export const rowButtonId = (saleId: number): string => `sale-${saleId}`;

/** Shows a sale: its row if the page has it, else the sale's own page. */
export function revealSale(saleId: number): void {
  const button = document.getElementById(rowButtonId(saleId));
  if (!button) {
    navigate(salePath(saleId));
    return;
  }
  if (button.ariaExpanded === 'false') button.click();
  button.focus({ preventScroll: true });
  button.scrollIntoView({ block: 'center' });
}
