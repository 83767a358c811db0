import { toDataURL } from 'qrcode';
import { LIMITS } from '../../src/contract/shared/limits.ts';

const { errorCorrection, cell, margin } = LIMITS.twoFactor.qr;

/** A QR code as a data URL, always dark on light, because scanners need that. */
export const qrImage = (text: string): Promise<string> =>
  // The package counts the margin in modules.
  toDataURL(text, { errorCorrectionLevel: errorCorrection, scale: cell, margin: margin / cell });
