import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { sendFailureText } from '../contactWording.ts';
import { parseEnquiry } from '../enquiry.ts';
import {
  type Enquiry,
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  fromField,
  untouchedForm,
} from '../enquiryFields.ts';
import { referrerPath } from './cameFrom.ts';
import { attemptOf, isSameText } from './enquiryDraft.ts';
import { askForTimes, fieldsOf, focusField, focusProblem, keepFocus, readForm } from './enquiryForm.ts';
import { type SentEnquiry, sendEnquiry } from './sendEnquiry.ts';
import { useEnquiryDraft } from './useEnquiryDraft.ts';
import { pause } from './withDeadline.ts';

interface EnquiryOptions {
  /** The form as the server rendered it. */
  readonly first: EnquiryFormState;
  readonly apiBase: string;
}

/** A sent message with the typed values, which go back into the form if the message does not arrive. */
export interface SentWithText extends SentEnquiry {
  readonly values: EnquiryValues;
}

/** The state of the form: being filled in, being sent, or covered by the confirmation. */
type Step =
  | { readonly name: 'filling'; readonly state: EnquiryFormState }
  | { readonly name: 'sending' }
  | { readonly name: 'sent'; readonly sent: SentWithText };

/** No visitor reads the page and fills in the form faster than this; an earlier submission is held back until then. */
const shortestFillMs = 3_000;

/** The life of an enquiry: typed and saved as a draft, checked, sent, followed. */
export function useEnquiry(form: RefObject<HTMLFormElement | null>, options: EnquiryOptions) {
  const { first, apiBase } = options;
  const [step, setStep] = useState<Step>({ name: 'filling', state: first });
  const underWay = useRef<AbortController>(null);
  const { attempt, hints, save, fill, saveInput, showHints } = useEnquiryDraft(form, first);

  useEffect(() => {
    // We validate ourselves, to show errors at the fields instead of in the browser's bubbles.
    if (form.current) form.current.noValidate = true;
    return () => underWay.current?.abort();
  }, [form]);

  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const name = 'name' in target ? String(target.name) : '';
    if (isChecked(target)) askForTimes(currentTarget);
    saveInput(readForm(currentTarget), name);
    // A changed field is validated again only on the next submit.
    setStep((before) => (before.name === 'filling' ? withoutError(before.state, name) : before));
  };

  const onBlur = ({ relatedTarget }: FocusEvent<HTMLFormElement>) => {
    // A hint that appears between press and release of a button moves the button away from the pointer.
    if (relatedTarget?.matches('input:not([type=checkbox]), textarea')) showHints();
  };

  /** Puts the suggested address into the form. */
  const acceptEmail = (email: string) => {
    if (!form.current) return;
    fill({ ...readForm(form.current), email });
    focusField(form.current, 'email');
  };

  /** Shows the errors and focuses the first. */
  const showProblems = (current: HTMLFormElement, problems: Omit<EnquiryFormState, 'key'>) => {
    flushSync(() => setStep({ name: 'filling', state: { ...problems, key: null } }));
    focusProblem(current, problems.errors);
  };

  const send = async (current: HTMLFormElement, values: EnquiryValues, enquiry: Enquiry) => {
    const fields = { ...fieldsOf(current), [fromField]: referrerPath() };
    const mine = new AbortController();
    const { signal } = mine;
    underWay.current = mine;
    flushSync(() => setStep({ name: 'sending' }));
    keepFocus(current);
    attempt.current = attemptOf(enquiry, attempt.current);
    save(values);
    const { key } = attempt.current;
    await pause(shortestFillMs - performance.now(), signal);
    const result = await sendEnquiry(fields, { apiBase, key, signal });
    underWay.current = null;
    if (signal.aborted) return;
    if ('failure' in result) {
      const { failure, errors } = result;
      const isMarked = Object.keys(errors).length > 0;
      const words = isMarked ? null : sendFailureText(failure);
      return showProblems(current, { values, errors, failure: words });
    }
    // Text typed while the message was being sent is the draft of the next one.
    attempt.current = null;
    const next = readForm(current);
    const read = parseEnquiry(next);
    // The message field, which grows with its text, would shrink below the confirmation.
    current.style.minHeight = `${current.offsetHeight}px`;
    if ('enquiry' in read && isSameText(read.enquiry, enquiry)) fill(emptyEnquiryValues);
    else save(next);
    setStep({ name: 'sent', sent: { ...result, values } });
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A second click before the first has disabled the button.
    if (underWay.current) return;
    const current = event.currentTarget;
    const values = readForm(current);
    const result = parseEnquiry(values);
    if ('errors' in result) showProblems(current, { values, errors: result.errors, failure: null });
    else void send(current, values, result.enquiry);
  };

  /**
   * Shows the form again instead of the confirmation, filled with the message if it did not arrive and nothing else
   * was typed meanwhile.
   */
  const writeAgain = (unsent: EnquiryValues | null) => {
    flushSync(() => setStep({ name: 'filling', state: untouchedForm }));
    if (!form.current) return;
    form.current.style.minHeight = '';
    if (unsent && isSameText(readForm(form.current), emptyEnquiryValues)) fill(unsent);
    focusField(form.current, 'name');
  };

  return { step, hints, onSubmit, onInput, onBlur, acceptEmail, writeAgain };
}

function withoutError(state: EnquiryFormState, name: string): Step {
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([marked]) => marked !== name));
  return { name: 'filling', state: { ...state, errors } };
}

const isChecked = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.name === 'requestMeeting' && target.checked;
