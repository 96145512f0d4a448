import type { ReactNode } from 'react';
import { StaticRouter, useRoutes } from 'react-router-dom';
import type { AssetManifest } from '../http/assetManifest.ts';
import type { Config } from '../process/config.ts';
import { type LoadedPage, loadedValue, type SitePage } from '../site/definePage.tsx';
import { type LayoutParts, LayoutPartsContext } from '../site/layout/layoutParts.ts';
import { ViewProvider } from '../site/OpenedView.tsx';
import { routeTree } from '../site/routes.tsx';
import { documentHead } from '../site/seo/documentHead.ts';
import { type Site, SiteProvider } from '../site/siteContext.ts';
import { browserSettings } from '../telemetry/browserSettings.ts';
import { Document } from './Document.tsx';

interface DocumentParts {
  readonly config: Config;
  readonly assets: AssetManifest;
  readonly page: SitePage;
  readonly opened: LoadedPage;
  readonly site: Site;
  /** Null: header, reviews and footer are rendered with the page. */
  readonly layout: LayoutParts | null;
  readonly status: number;
  /** The name of the route, for telemetry. */
  readonly route: string;
  /** Path and query of the page. */
  readonly location: string;
}

/** The document of an opened page: its head from the answers that are there, its view inside the layout. */
export function drawDocument(parts: DocumentParts): ReactNode {
  const { config, assets, page, opened, site, layout, status, route, location } = parts;
  const head = documentHead({
    description: opened.describe(),
    settings: loadedValue(site.settings),
    productName: config.siteName,
    frontendUrl: config.externalApis.frontendUrl,
    found: status === 200,
  });
  return (
    <Document {...{ head, assets, route }} styles={page.styles} telemetry={browserSettings(config)}>
      <StaticRouter location={location}>
        <SiteProvider value={site}>
          <LayoutPartsContext value={layout}>
            <ViewProvider value={opened.view}>
              <SiteRoutes />
            </ViewProvider>
          </LayoutPartsContext>
        </SiteProvider>
      </StaticRouter>
    </Document>
  );
}

function SiteRoutes() {
  return useRoutes(routeTree);
}
