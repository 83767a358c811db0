import { type ReactNode, useEffect, useState } from 'react';
import { LIMITS } from '../../src/contract/shared/limits.ts';
import { MESSAGES } from '../../src/contract/shared/messages.ts';
import { errorData, isUnknownOutcome } from '../lib/server/errors.ts';
import { type Answers, trpc } from '../lib/server/trpc.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { focusWhenShown } from '../ui/hooks/focus.ts';
import { useMedia } from '../ui/hooks/use-media.ts';
import { CodeForm } from './code-form.tsx';

interface SetUpProps {
  setup: Answers['twoFactor']['setup'];
  onEnabled: (recoveryCodes: string[]) => void;
  /** Called when it may be enabled all the same: without an answer, or in another tab. */
  onMaybeEnabled: () => void;
  onCancel: () => void;
}

/** The secret for the authenticator app, as a QR code and as text, and the first code to verify it. */
export function SetUp({ setup, onEnabled, onMaybeEnabled, onCancel }: SetUpProps) {
  const verify = trpc.twoFactor.verify.useMutation({ gcTime: 0 });
  // It cannot scan its own screen.
  const isHandheld = useMedia('coarse');
  return (
    <ol ref={focusWhenShown} tabIndex={-1} className="space-y-6">
      <Step number={1} title="Add the account to your app">
        {isHandheld ? (
          <div className="space-y-4">
            <a href={setup.qrCode} className={buttonLook('primary', 'max-md:w-full')}>
              Open in an app on this device
            </a>
            <p className="text-base text-ink-soft">Or enter the key by hand.</p>
            <Key setup={setup} />
            <details>
              <summary className="link inline-flex min-h-control items-center text-base">
                Scan with another device
              </summary>
              <div className="mt-2 flex">
                <QrCode text={setup.qrCode} />
              </div>
            </details>
          </div>
        ) : (
          <div className="flex flex-wrap gap-x-6 gap-y-4">
            <QrCode text={setup.qrCode} />
            <div className="min-w-0 flex-1 basis-64 space-y-4">
              <p className="text-base text-ink-soft">Scan the code, or enter the key by hand.</p>
              <Key setup={setup} />
            </div>
          </div>
        )}
      </Step>
      <Step number={2} title="Enter the code that the app shows">
        <div className="max-w-sm">
          <CodeForm
            submitLabel="Verify and enable"
            fallback={MESSAGES.twoFactorVerifyFailed}
            submit={(token) => verify.mutateAsync({ token })}
            onDone={({ recoveryCodes }) => onEnabled(recoveryCodes)}
            onFailed={(error) => {
              if (isUnknownOutcome(error) || errorData(error)?.reason === 'ALREADY_ENABLED') onMaybeEnabled();
            }}
            back={<Button onClick={onCancel}>Cancel</Button>}
          />
        </div>
      </Step>
    </ol>
  );
}

/** What to enter into an app that scans nothing. */
function Key({ setup }: Pick<SetUpProps, 'setup'>) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-faint">Account</dt>
        <dd className="min-w-0">{setup.accountName}</dd>
        <dt className="text-ink-faint">Issuer</dt>
        <dd>{setup.issuer}</dd>
        <dt className="text-ink-faint">Key</dt>
        <dd className="min-w-0">
          <code className="text-base font-medium tracking-wide">
            {setup.manualEntryKey.match(/.{1,4}/g)?.join(' ')}
          </code>
        </dd>
      </dl>
      <CopyButton text={setup.manualEntryKey} label="Copy key" />
    </>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li>
      <h3 className="mb-3 flex items-center gap-2.5 text-base font-semibold">
        <span
          aria-hidden
          className="grid size-6 place-items-center rounded-full bg-accent-soft text-xs text-accent tabular-nums"
        >
          {number}
        </span>
        {title}
      </h3>
      {children}
    </li>
  );
}

const { errorCorrection, cell, margin } = LIMITS.twoFactor.qr;

/** Always dark on light, because scanners need that. The package counts the margin in modules. */
const QR_CODE = { errorCorrectionLevel: errorCorrection, scale: cell, margin: margin / cell };

type Drawing = { image: string } | { failed: true } | null;

/** The address that an authenticator app scans, as a QR code. The encoder is loaded on first use. */
function QrCode({ text }: { text: string }) {
  const [drawing, setDrawing] = useState<Drawing>(null);

  useEffect(() => {
    let wanted = true;
    import('qrcode')
      .then(({ toDataURL }) => toDataURL(text, QR_CODE))
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
