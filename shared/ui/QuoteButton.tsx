import { contactPath } from '../paths.ts';
import { LinkButton } from './LinkButton.tsx';

interface QuoteButtonProps {
  readonly look?: 'solid' | 'outline';
  readonly small?: boolean;
}

/** Leads to the contact form: the same words everywhere, because it is the same act. */
export function QuoteButton(props: QuoteButtonProps) {
  return (
    <LinkButton href={contactPath} {...props}>
      Get Quote
    </LinkButton>
  );
}
