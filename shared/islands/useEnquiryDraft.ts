import { type RefObject, useEffect, useRef, useState } from 'react';
import type { EnquiryFormState, EnquiryValues } from '../enquiryFields.ts';
import { hintsOf } from '../enquiryHints.ts';
import { type Attempt, isSameText, readDraft, saveDraft } from './enquiryDraft.ts';
import { fillForm, readForm } from './enquiryForm.ts';

/** What is typed into the form, saved as the draft of this tab, and what it makes us ask. */
export function useEnquiryDraft(form: RefObject<HTMLFormElement | null>, first: EnquiryFormState) {
  const attempt = useRef<Attempt>(null);
  const [hints, setHints] = useState(() => hintsOf(first.values));

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    const stored = readDraft();
    // Not over what the server has drawn again, nor over what was typed before this.
    const isUntouched = first.failure === null && Object.keys(first.errors).length === 0;
    if (stored && isUntouched && isSameText(readForm(current), first.values))
      fillForm(current, stored.values);
    setHints(hintsOf(readForm(current)));
    attempt.current = stored?.attempt ?? null;
  }, [form, first]);

  const save = (values: EnquiryValues) => saveDraft(values, attempt.current);

  /** Puts a text into the form, and makes it the draft. */
  const fill = (values: EnquiryValues) => {
    if (form.current) fillForm(form.current, values);
    setHints(hintsOf(values));
    save(values);
  };

  /** Takes what was typed into a field. */
  const take = (values: EnquiryValues, name: string) => {
    save(values);
    const next = hintsOf(values);
    // Half of an address looks like a slip.
    setHints(name === 'email' ? { ...next, email: null } : next);
  };

  return { attempt, hints, save, fill, take };
}
