import { useEffect, useState } from 'react';
import { MESSAGES } from '../../src/contract/shared/messages.ts';

type Drawing = { image: string } | { failed: true } | null;

/** The address that an authenticator app scans, as a QR code. The encoder is loaded on first use. */
export function QrCode({ text }: { text: string }) {
  const [drawing, setDrawing] = useState<Drawing>(null);

  useEffect(() => {
    let wanted = true;
    import('./qr-image.ts')
      .then(({ qrImage }) => qrImage(text))
      .then((image) => wanted && setDrawing({ image }))
      .catch(() => wanted && setDrawing({ failed: true }));
    return () => {
      wanted = false;
    };
  }, [text]);

  return (
    <div className="grid min-h-47 min-w-47 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-sunken">
      {drawing && 'image' in drawing && <img src={drawing.image} alt="QR code for your authenticator app" />}
      {drawing && 'failed' in drawing && (
        <p role="alert" className="max-w-47 p-4 text-center text-sm text-rejected">
          {MESSAGES.twoFactorQrFailed}
        </p>
      )}
    </div>
  );
}
