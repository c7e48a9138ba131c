import { Injectable } from '@nestjs/common';
import type { LedgerLine } from '@tessera/domain/earnings/ledger/creator-ledger.view';
import type { License } from '@tessera/domain/licensing/licenses.view';
import { ReadStore } from '../kernel/views/port.ts';

/** Finds what ledger lines are about, from the licenses that they name. */
@Injectable()
export class LineSubjects {
  constructor(private readonly views: ReadStore) {}

  async of<Row>(lines: readonly LedgerLine[], rowOf: (line: LedgerLine, subject: Subject) => Row): Promise<Row[]> {
    const ids = [...new Set(lines.flatMap(({ license_id }) => license_id ?? []))];
    const licenses = await this.views.load('licenses', ids);
    return lines.map((line) => {
      const license = line.license_id === null ? undefined : licenses.get(line.license_id)?.document;
      return rowOf(line, subjectOf(line, license as License | undefined));
    });
  }
}

const subjectOf = ({ id, at, kind, license_id, creator_id }: LedgerLine, license: License | undefined) => ({
  id,
  at,
  kind,
  license_id,
  license_type: license?.license_type ?? null,
  title: license?.item.title ?? null,
  // A referrer doesn't get to see who bought from the creator they referred.
  brand_name: license?.creator_id === creator_id ? license.brand_name : null,
});
export type Subject = ReturnType<typeof subjectOf>;
