import { Download, Image, Send } from 'lucide-react';
import { useState } from 'react';
import { type CardSubject, cardPath, embedPath, pagePath } from '../../../src/contract/cards/card-paths.ts';
import type { MarketOrder } from '../../../src/contract/market/market-search-params.ts';
import { LIMITS } from '../../../src/contract/shared/limits.ts';
import { slug } from '../../../src/contract/shared/text.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { CopyAction, CopyButton } from '../../ui/copy-button.tsx';
import { FormAlert } from '../../ui/form-messages.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { DialogState } from '../../ui/overlays/use-dialog.ts';
import { ErrorState } from '../../ui/states/states.tsx';

interface ShareDialogProps extends DialogState {
  subject: CardSubject;
  title: string;
  order: MarketOrder | undefined;
}

export default function ShareDialog({ subject, title, order, open, onClose }: ShareDialogProps) {
  const path = cardPath(subject);
  const link = { title, url: `${location.origin}${pagePath(subject, order)}` };
  const canSend = navigator.canShare?.(link) ?? false;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Share"
      footer={
        <>
          <CopyImageButton path={path} />
          <a href={path} download={`${slug(title) || 'marketdex'}.png`} className={buttonLook('secondary')}>
            <Download aria-hidden className="size-4" />
            Download
          </a>
          <CopyButton text={link.url} label="Copy link" variant={canSend ? 'secondary' : 'primary'} />
          {canSend && <SendButton link={link} />}
        </>
      }
    >
      <div className="space-y-4">
        <Picture path={path} title={title} />
        <Embed subject={subject} title={title} />
      </div>
    </Dialog>
  );
}

/** Opens the system's sheet of apps and people to send the link to. */
function SendButton({ link }: { link: ShareData }) {
  const [failed, setFailed] = useState(false);
  async function send() {
    setFailed(false);
    try {
      await navigator.share(link);
    } catch (error) {
      // Closing the sheet without a choice is no failure.
      setFailed(!(error instanceof DOMException && error.name === 'AbortError'));
    }
  }
  return (
    <>
      <Button variant="primary" icon={Send} onClick={send}>
        Send…
      </Button>
      {failed && (
        <div className="basis-full">
          <FormAlert>The browser did not send it. Copy the link instead.</FormAlert>
        </div>
      )}
    </>
  );
}

function Picture({ path, title }: { path: string; title: string }) {
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <ErrorState
        message="The image could not be drawn."
        onRetry={() => {
          setTries(tries + 1);
          setFailed(false);
        }}
      />
    );
  return (
    <img
      key={tries}
      src={path}
      alt={`Card: ${title}`}
      width={LIMITS.card.width}
      height={LIMITS.card.height}
      onError={() => setFailed(true)}
      className="h-auto w-full rounded-md border border-line bg-sunken"
    />
  );
}

function CopyImageButton({ path }: { path: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <>
      {failure !== null && (
        <div className="basis-full">
          <FormAlert>{failure}</FormAlert>
        </div>
      )}
      <CopyAction
        label="Copy image"
        icon={Image}
        copy={async () => {
          const found = await copyImage(path);
          setFailure(found);
          return found === null;
        }}
      />
    </>
  );
}

function Embed({ subject, title }: { subject: CardSubject; title: string }) {
  const attributes = { src: `${location.origin}${embedPath(subject)}`, title, ...LIMITS.embed };
  const html = `<iframe ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeAttribute(String(value))}"`)
    .join(' ')} loading="lazy" frameborder="0"></iframe>`;
  return (
    <details className="text-base">
      <summary className="link inline-flex min-h-control items-center">Embed the chart in a forum</summary>
      <div className="mt-2 space-y-3">
        <p className="rounded-md border border-line bg-sunken p-3 font-mono text-xs break-all">{html}</p>
        <CopyButton text={html} label="Copy the code" />
      </div>
    </details>
  );
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

async function pictureAt(path: string): Promise<Blob> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The image has the status ${response.status}`);
  return response.blob();
}

/** Copies a PNG of this site to the clipboard. @returns why it was not copied; null when it was */
async function copyImage(path: string): Promise<string | null> {
  // Without https there is no clipboard, and some browsers have none for images.
  if (!navigator.clipboard?.write || typeof ClipboardItem === 'undefined')
    return 'This browser cannot copy images. Download the image instead.';
  // The item takes a promise, so that the call is still part of the click for browsers that demand that.
  const picture = pictureAt(path);
  const isLoaded = picture.then(
    () => true,
    () => false,
  );
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return null;
  } catch {
    return (await isLoaded)
      ? 'The browser did not allow it. Allow access to the clipboard, or download the image instead.'
      : 'The image could not be loaded. Please try again in a moment.';
  }
}
