import { jsonOf } from '../../shared/jsonOf.ts';
import { withoutQuery } from '../../shared/scrubReport.ts';

/** What a browser says that the content policy has blocked. */
export interface PolicyReport {
  readonly directive: string;
  /** An address, or a word such as `inline`. */
  readonly blocked: string;
  readonly page: string;
  readonly source: string;
}

const mostReports = 10;
const longestText = 200;

/**
 * Reads the reports in a body, of both kinds that browsers send (w3.org/TR/CSP3 section 5: `csp-report` for
 * `report-uri`, a list of `csp-violation` for `report-to`). Addresses lose their queries, which may hold what a
 * visitor typed, and the sample of the blocked script is left out.
 *
 * @returns nothing for what is no report
 */
export function readPolicyReports(body: string): readonly PolicyReport[] {
  const parsed = jsonOf(body);
  const bodies = Array.isArray(parsed)
    ? parsed.slice(0, mostReports).map((report) => fieldsOf(fieldsOf(report).body))
    : [fieldsOf(fieldsOf(parsed)['csp-report'])];
  return bodies.flatMap((fields) => {
    const directive = textOf(fields.effectiveDirective ?? fields['effective-directive']);
    if (directive === '') return [];
    return {
      directive,
      blocked: textOf(fields.blockedURL ?? fields['blocked-uri']),
      page: textOf(fields.documentURL ?? fields['document-uri']),
      source: textOf(fields.sourceFile ?? fields['source-file']),
    };
  });
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? withoutQuery(value).slice(0, longestText) : '';
