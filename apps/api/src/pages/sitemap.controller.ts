import { Readable } from 'node:stream';
import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ContentPublishedData } from '@tessera/domain/content/content-events';
import { marketplace } from '@tessera/domain/content/marketplace.view';
import { notFound } from '@tessera/domain/failures';
import type { Response } from 'express';
import type { Config } from '../config.ts';
import { AnswersDirectly } from '../http/description/answers.ts';
import { sendStream } from '../http/answers/send-stream.ts';
import { Refused } from '../kernel/refused.ts';
import { configToken } from '../kernel/tokens.ts';
import { everyDocument } from '../kernel/views/every-document.ts';
import { ReadStore } from '../kernel/views/port.ts';
import { listedPaths } from './public-pages.ts';
import {
  inMonth,
  inPart,
  monthsBetween,
  partOf,
  partsOf,
  sitemapIndex,
  sitemapOfItems,
  sitemapOfPages,
} from './sitemap.ts';

const cacheControl = 'public, max-age=3600';
const xmlType = 'application/xml; charset=utf-8';
const pagesPart = 'pages.xml';

/** Paths that search engines should not read: they need a session, or aren't for people. */
const closedPaths = [
  '/api/',
  '/auth/',
  '/account',
  '/admin',
  '/brand/',
  '/creator/',
  '/functions/',
  '/media-originals/',
];

const oldestFirst = { field: 'created_at', descending: false } as const;

/** Tells search engines which pages exist. */
@ApiTags('pages')
@Controller()
export class SitemapController {
  constructor(
    private readonly views: ReadStore,
    @Inject(configToken) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', cacheControl)
  @AnswersDirectly('Tells robots which paths to leave alone, and where the sitemap is.', [200], 'text/plain')
  robots() {
    const rules = closedPaths.map((path) => `Disallow: ${path}\n`).join('');
    return `User-agent: *\n${rules}\nSitemap: ${this.config.publicUrl}/sitemap.xml\n`;
  }

  @Get('sitemap.xml')
  @Header('Content-Type', xmlType)
  @Header('Cache-Control', cacheControl)
  @AnswersDirectly(
    'Lists the parts of the sitemap: one for the pages, and one or more for the items of each month.',
    [200],
    'application/xml',
  )
  async index() {
    const [first, last] = [await this.endOf(false), await this.endOf(true)];
    const parts = [pagesPart];
    for (const month of first && last ? monthsBetween(first.published_at, last.published_at) : []) {
      parts.push(...partsOf(month, await this.views.count(marketplace.name, { range: inMonth(month) })));
    }
    return sitemapIndex(parts, this.config.publicUrl);
  }

  @Get('sitemaps/:part')
  @AnswersDirectly('Lists up to 50,000 addresses.', [200], 'application/xml')
  async part(@Param('part') name: string, @Res() response: Response) {
    const part = partOf(name);
    if (!part && name !== pagesPart) throw new Refused(notFound());
    response.set({ 'Content-Type': xmlType, 'Cache-Control': cacheControl });
    if (!part) {
      response.send(sitemapOfPages(listedPaths, this.config.publicUrl));
      return;
    }
    const items = inPart(this.ofMonth(part.month), part);
    await sendStream(() => Readable.from(sitemapOfItems(items, this.config.publicUrl)), response);
  }

  private async endOf(descending: boolean): Promise<ContentPublishedData | undefined> {
    const { items } = await this.views.find<ContentPublishedData>(marketplace.name, {
      sort: { field: 'created_at', descending },
      limit: 1,
    });
    return items[0]?.document;
  }

  private async *ofMonth(month: string) {
    const found = { range: inMonth(month), sort: oldestFirst };
    yield* everyDocument<ContentPublishedData>(this.views, marketplace.name, found);
  }
}
