export type ReportContext = Readonly<Record<string, string>>;
type Report = (error: unknown, context: ReportContext) => void;

/** What was reported before anything was there to send it; the oldest are kept. */
const waiting: Parameters<Report>[] = [];
let send: Report = (...one) => {
  if (waiting.length < 20) waiting.push(one);
};

/** Takes every unexpected error of the browser side, whoever found it. Never throws. */
export function reportError(error: unknown, context: ReportContext = {}): void {
  send(error, context);
  console.error(error);
}

/** Sends what has waited, and from now on everything at once. */
export function deliverReports(report: Report): void {
  send = report;
  for (const one of waiting) report(...one);
}
