import { contactAbout, contactPath } from '../paths.ts';
import { LinkButton } from './LinkButton.tsx';

interface QuoteButtonProps {
  readonly small?: boolean;
  /** The slug of the service that the form is asked about. */
  readonly service?: string;
}

/** Leads to the contact form: the same words everywhere, because it is the same act. */
export function QuoteButton({ service, small = false }: QuoteButtonProps) {
  return (
    <LinkButton href={service === undefined ? contactPath : contactAbout('service', service)} small={small}>
      Get Quote
    </LinkButton>
  );
}
