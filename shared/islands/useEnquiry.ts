import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { parseEnquiry } from '../enquiry.ts';
import {
  type Enquiry,
  type EnquiryErrors,
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  enquiryFields,
} from '../enquiryFields.ts';
import { hintsOf } from '../enquiryHints.ts';
import { cameFrom } from './cameFrom.ts';
import {
  type Attempt,
  attemptOf,
  type EnquiryDraft,
  isSameText,
  readDraft,
  saveDraft,
} from './enquiryDraft.ts';
import { askForTimes, fillForm, focusField, focusProblem, readForm, readHoneypot } from './enquiryForm.ts';
import { type SentEnquiry, sendEnquiry } from './sendEnquiry.ts';

interface EnquiryOptions {
  /** The form as the server drew it. */
  readonly first: EnquiryFormState;
  readonly mailAddress: string | null;
  readonly apiBase: string;
}

/** A message that was sent, with what was typed of it: it goes back into the form when it does not arrive. */
export interface SentWithText extends SentEnquiry {
  readonly values: EnquiryValues;
  /** What is told of the message takes the place of the form, where nothing else was typed meanwhile. */
  readonly coversForm: boolean;
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
  const attempt = useRef<Attempt>(null);
  const underWay = useRef<AbortController>(null);
  const [hints, setHints] = useState(() => hintsOf(first.values));

  useEffect(() => {
    const { current } = form;
    if (!current) return;
    // Checked here, so that the sentences stand at the fields instead of in the browser's bubbles.
    current.noValidate = true;
    const stored = readDraft();
    if (stored && isUntouched(first) && isSameText(readForm(current), first.values)) {
      fillForm(current, draftFor(first.values, stored));
    }
    setHints(hintsOf(readForm(current)));
    attempt.current = stored?.attempt ?? null;
    // A page that comes back from the back/forward cache has lost what was on its way.
    const returned = ({ persisted }: PageTransitionEvent) => {
      if (persisted) underWay.current?.abort();
    };
    addEventListener('pageshow', returned);
    return () => {
      removeEventListener('pageshow', returned);
      underWay.current?.abort();
    };
  }, [form, first]);

  const save = useCallback(
    (values: EnquiryValues) => saveDraft({ values, start: first.values, attempt: attempt.current }),
    [first],
  );

  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    if (isControl(target, 'requestMeeting')) askForTimes(currentTarget, target.checked);
    const values = readForm(currentTarget);
    save(values);
    const next = hintsOf(values);
    // Half of an address looks like a slip.
    setHints(isControl(target, 'email') ? { ...next, email: null } : next);
    if (Object.keys(errors).length > 0) setErrors(stillWrong(errors, values));
  };

  /** Takes the address that was proposed. */
  const acceptEmail = (email: string) => {
    const { current } = form;
    if (!current) return;
    const values = { ...readForm(current), email };
    fillForm(current, values);
    save(values);
    setHints(hintsOf(values));
    focusField(current, 'email');
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
    const mine = new AbortController();
    const { signal } = mine;
    underWay.current = mine;
    setSending(true);
    attempt.current = attemptOf(enquiry, attempt.current);
    save(values);
    const { key } = attempt.current;
    await untilPageAge(shortestFillMs, signal);
    const honeypot = readHoneypot(current);
    const from = cameFrom();
    const result = await sendEnquiry(values, { apiBase, key, honeypot, from, address: mailAddress, signal });
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
    if (isSent) {
      fillForm(current, emptyEnquiryValues);
      setHints(hintsOf(emptyEnquiryValues));
      saveDraft(null);
    } else save(next);
    setSending(false);
    setSent({ ...result, values, coversForm: isSent });
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

  /** Puts what was sent back into the form, unless the visitor has typed something else meanwhile. */
  const restore = useCallback(
    (values: EnquiryValues) => {
      const { current } = form;
      if (!current || !isSameText(readForm(current), emptyEnquiryValues)) return;
      fillForm(current, values);
      setHints(hintsOf(values));
      save(values);
    },
    [form, save],
  );

  /** Brings the form back, below what is told of the message that was sent. */
  const writeAgain = () => {
    flushSync(() => setSent((before) => before && { ...before, coversForm: false }));
    if (form.current) focusField(form.current, 'name');
  };

  return { sending, errors, failure, sent, hints, onSubmit, onInput, acceptEmail, restore, writeAgain };
}

const isControl = (target: EventTarget, name: string): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.name === name;

/** Whether the server drew the form for the first time, and not again with what was typed. */
const isUntouched = ({ errors, failure }: EnquiryFormState): boolean =>
  failure === null && Object.keys(errors).length === 0;

/** A draft as a form shows it again: with the service or home that the form asks about, unless it was typed there. */
function draftFor(first: EnquiryValues, { values, start }: EnquiryDraft): EnquiryValues {
  if (isSameText(start, first)) return values;
  const { service, message } = first;
  return {
    ...values,
    service: service || values.service,
    message: values.message.startsWith(message.trim()) ? values.message : message + values.message,
  };
}

/** The marked fields that are still wrong: a field that was not marked yet is not checked while it is typed. */
function stillWrong(marked: EnquiryErrors, values: EnquiryValues): EnquiryErrors {
  const result = parseEnquiry(values);
  const wrong: EnquiryErrors = 'errors' in result ? result.errors : {};
  const left = enquiryFields.flatMap((name) => {
    const error = wrong[name];
    return marked[name] === undefined || error === undefined ? [] : [[name, error] as const];
  });
  return Object.fromEntries(left);
}

/** Waits until the page has been open for so long. */
function untilPageAge(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms - performance.now());
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
