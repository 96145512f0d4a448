import { reportTunnelPath, vitalsPath } from '../../shared/browserTelemetry.ts';
import { hookPath } from '../../shared/contentHook.ts';
import { contactApiPath, contactPath, sentryExamplePath } from '../../shared/paths.ts';
import { policyReportPath } from './securityHeaders.ts';

/** The endpoints that take what is sent to them and have nothing to show. */
const postOnly: readonly string[] = [
  contactApiPath,
  hookPath,
  policyReportPath,
  reportTunnelPath,
  vitalsPath,
];

/** The methods that an address supports, as an `Allow` header names them (RFC 9110, section 10.2.1). */
export function allowedMethods(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  if (path === contactPath) return 'GET, HEAD, POST';
  return postOnly.includes(path) || path.startsWith(`${sentryExamplePath}/`) ? 'POST' : 'GET, HEAD';
}
