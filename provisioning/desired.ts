import { editors, publicReading } from './access.ts';
import { arrivalFlow, redirectFlow } from './addressFlows.ts';
import { type EnquiryLedger, ledgerWith } from './enquiries.ts';
import { contentForms } from './forms.ts';
import { type PreviewAccess, previewsWith } from './previews.ts';
import { publications } from './publications.ts';
import { callsOf, type SiteHook } from './siteFlow.ts';
import { inOrder, type Wanted } from './wanted.ts';

/** What the site is to have in Directus. */
export interface Wishes {
  /** The site's origin, for links from rows to their pages; undefined: no links. */
  readonly origin?: string | undefined;
  /** The publish hook to call on changes; undefined: no Flow calls it. */
  readonly hook?: SiteHook | undefined;
  /** The ledger of messages; undefined: nothing is wanted for messages. */
  readonly ledger?: EnquiryLedger | undefined;
  /** What the site needs for previews; undefined: nothing is wanted for them. */
  readonly previews?: PreviewAccess | undefined;
}

/** Everything that should be in Directus, as plain data, each behind what must come before it. */
export function desired({ origin, hook, ledger, previews }: Wishes): readonly Wanted[] {
  const forms = contentForms(origin);
  const collections = forms.filter(({ kind }) => kind === 'collection').map(({ name }) => name);
  return inOrder([
    ...editors(publications),
    ...forms,
    { ...publicReading, after: collections },
    { kind: 'rows', name: 'rows', after: [publicReading.name, ...forms.map(({ name }) => name)] },
    redirectFlow,
    ...(hook ? callsOf(hook) : []),
    ...(ledger ? ledgerWith(ledger) : []),
    ...(previews ? previewsWith(previews) : []),
    // Last, since a license may allow no more Flows: it is the one that is missed least.
    arrivalFlow,
  ]);
}
