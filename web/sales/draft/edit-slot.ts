/** The slot of `unsentInput` for the edit of a sale. */
export const editSlot = (saleId: number): string => `edit ${saleId}`;
