import type { SlotStats } from '../content/store/contentSlot.ts';
import type { RecentReport } from '../telemetry/errorReports.ts';

/** What the status page tells an operator. Moments are milliseconds since 1970. */
export interface Status {
  readonly release: string;
  readonly startedAt: number;
  readonly now: number;
  readonly ready: boolean;
  readonly entries: readonly SlotStats[];
  readonly hook: { readonly isOn: boolean; readonly lastCallAt: number | null };
  /** Null: none is configured. */
  readonly contact: { readonly sent: number; readonly failed: number } | null;
  /** Where events are sent to: the host of the DSN, never its key. Null: nowhere. */
  readonly errorReporting: { readonly host: string; readonly sent: number; readonly failed: number } | null;
  readonly errors: {
    readonly reported: number;
    readonly held: number;
    readonly recent: readonly RecentReport[];
  };
  readonly requests: number;
  readonly keptPages: number;
  readonly keptBytes: number;
  readonly rendersInFlight: number;
  readonly residentBytes: number;
}
