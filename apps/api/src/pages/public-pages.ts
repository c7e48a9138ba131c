import { Inject, Injectable } from '@nestjs/common';
import { handleOf } from '@tessera/domain/accounts/profile/creator-page-form';
import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { marketplace } from '@tessera/domain/content/marketplace.view';
import { CreatorNames, CreatorPages } from '../accounts/public.ts';
import type { Config } from '../config.ts';
import type { PageRenderer } from '../http/web-client/web-client.ts';
import { configToken } from '../kernel/tokens.ts';
import { isUnavailable } from '../kernel/unavailable.ts';
import { documentOf } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { galleryFirstPaint } from './first-paint.ts';
import { itemPage, shortened } from './item-page.ts';
import { withPage } from './page.ts';
import type { Page } from './page.ts';

const aboutTessera =
  'Tessera is where creators license photos and videos to brands, with a clear agreement for every picture.';
const marketplaceIntro =
  'Photos and videos by independent creators. License terms and price are shown on each piece of content.';
const marketplacePath = '/marketplace';
const creatorAddress = /^\/@([^/]+)\/?$/;
const itemAddress = /^\/marketplace\/([^/]+)\/?$/;
const firstPaintItems = 24;

/** Pages that are the same for everyone. */
const staticPages: Readonly<Record<string, Pick<Page, 'title' | 'description'>>> = {
  '/': { title: 'Tessera: license photos and videos from independent creators', description: aboutTessera },
  '/help': {
    title: 'Help · Tessera',
    description: 'What creators and brands ask first: licenses, prices, payouts, refunds, invoices and proof.',
  },
  '/terms-of-service': {
    title: 'Terms of Service · Tessera',
    description: 'What creators promise, what brands receive, prices and commission, payouts, and how an account ends.',
  },
  '/privacy-policy': {
    title: 'Privacy Policy · Tessera',
    description: 'What Tessera keeps about you, why, for how long, and how you get a copy or have it deleted.',
  },
};

/** The paths in the sitemap, apart from the items. */
export const listedPaths: readonly string[] = [...Object.keys(staticPages), marketplacePath];

const unlisted: Page = { title: 'Tessera', description: aboutTessera, path: null, status: 200 };

/** Adds to the client's pages what they show before the scripts run. */
@Injectable()
export class PublicPages {
  constructor(
    private readonly views: ReadStore,
    private readonly names: CreatorNames,
    private readonly creators: CreatorPages,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Fills the client's built page for a path. @param hasQuery as for `of` */
  readonly render: PageRenderer = async (html, path, hasQuery) => {
    const page = await this.of(path, hasQuery);
    return { status: page.status, html: withPage(html, page, this.config.publicUrl) };
  };

  /** @param hasQuery whether the URL has a query, such as a search: search engines should list only the whole page */
  async of(path: string, hasQuery: boolean): Promise<Page> {
    const known = staticPages[path];
    if (known) return { ...known, path, status: 200 };
    try {
      if (path === marketplacePath) return await this.marketplace(hasQuery);
      const handle = creatorAddress.exec(path)?.[1];
      if (handle !== undefined) return await this.creator(handle);
      const id = itemAddress.exec(path)?.[1];
      return id === undefined ? unlisted : await this.item(id);
    } catch (error) {
      // The client's page needs no store, and tells people itself what it can't show.
      if (isUnavailable(error)) return unlisted;
      throw error;
    }
  }

  private async marketplace(hasQuery: boolean): Promise<Page> {
    const page = { title: 'Content Marketplace · Tessera', description: marketplaceIntro, status: 200 } as const;
    if (hasQuery) return { ...page, path: null };
    const gallery = { heading: 'Content Marketplace', intro: marketplaceIntro, items: await this.newest({}) };
    const firstPaint = galleryFirstPaint(gallery, 'cards');
    return { ...page, path: marketplacePath, firstPaint };
  }

  private async newest(where: Readonly<Record<string, string>>): Promise<readonly ContentPublishedData[]> {
    const { items } = await this.views.find<ContentPublishedData>(marketplace.name, {
      where,
      sort: { field: 'created_at', descending: true },
      limit: firstPaintItems,
    });
    return items.map(({ document }) => document);
  }

  /** A creator's page has one canonical address, which former handles point to. */
  private async creator(typed: string): Promise<Page> {
    const found = await this.creators.of(handleOf(typed));
    if (!found) return { ...unlisted, title: 'Page not found · Tessera', status: 404 };
    const { name, handle, bio, creator_id } = found;
    return {
      title: `${name} (@${handle}) · Tessera`,
      description: shortened(bio || `Photos and videos by ${name}, to license on Tessera.`),
      path: `/@${handle}`,
      firstPaint: galleryFirstPaint({ heading: name, intro: bio, items: await this.newest({ creator_id }) }, 'wall'),
      status: 200,
    };
  }

  private async item(id: string): Promise<Page> {
    const item = await documentOf<ContentPublishedData>(this.views, marketplace.name, id);
    if (!item) return { ...unlisted, title: 'Not for sale · Tessera', status: 404 };
    return itemPage(item, await this.names.of(item.creator_id), this.config.publicUrl);
  }
}
