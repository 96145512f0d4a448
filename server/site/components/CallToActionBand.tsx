import { contactPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { useStyles } from '../../../shared/useStyles.ts';
import type { CallToAction } from '../../content/collections/ctaSettings.ts';
import { EditLink, editedRow, useEditable } from '../editing.tsx';

/** The text of the call to action if content has none. */
const builtIn = {
  title: 'Ready to Get Started',
  description: 'Tell us about the house, the season and what is on your mind.',
  buttonText: 'Contact Us',
};

interface CallToActionBandProps {
  /** The call to action in content; built-in words replace missing fields. */
  readonly call: Partial<CallToAction> | null | undefined;
  /** The id of its heading. */
  readonly id?: string;
}

/** The last block of a page: one heading, one button. */
export function CallToActionBand({ call, id = 'call-to-action' }: CallToActionBandProps) {
  useStyles('band');
  const description = call?.description ?? builtIn.description;
  const editable = useEditable();
  const row = editedRow('cta_settings', call);
  return (
    <section className="band section" aria-labelledby={id}>
      {/* A lit cabin at dusk: light and dark over the band's own background, so that it suits every theme. */}
      <img
        className="band-drawing"
        src="/band.svg"
        alt=""
        width="1440"
        height="420"
        loading="lazy"
        decoding="async"
      />
      <div className="band-inner container">
        <div>
          <EditLink row={row} />
          <h2 id={id} {...editable(row, 'title')}>
            {call?.title ?? builtIn.title}
          </h2>
          {description !== '' && (
            <p className="lead" {...editable(row, 'description')}>
              {description}
            </p>
          )}
        </div>
        <LinkButton href={call?.buttonUrl ?? contactPath} fallback={contactPath}>
          {call?.buttonText ?? builtIn.buttonText}
        </LinkButton>
      </div>
    </section>
  );
}
