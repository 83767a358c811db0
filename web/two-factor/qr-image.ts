import { toDataURL } from 'qrcode';
import { LIMITS } from '../../src/contract/shared/limits.ts';

const { errorCorrection, cell, margin } = LIMITS.twoFactor.qr;

/** A QR code as the address of a picture, always dark on light: readers want it so. */
export const qrImage = (text: string): Promise<string> =>
  // The package counts the margin in cells.
  toDataURL(text, { errorCorrectionLevel: errorCorrection, scale: cell, margin: margin / cell });
