import type { ContactService } from '../contact/contactService.ts';
import type { Counts } from '../metrics/tally.ts';

/** A contact service that counts what becomes of every enquiry; one that is only asked again counts once. */
export function countContact(contact: ContactService, counts: Counts): ContactService {
  return {
    ...contact,
    async submit(enquiry, key) {
      const isRepeat = contact.isRepeat(enquiry, key);
      const result = await contact.submit(enquiry, key);
      if (!isRepeat) counts.add(result.outcome === 'sent' ? 'sent' : result.failure.kind);
      return result;
    },
  };
}
