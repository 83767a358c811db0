import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/states.tsx';

interface State {
  failed: boolean;
}

/** Shown when a screen throws, or when its script is gone because a new version was released. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="mx-auto max-w-prose p-6">
        <ErrorState message="This page could not be shown." onRetry={() => location.reload()} />
      </main>
    );
  }
}
