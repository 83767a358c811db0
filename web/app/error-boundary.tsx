import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { keptText } from '../lib/kept-text.ts';
import { useOnline } from '../ui/hooks/use-online.ts';
import { Loading } from '../ui/page/loading.tsx';
import { ErrorState } from '../ui/states/states.tsx';

interface Props {
  children: ReactNode;
  /** Around the message: `main` or the layout when the page has none. */
  wrapper?: 'main' | 'div' | ComponentType<{ children: ReactNode }>;
  /** The content is tried again when this changes. */
  resetKey?: string;
}

interface State {
  error?: unknown;
}

/** Thrown in place of a screen whose script could not be loaded. */
export class MissingScript extends Error {
  override message = 'The script of the screen could not be loaded.';
}

/** The address whose document was loaded again because the script of its screen was missing. */
const loadedAgain = keptText('sessionStorage', 'loaded-again');

/** To be called when the script of a screen has loaded. */
export const forgetMissingScript = (): void => void loadedAgain.set(null);

/** When another page was last requested. Firefox then ends the requests for scripts, and a reload would end that one too. */
let leftAt = 0;
const leave = () => {
  leftAt = Date.now();
};

const FAILED = 'This page could not be shown.';
const UPDATED = 'The site was updated.';
const ANSWER_MS = 5_000;

/**
 * Loads the document again, once for an address: after a release, the new one names scripts that exist. Only if the server
 * answers, or an error of the browser would replace the site.
 *
 * @returns what to show if this does not help, or input that would be lost keeps the page
 */
async function loadDocument(): Promise<string> {
  try {
    const { href } = location;
    if (loadedAgain.get() === href) return UPDATED;
    const { status } = await fetch(href, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) });
    // Without storage it would be loaded again without end.
    if (status >= 500 || !loadedAgain.set(href)) return FAILED;
    if (Date.now() - leftAt > 2 * ANSWER_MS) location.reload();
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    return UPDATED;
  } catch {
    return FAILED;
  }
}

/**
 * Shown when a screen throws, or when its script cannot be loaded: because there is no network, or because a new version
 * was released.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidMount() {
    addEventListener('beforeunload', leave);
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (this.state.error && resetKey !== this.props.resetKey) this.setState({ error: undefined });
  }

  override render() {
    const { children, wrapper: Wrapper = 'div' } = this.props;
    const { error } = this.state;
    if (!error) return children;
    return (
      <Wrapper>
        <div className="mx-auto max-w-prose p-6">
          <FailedScreen isMissing={error instanceof MissingScript} />
        </div>
      </Wrapper>
    );
  }
}

function FailedScreen({ isMissing }: { isMissing: boolean }) {
  const isOnline = useOnline();
  const [wasOffline] = useState(!isOnline);
  const [message, setMessage] = useState(isMissing && isOnline ? null : FAILED);
  useEffect(() => {
    if (message === null) void loadDocument().then(setMessage);
  }, [message]);
  useEffect(() => {
    if (wasOffline && isOnline) location.reload();
  }, [wasOffline, isOnline]);
  if (!isOnline) return <ErrorState message="This page opens when the network is back." />;
  if (message === null) return <Loading />;
  return (
    <ErrorState
      message={message}
      retryLabel={message === UPDATED ? 'Reload' : 'Retry'}
      onRetry={() => location.reload()}
    />
  );
}
