// Apart from the other paths, so that no script that is fetched early shares a file with telemetry.

/** Where browsers send error reports; a name that says so is what blockers of trackers look for. */
export const reportTunnelPath = '/api/reports';
export const vitalsPath = '/api/vitals';
