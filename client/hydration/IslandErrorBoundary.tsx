import { Component, type MouseEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { frontPath } from '../../shared/paths.ts';
import { A } from '../../shared/ui/A.tsx';
import notices from '../../shared/ui/notices.css';
import { adoptStyles } from './adoptStyles.ts';
import islandError from './islandError.css';

interface Props {
  readonly children: ReactNode;
}

/** Error boundary with an error screen for one island: the rest of the page keeps working. */
export class IslandErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    adoptStyles(notices, islandError);
  }

  /** Renders the island again, and moves the focus to what replaces the pressed button. */
  retry = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    const island = currentTarget.closest('[data-island]');
    flushSync(() => this.setState({ failed: false }));
    const shown = island?.firstElementChild;
    if (!(shown instanceof HTMLElement)) return;
    // The search is a link, which is a stop of Tab already.
    if (shown.tabIndex < 0) shown.tabIndex = -1;
    shown.focus();
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="notice notice-error island-error" role="alert">
        <p>
          <strong>Oops! Something went wrong</strong>
        </p>
        <p>The error has been reported.</p>
        <p>
          <button type="button" className="button button-small" onClick={this.retry}>
            Try Again
          </button>{' '}
          <A href={frontPath} className="button button-outline button-small">
            Go Home
          </A>
        </p>
      </div>
    );
  }
}
