import { contactWording } from '../../../shared/contactWording.ts';
import { A } from '../../../shared/ui/A.tsx';

/** Says before anybody types that the form cannot be sent, and where to write instead. */
export function FormUnavailable({ address }: { readonly address: string }) {
  const [before, after] = contactWording({ kind: 'notConfigured' }, address).split(address);
  return (
    <p className="notice contact-unavailable">
      {before}
      <A href={`mailto:${encodeURI(address)}`}>{address}</A>
      {after}
    </p>
  );
}
