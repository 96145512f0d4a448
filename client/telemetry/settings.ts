/** The page's telemetry settings, in `<meta name="telemetry">`; absent where telemetry is off. */
export interface TelemetrySettings {
  /** Null: errors are not reported. */
  readonly dsn: string | null;
  readonly release: string;
  readonly environment: string;
  /** Whether vital signs are counted. */
  readonly vitals: boolean;
  /** Whether an operator has turned on profiles of script. */
  readonly profiling: boolean;
}

/** Reads the settings; null for anything that is not what the server writes. */
export function readSettings(text: string): TelemetrySettings | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return null;
  const { dsn, release, environment, vitals, profiling } = { ...emptySettings, ...value };
  if (typeof release !== 'string' || typeof environment !== 'string') return null;
  return {
    ...{ release, environment, vitals: vitals === true, profiling: profiling === true },
    dsn: typeof dsn === 'string' ? dsn : null,
  };
}

const emptySettings: Readonly<Record<keyof TelemetrySettings, unknown>> = {
  dsn: null,
  release: '',
  environment: '',
  vitals: false,
  profiling: false,
};
