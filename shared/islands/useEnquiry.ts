import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { parseEnquiry } from '../enquiry.ts';
import {
  type Enquiry,
  type EnquiryErrors,
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
} from '../enquiryFields.ts';
import { cameFrom } from './cameFrom.ts';
import { attemptOf, isSameText } from './enquiryDraft.ts';
import { askForTimes, fieldsOf, focusField, focusProblem, readForm } from './enquiryForm.ts';
import { type SentEnquiry, sendEnquiry } from './sendEnquiry.ts';
import { useEnquiryDraft } from './useEnquiryDraft.ts';
import { pause } from './withDeadline.ts';

interface EnquiryOptions {
  /** The form as the server drew it. */
  readonly first: EnquiryFormState;
  readonly mailAddress: string | null;
  readonly apiBase: string;
}

/** A message that was sent, with what was typed of it: it goes back into the form when it does not arrive. */
export interface SentWithText extends SentEnquiry {
  readonly values: EnquiryValues;
}

interface Failure {
  readonly failure: string;
  /** What was typed when it failed, for the mail that can be sent instead. */
  readonly values: EnquiryValues;
}

/** No visitor reads a page and fills in its form faster: what would be sent sooner waits until then. */
const shortestFillMs = 3_000;

/** The life of an enquiry: typed and saved as a draft, checked, sent, followed. */
export function useEnquiry(form: RefObject<HTMLFormElement | null>, options: EnquiryOptions) {
  const { first, mailAddress, apiBase } = options;
  const [sending, setSending] = useState(false);
  const [errors, setErrors] = useState(first.errors);
  const [failure, setFailure] = useState<Failure | null>(
    first.failure === null ? null : { failure: first.failure, values: first.values },
  );
  const [sent, setSent] = useState<SentWithText | null>(null);
  const underWay = useRef<AbortController>(null);
  const { attempt, hints, save, fill, take } = useEnquiryDraft(form, first);

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    // Checked here, so that the sentences stand at the fields instead of in the browser's bubbles.
    current.noValidate = true;
    // A page that comes back from the back/forward cache has lost what was on its way.
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) underWay.current?.abort();
    };
    addEventListener('pageshow', returned);
    return () => {
      removeEventListener('pageshow', returned);
      underWay.current?.abort();
    };
  }, [form]);

  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const name = 'name' in target ? String(target.name) : '';
    if (isChecked(target)) askForTimes(currentTarget);
    take(readForm(currentTarget), name);
    // What is put right is checked when it is sent again.
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([marked]) => marked !== name)));
  };

  /** Takes the address that was proposed. */
  const acceptEmail = (email: string) => {
    if (!form.current) return;
    fill({ ...readForm(form.current), email });
    focusField(form.current, 'email');
  };

  /** Says what is in the way, and brings the visitor there. */
  const tell = (current: HTMLFormElement, wrong: EnquiryErrors, failed: Failure | null) => {
    flushSync(() => {
      setSending(false);
      setErrors(wrong);
      setFailure(failed);
    });
    focusProblem(current, wrong);
  };

  const send = async (current: HTMLFormElement, values: EnquiryValues, enquiry: Enquiry) => {
    const fields = fieldsOf(current);
    const mine = new AbortController();
    const { signal } = mine;
    underWay.current = mine;
    setSending(true);
    attempt.current = attemptOf(enquiry, attempt.current);
    save(values);
    const { key } = attempt.current;
    await pause(shortestFillMs - performance.now(), signal);
    const from = cameFrom();
    const result = await sendEnquiry(fields, { apiBase, key, from, address: mailAddress, signal });
    underWay.current = null;
    if (signal.aborted) return setSending(false);
    if (result.outcome === 'failed') {
      const marked = Object.keys(result.errors).length > 0;
      return tell(current, result.errors, marked ? null : { failure: result.text, values });
    }
    // What was typed while the message was on its way is the next one.
    attempt.current = null;
    const next = readForm(current);
    const read = parseEnquiry(next);
    const isSent = 'enquiry' in read && isSameText(read.enquiry, enquiry);
    if (isSent) fill(emptyEnquiryValues);
    else save(next);
    setSending(false);
    setSent({ ...result, values });
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The second of two clicks, before the first has disabled the button.
    if (underWay.current) return;
    const current = event.currentTarget;
    const values = readForm(current);
    const result = parseEnquiry(values);
    setSent(null);
    if ('errors' in result) return tell(current, result.errors, null);
    setErrors({});
    setFailure(null);
    void send(current, values, result.enquiry);
  };

  /**
   * Brings the form back in the place of what is told of a message, with that message where it did not arrive and
   * nothing else was typed meanwhile.
   */
  const writeAgain = (unsent: EnquiryValues | null) => {
    flushSync(() => setSent(null));
    if (!form.current) return;
    if (unsent && isSameText(readForm(form.current), emptyEnquiryValues)) fill(unsent);
    focusField(form.current, 'name');
  };

  return { sending, errors, failure, sent, hints, onSubmit, onInput, acceptEmail, writeAgain };
}

const isChecked = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.name === 'requestMeeting' && target.checked;
