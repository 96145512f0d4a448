import { contactAbout, contactPath } from '../paths.ts';
import { LinkButton } from './LinkButton.tsx';

interface QuoteButtonProps {
  readonly small?: boolean;
  /** Slug of the service that the form is opened for. */
  readonly service?: string;
}

/** Links to the contact form, with the same label everywhere. */
export function QuoteButton({ service, small = false }: QuoteButtonProps) {
  return (
    <LinkButton href={service === undefined ? contactPath : contactAbout('service', service)} small={small}>
      Get Quote
    </LinkButton>
  );
}
