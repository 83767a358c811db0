import { Download } from 'lucide-react';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { FormSuccess } from '../ui/form-messages.tsx';
import { focusWhenShown } from '../ui/hooks/focus.ts';
import { LeaveGuard } from '../ui/overlays/leave-guard.tsx';

interface RecoveryCodesProps {
  message: string;
  codes: string[];
  username: string;
  onKept: () => void;
}

/** The recovery codes. The server sends them only once, so they stay until the user confirms. */
export function RecoveryCodes({ message, codes, username, onKept }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div ref={focusWhenShown} tabIndex={-1} className="space-y-4">
      <LeaveGuard active>The recovery codes are shown only now.</LeaveGuard>
      <FormSuccess>{message}</FormSuccess>
      <div>
        <h3 className="text-base font-semibold">Recovery codes</h3>
        <p className="mt-1 max-w-prose text-base text-ink-soft">
          Each code signs you in once if you lose access to your app or passkey. They are shown only now:
          store them somewhere other than your phone.
        </p>
      </div>
      <ul className="grid gap-x-8 gap-y-1.5 rounded-md border border-line bg-sunken px-3 py-3 md:px-4 lg:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            {/* Fits into one line of the narrowest phone. */}
            <code className="text-sm tracking-tight md:text-base md:tracking-normal">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} label="Copy codes" />
        <Button
          icon={Download}
          onClick={() => {
            const file = `MarketDex recovery codes of ${username}\n\n${text}`;
            saveFile(new Blob([file], { type: 'text/plain' }), 'marketdex-recovery-codes.txt');
          }}
        >
          Download
        </Button>
        <Button variant="primary" onClick={onKept}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
