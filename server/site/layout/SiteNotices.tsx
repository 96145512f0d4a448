import { useLocation } from 'react-router-dom';
import { A } from '../../../shared/ui/A.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import { noticesAt } from '../../content/collections/notices.ts';
import { valueIn } from '../../content/siteContent.ts';
import { EditLink, editedRow, useEditable } from '../editing.tsx';
import { useSite } from '../siteContext.ts';

/**
 * Current notices for visitors, above the header. Each is a dialog that is open from the start, so that its button can
 * close it without script; `client/notices.ts` remembers that.
 */
export function SiteNotices() {
  const { notices } = useSite();
  const { pathname } = useLocation();
  const editable = useEditable();
  const shown = noticesAt(valueIn(notices) ?? [], pathname);
  useStyles(shown.length > 0 && 'siteNotices');
  if (shown.length === 0) return null;
  return (
    <div className="site-notices" tabIndex={-1} data-nosnippet="">
      {shown.map(({ id, key, level, text, link, linkText }, at) => (
        <dialog
          key={key}
          id={key}
          open
          aria-label={shown.length > 1 ? `Notice ${at + 1}` : 'Notice'}
          className={`site-notice site-notice-${level}`}
        >
          <form method="dialog" className="container">
            <EditLink row={editedRow('notices', { id })} />
            <p {...editable(editedRow('notices', { id }), 'text', 'link', 'linkText', 'level')}>
              {text}{' '}
              {link !== null && (
                <A href={link} className="link-arrow">
                  {linkText ?? 'Read more'} <Icon name="arrow" />
                </A>
              )}
            </p>
            <button type="submit">
              <Icon name="close" />
              <span className="visually-hidden">Hide this notice</span>
            </button>
          </form>
        </dialog>
      ))}
    </div>
  );
}
