import { useStyles } from '../../../shared/useStyles.ts';
import { ConnectionError } from './ConnectionError.tsx';

/**
 * The placeholder of content that a streamed page still awaits. It contains a hidden notice in case the content
 * never arrives; `client/main.ts` shows the notice when the document has ended without the content.
 */
export function Loading() {
  useStyles('loading');
  return (
    <div className="pending" role="status">
      <p className="pending-text">Loading</p>
      <div className="pending-notice stack" hidden>
        <ConnectionError variant="section" />
        <p>
          {/* biome-ignore lint/a11y/useValidAnchor: the empty address is that of the page itself. */}
          <a href="">Reload this page</a>
        </p>
      </div>
    </div>
  );
}
