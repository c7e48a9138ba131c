import { Injectable } from '@nestjs/common';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { reminderDays } from '@tessera/domain/licensing/reminders/reminder';
import { licenseRow } from '@tessera/contract/licenses';
import type { LicenseFilter, LicenseRow, LicensesQuery } from '@tessera/contract/licenses';
import { dayMs } from '@tessera/domain/licensing/term';
import { Clock } from '../kernel/clock.ts';
import type { PageQuery } from '@tessera/contract/kernel/queries';
import type { SignedIn } from '../http/request.ts';
import { ReadStore } from '../kernel/views/port.ts';
import type { Find, Page } from '../kernel/views/port.ts';

/** A license is `ending` when it is in force and has no more than this left, which is when its first reminder is sent. */
const endingMs = reminderDays[0] * dayMs;
/** Licenses that haven't started are filtered out of the active ones page by page; an answer ends after this many pages. */
const pagesPerAnswerMax = 10;

export type LicenseFilters = Pick<LicensesQuery, 'search' | 'type' | 'status'>;

const instant = (timeMs: number) => new Date(timeMs).toISOString();

/** A license that ends now has ended, and one that begins now has started. Times are whole milliseconds. */
const rangeOf = (status: LicenseFilter, now: number): NonNullable<Find['range']> => {
  switch (status) {
    case 'active':
      return { field: 'ends', from: instant(now + 1) };
    case 'ending':
      return { field: 'ends', from: instant(now + 1), to: instant(now + endingMs) };
    case 'expired':
      return { field: 'ends', to: instant(now) };
    case 'upcoming':
      return { field: 'starts', from: instant(now + 1) };
  }
};

export interface ListedLicenses {
  readonly items: readonly LicenseRow[];
  readonly next: string | null;
}

/** The licenses that a brand holds or a creator has granted, newest first, with their status by the server's clock. */
@Injectable()
export class LicenseList {
  constructor(
    private readonly views: ReadStore,
    private readonly clock: Clock,
  ) {}

  /** A page may have fewer rows than its limit even if more follow. @throws BadCursor */
  async page(user: SignedIn, filters: LicenseFilters, { limit, cursor }: PageQuery): Promise<ListedLicenses> {
    const now = this.clock.now().getTime();
    const query = this.query(user, filters, now);
    const items: LicenseRow[] = [];
    for (let pages = 1, place = cursor; ; pages += 1) {
      const found: Page<License> = await this.views.find('licenses', {
        ...query,
        limit: limit - items.length,
        cursor: place,
      });
      const rows = found.items.map(({ document }) => licenseRow(document, now, user.role));
      items.push(...(filters.status === 'active' ? rows.filter(({ status }) => status === 'active') : rows));
      if (found.next === null || items.length === limit || pages === pagesPerAnswerMax) {
        return { items, next: found.next };
      }
      place = found.next;
    }
  }

  /** How many rows all pages have together. */
  async total(user: SignedIn, filters: LicenseFilters): Promise<number> {
    const now = this.clock.now().getTime();
    const { where, text, range } = this.query(user, filters, now);
    const found = await this.views.count('licenses', { where, text, range });
    if (filters.status !== 'active') return found;
    // The count has all that haven't ended; some of them haven't started either.
    return found - (await this.views.count('licenses', { where, text, range: rangeOf('upcoming', now) }));
  }

  rowOf(license: License, { role }: SignedIn): LicenseRow {
    return licenseRow(license, this.clock.now().getTime(), role);
  }

  private query({ id, role }: SignedIn, { search, type, status }: LicenseFilters, now: number): Omit<Find, 'limit'> {
    const text = search?.trim();
    return {
      where: { [role === 'brand' ? 'brand_id' : 'creator_id']: id, ...(type && { license_type: type }) },
      ...(status && { range: rangeOf(status, now) }),
      ...(text && { text }),
      sort: { field: 'created_at', descending: true },
    };
  }
}
