/**
 * Where a booking search leads. The booking service knows two forms of address: its own
 * (`https://host/vacation-rental-properties/agency`), which is complete, and a booking domain, whose
 * results stand at `/search`.
 */
export function bookingResultsUrl(bookingSiteUrl: string): string {
  const url = new URL(bookingSiteUrl);
  return url.pathname === '/' ? `${url.origin}/search` : bookingSiteUrl;
}
