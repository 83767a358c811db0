import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useOnline } from '../ui/hooks/use-online.ts';
import { ErrorState } from '../ui/states/states.tsx';

interface Props {
  children: ReactNode;
  /** Around the message: `main` or the layout when the page has none. */
  wrapper?: 'main' | 'div' | ComponentType<{ children: ReactNode }>;
  /** The content is tried again when this changes. */
  resetKey?: string;
}

interface State {
  failed: boolean;
}

/**
 * Shown when a screen throws, or when its script cannot be loaded: because there is no network, or because a new version
 * was released.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidUpdate({ resetKey }: Props) {
    if (this.state.failed && resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    const { children, wrapper: Wrapper = 'div' } = this.props;
    if (!this.state.failed) return children;
    return (
      <Wrapper>
        <div className="mx-auto max-w-prose p-6">
          <FailedScreen />
        </div>
      </Wrapper>
    );
  }
}

function FailedScreen() {
  const isOnline = useOnline();
  const [wasOffline] = useState(!isOnline);
  useEffect(() => {
    if (wasOffline && isOnline) location.reload();
  }, [wasOffline, isOnline]);
  if (!isOnline) return <ErrorState message="This page opens when the network is back." />;
  return <ErrorState message="This page could not be shown." onRetry={() => location.reload()} />;
}
