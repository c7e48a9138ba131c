import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/public.ts';
import { PublicPages } from './public-pages.ts';
import { SitemapController } from './sitemap.controller.ts';

@Module({ imports: [AccountsModule], controllers: [SitemapController], providers: [PublicPages] })
export class PagesModule {}
