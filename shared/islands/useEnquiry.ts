import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SentEnquiry } from '../deliveryStatus.ts';
import { parseEnquiry } from '../enquiry.ts';
import {
  type Enquiry,
  type EnquiryFormState,
  type EnquiryValues,
  emptyEnquiryValues,
  enquiryFields,
  fromField,
  untouchedForm,
} from '../enquiryFields.ts';
import { hintsOf } from '../enquiryHints.ts';
import { referrerPath } from './cameFrom.ts';
import { isSameText, readDraft, saveDraft } from './enquiryDraft.ts';
import {
  askForTimes,
  fieldsOf,
  fillForm,
  focusField,
  focusProblem,
  keepFocus,
  keepKey,
  keyIn,
  readForm,
} from './enquiryForm.ts';
import { sendEnquiry } from './sendEnquiry.ts';
import { pause } from './withDeadline.ts';

type FormRef = RefObject<HTMLFormElement | null>;

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
export function useEnquiry(form: FormRef, { first, apiBase }: EnquiryOptions) {
  const [step, setStep] = useState<Step>({ name: 'filling', state: first });
  const underWay = useRef<AbortController>(null);
  const isAble = useRef(true);
  const { save, fill, ...draft } = useDraft(form, first, isAble);
  useEffect(() => () => underWay.current?.abort(), []);

  /** Shows the errors and focuses the first. */
  const showProblems = (current: HTMLFormElement, problems: Partial<EnquiryFormState>) => {
    flushSync(() => setStep({ name: 'filling', state: { ...untouchedForm, ...problems } }));
    focusProblem(current, problems.errors ?? {});
  };

  /** Sends the message; where the browser lacks something for it, as a form without script is sent. */
  const send = async (current: HTMLFormElement, values: EnquiryValues, enquiry: Enquiry) => {
    try {
      const fields = { ...fieldsOf(current), [fromField]: referrerPath() };
      const mine = new AbortController();
      const { signal } = mine;
      underWay.current = mine;
      keepFocus(current, () => flushSync(() => setStep({ name: 'sending' })));
      save(values);
      const options = { apiBase, key: keyIn(current) ?? '', signal };
      await pause(shortestFillMs - performance.now(), signal);
      const result = await sendEnquiry(fields, options);
      if (signal.aborted) return;
      if ('failure' in result) return showProblems(current, { values, ...result });
      keepKey(current, null);
      // The message field, which grows with its text, would shrink below the confirmation.
      current.style.minHeight = `${current.offsetHeight}px`;
      // Text typed while the message was being sent is the draft of the next one.
      const next = readForm(current);
      const read = parseEnquiry(next);
      if ('enquiry' in read && isSameText(read.enquiry, enquiry)) fill(emptyEnquiryValues);
      else save(next);
      setStep({ name: 'sent', sent: { ...result, values } });
    } catch (error) {
      giveUp(isAble, error);
      saveDraft({ values: emptyEnquiryValues, key: null });
      setStep({ name: 'filling', state: untouchedForm });
      current.submit();
    } finally {
      underWay.current = null;
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) =>
    tryTo(isAble, () => {
      // A second click before the first has disabled the button.
      if (underWay.current) return event.preventDefault();
      const current = event.currentTarget;
      const values = readForm(current);
      const result = parseEnquiry(values);
      event.preventDefault();
      if ('errors' in result) showProblems(current, { values, errors: result.errors });
      else void send(current, values, result.enquiry);
    });
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const name = draft.onInput(event);
    // A changed field is validated again only on the next submit.
    setStep((before) => (before.name === 'filling' ? withoutError(before.state, name) : before));
  };
  return { step, ...draft, onSubmit, onInput, writeAgain: writeAgainIn(form, setStep, fill) };
}

/**
 * Shows the form again instead of the confirmation, filled with the message if it did not arrive and nothing else was
 * typed meanwhile.
 */
const writeAgainIn =
  (form: FormRef, setStep: (step: Step) => void, fill: (values: EnquiryValues) => void) =>
  (unsent: EnquiryValues | null) => {
    flushSync(() => setStep({ name: 'filling', state: untouchedForm }));
    if (!form.current) return;
    form.current.style.minHeight = '';
    if (unsent && isSameText(readForm(form.current), emptyEnquiryValues)) fill(unsent);
    focusField(form.current, 'name');
  };

type AbleRef = RefObject<boolean>;

/** Runs a part of the form's script until one fails, because the browser lacks something: then it works as without. */
function tryTo(isAble: AbleRef, part: () => void): void {
  try {
    if (isAble.current) part();
  } catch (error) {
    giveUp(isAble, error);
  }
}

function giveUp(isAble: AbleRef, error: unknown): void {
  isAble.current = false;
  window.noteError?.(error, { kind: 'form' });
}

/** Saves the form's values as the draft of this tab, restores them, and keeps the hints up to date. */
function useDraft(form: FormRef, first: EnquiryFormState, isAble: AbleRef) {
  const [hints, setHints] = useState(() => hintsOf(first.values));
  useEffect(() => {
    const { current } = form;
    if (!current) return;
    tryTo(isAble, () => {
      restore(current, first);
      setHints(hintsOf(readForm(current)));
      // We validate ourselves, to show errors at the fields instead of in the browser's bubbles.
      current.noValidate = true;
    });
  }, [form, first, isAble]);

  const save = (values: EnquiryValues) => saveDraft({ values, key: form.current && keyIn(form.current) });
  /** Fills the form with values, and saves them as the draft. */
  const fill = (values: EnquiryValues) => {
    if (form.current) fillForm(form.current, values);
    setHints(hintsOf(values));
    save(values);
  };
  /** Saves the draft after input into a field, whose name it returns, and updates the hints. */
  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>): string => {
    const name = 'name' in target ? String(target.name) : '';
    tryTo(isAble, () => {
      if (isChecked(target)) askForTimes(currentTarget);
      const values = readForm(currentTarget);
      save(values);
      const next = hintsOf(values);
      // An unfinished address looks like a typo.
      setHints(name === 'email' ? { ...next, email: null } : next);
    });
    return name;
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) =>
    tryTo(isAble, () => {
      // A hint that appears between press and release of a button moves the button away from the pointer.
      if (relatedTarget?.matches('input:not([type=checkbox]), textarea'))
        setHints(hintsOf(readForm(currentTarget)));
    });
  /** Puts the suggested address into the form. */
  const acceptEmail = (email: string) => {
    if (!form.current) return;
    fill({ ...readForm(form.current), email });
    focusField(form.current, 'email');
  };
  return { hints, save, fill, onInput, onBlur, acceptEmail };
}

/** Fills the form with the draft of this tab, and with the key under which it was sent, if it was. */
function restore(form: HTMLFormElement, first: EnquiryFormState): void {
  const stored = readDraft();
  const key = first.key ?? keyIn(form) ?? stored?.key ?? null;
  keepKey(form, key);
  // Values that the server has rendered again stay, and so does each field that was typed into before hydration.
  const isUntouched = first.failure === null && Object.keys(first.errors).length === 0;
  const found = readForm(form);
  const untyped = enquiryFields.filter((name) => found[name] === first.values[name]);
  if (stored && isUntouched) fillForm(form, stored.values, untyped);
  const values = readForm(form);
  if (first.key !== null || !isSameText(values, first.values)) saveDraft({ values, key });
}

function withoutError(state: EnquiryFormState, name: string): Step {
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([marked]) => marked !== name));
  return { name: 'filling', state: { ...state, errors } };
}

const isChecked = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.name === 'requestMeeting' && target.checked;
