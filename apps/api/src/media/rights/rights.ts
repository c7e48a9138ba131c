import { copyrightOf, creditOf } from '@tessera/domain/content/credit';
import type { Declaration } from '@tessera/domain/declaration';

/** What a file's metadata states about its creator and its use. */
export interface Rights {
  readonly creator: string;
  /** `Mara Lindqvist / Tessera`. */
  readonly credit: string;
  /** `© 2026 Mara Lindqvist`. */
  readonly copyright: string;
  /** The absolute URL of the license terms. */
  readonly termsUrl: string;
  /** The absolute URL of the page where it can be licensed. */
  readonly itemUrl: string;
  readonly allowsDataMining: boolean;
  readonly isAiGenerated: boolean;
}

interface RightsFacts {
  readonly creator: string;
  readonly content_id: string;
  /** ISO 8601. */
  readonly published_at: string;
  readonly declared: Pick<Declaration, 'data_mining' | 'ai_generated'>;
}

/** @param publicUrl the origin that browsers use */
export const rightsOf = ({ creator, content_id, published_at, declared }: RightsFacts, publicUrl: string): Rights => ({
  creator,
  credit: creditOf(creator),
  copyright: copyrightOf(creator, published_at),
  termsUrl: `${publicUrl}/terms-of-service`,
  itemUrl: `${publicUrl}/marketplace/${content_id}`,
  allowsDataMining: declared.data_mining,
  isAiGenerated: declared.ai_generated,
});
