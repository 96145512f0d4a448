import type { ComponentType, ReactNode } from 'react';
import { contactPath, frontPath, servicesPath } from '../../../shared/paths.ts';
import { LinkButton } from '../../../shared/ui/LinkButton.tsx';
import { words } from '../../../shared/words.ts';
import { phoneLink } from '../../content/parse/phoneLink.ts';
import { valueIn } from '../../content/siteContent.ts';
import { Hero } from '../components/Hero.tsx';
import { definePage, type Verdict } from '../definePage.tsx';
import { useSite } from '../siteContext.ts';

/** A page that is not one of the site: no search engine lists it. */
export const screen = (
  title: string,
  View: ComponentType,
  verdict: Verdict<object> = { kind: 'found', selected: {} },
) =>
  definePage({
    select: () => verdict,
    describe: () => ({ title, description: null, path: null, unlisted: true }),
    View: () => <View />,
  });

export const notFoundTitle = 'Page not found';

/** Shown for every address that the site does not have. */
export const notFoundPage = screen(notFoundTitle, NotFound, { kind: 'absent', selected: {} });

/** Shown for a malformed address. */
export const badRequestPage = screen('Address not understood', BadRequest);

/** The error screen: something unexpected was thrown, and it has been reported. */
export const errorPage = screen('Something went wrong', ErrorScreen);

/** Shown instead of any page while too many are being rendered. */
export const busyPage = screen('Busy', Busy);

/** Shown to clients that search faster than people type. */
export const tooManySearchesPage = screen('Too many searches', TooManySearches);

function Busy() {
  const { phone } = valueIn(useSite().settings) ?? {};
  const number = phone ? phoneLink(phone) : null;
  return (
    <Hero
      title="We are very busy"
      subtitle="Many people are here at this moment. In a few seconds there will be room again."
      scene="snowfield"
    >
      <TryAgain />
      {number && (
        <LinkButton href={number} look="outline">
          Call {phone}
        </LinkButton>
      )}
    </Hero>
  );
}

/** A link to the address that the visitor requested. */
export function TryAgain({ children = 'Try Again' }: { readonly children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty reference is that address.
    <a className="button" href="">
      {children}
    </a>
  );
}

function TooManySearches() {
  return (
    <Hero
      title="That was a lot of searching"
      subtitle="Too many searches came from your network in a short time. In a minute you can go on."
      scene="snowfield"
    >
      <LinkButton href={servicesPath}>See our services</LinkButton>
      <LinkButton href={contactPath} look="outline">
        Ask us
      </LinkButton>
    </Hero>
  );
}

/** The content of the not-found page. */
export function NotFound() {
  return (
    <Hero title={notFoundTitle} subtitle={words.notFound} scene="snowfield">
      <LinkButton href={frontPath}>Go to the home page</LinkButton>
      <LinkButton href={servicesPath} look="outline">
        See our services
      </LinkButton>
      <LinkButton href={contactPath} look="outline">
        Ask us
      </LinkButton>
    </Hero>
  );
}

function BadRequest() {
  return (
    <Hero
      title="This address cannot be read"
      subtitle="Something in it is broken, often because it was copied only in part."
      scene="snowfield"
    >
      <LinkButton href={frontPath}>Go to the home page</LinkButton>
    </Hero>
  );
}

function ErrorScreen() {
  const { requestId } = useSite();
  return (
    <Hero
      title="Oops! Something went wrong"
      subtitle="The fault is ours, and the error has been reported. Trying again often helps."
      scene="canyon"
    >
      <TryAgain />
      <LinkButton href={frontPath} look="outline">
        Go Home
      </LinkButton>
      <p className="small error-reference">
        Reference: <code>{requestId}</code>
      </p>
    </Hero>
  );
}

/** The HTML that a visitor reads when even the error screen cannot be rendered. */
export function plainErrorPage(requestId: string): string {
  return [
    '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Something went wrong</title>',
    '<h1>Oops! Something went wrong</h1>',
    `<p>The error has been reported. Reference: ${requestId}</p>`,
    '<p><a href="">Try Again</a> <a href="/">Go Home</a></p></html>',
  ].join('');
}
