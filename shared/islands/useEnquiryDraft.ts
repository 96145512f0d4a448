import { type RefObject, useEffect, useRef, useState } from 'react';
import { type EnquiryFormState, type EnquiryValues, enquiryFields } from '../enquiryFields.ts';
import { hintsOf } from '../enquiryHints.ts';
import { type Attempt, isSameText, postedAttempt, readDraft, saveDraft } from './enquiryDraft.ts';
import { fillForm, readForm } from './enquiryForm.ts';

/** Saves the form's values as the draft of this tab, restores them, and keeps the hints up to date. */
export function useEnquiryDraft(form: RefObject<HTMLFormElement | null>, first: EnquiryFormState) {
  const attempt = useRef<Attempt>(null);
  const [hints, setHints] = useState(() => hintsOf(first.values));

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    const stored = readDraft();
    const posted = postedAttempt(first);
    attempt.current = posted ?? stored?.attempt ?? null;
    // Values that the server has rendered again stay, and so does each field that was typed into before hydration.
    const isUntouched = first.failure === null && Object.keys(first.errors).length === 0;
    const found = readForm(current);
    const untyped = enquiryFields.filter((name) => found[name] === first.values[name]);
    if (stored && isUntouched) fillForm(current, stored.values, untyped);
    const values = readForm(current);
    if (posted || !isSameText(values, first.values)) saveDraft(values, attempt.current);
    setHints(hintsOf(values));
  }, [form, first]);

  const save = (values: EnquiryValues) => saveDraft(values, attempt.current);

  /** Fills the form with values, and saves them as the draft. */
  const fill = (values: EnquiryValues) => {
    if (form.current) fillForm(form.current, values);
    setHints(hintsOf(values));
    save(values);
  };

  const showHints = () => form.current && setHints(hintsOf(readForm(form.current)));

  /** Saves the draft after input into a field, and updates the hints. */
  const saveInput = (values: EnquiryValues, name: string) => {
    save(values);
    const next = hintsOf(values);
    // An unfinished address looks like a typo.
    setHints(name === 'email' ? { ...next, email: null } : next);
  };

  return { attempt, hints, save, fill, saveInput, showHints };
}
