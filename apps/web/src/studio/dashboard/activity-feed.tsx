import type { CreatorFigures, ReferralNews, Sale } from '@tessera/contract/dashboards';
import { Box, Flex, chakra } from '@chakra-ui/react';
import { Coins, UserPlus } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { splitPolicy } from '@tessera/domain/earnings/split';
import { formatUsd } from '@tessera/domain/money';
import { formatExactly } from '../../kernel/dates.ts';
import { Heading, Panel } from '../../ui/layout/panel.tsx';
import { MediaTile, thumbnailWidths } from '../../ui/media/media-tile.tsx';
import { formatWhen, licenseNouns } from '../labels.ts';

const linesShown = 5;
const percent = `${splitPolicy.referralBasisPoints / 100}%`;

interface EntryProps {
  readonly picture: ReactNode;
  readonly title: string;
  readonly at: string;
  readonly now: number;
  readonly arrived: boolean;
  readonly children: ReactNode;
}

const Entry = ({ picture, title, at, now, arrived, children }: EntryProps) => (
  <chakra.li
    display="flex"
    gap="3"
    py="3"
    px="2"
    mx="-2"
    borderTopWidth="1px"
    borderColor="hairline"
    _first={{ borderTopWidth: 0 }}
    animation={arrived ? 'live-tint 600ms ease-out' : undefined}
  >
    <Box w="72px" flexShrink="0">
      {picture}
    </Box>
    <Box flex="1" minW="0">
      <Flex justify="space-between" gap="3" align="baseline">
        <Box fontWeight="500" truncate>
          {title}
        </Box>
        <chakra.time
          dateTime={at}
          title={formatExactly(at)}
          fontSize="xs"
          color="ink.muted"
          whiteSpace="nowrap"
          fontVariantNumeric="tabular-nums"
        >
          {formatWhen(at, now)}
        </chakra.time>
      </Flex>
      <Box fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums">
        {children}
      </Box>
    </Box>
  </chakra.li>
);

const Earned = ({ cents }: { cents: number }) => (
  <Box as="span" color="positive" fontWeight="500" whiteSpace="nowrap">
    you earn {formatUsd(cents)}
  </Box>
);

/** What a sale earns, or what has happened to its money since. */
const SaleOutcome = ({ sale: { price_cents, refunded_cents, dispute, net_cents } }: { sale: Sale }) => {
  if (dispute === 'opened') {
    return (
      <Box as="span" color="waiting" fontWeight="500">
        disputed: your share is set aside
      </Box>
    );
  }
  if (dispute === 'lost') return <>charged back by the bank</>;
  if (refunded_cents >= price_cents) return <>refunded to the buyer</>;
  return refunded_cents > 0 ? <>{formatUsd(refunded_cents)} of it refunded</> : <Earned cents={net_cents} />;
};

/** Stands in for a picture: a referred creator's work is not shown. */
const IconTile = ({ icon: Icon }: { icon: LucideIcon }) => (
  <Flex h="12" align="center" justify="center" borderRadius="control" bg="accent.tint" color="accent">
    <Icon size={20} strokeWidth={1.5} aria-hidden />
  </Flex>
);

interface Line {
  readonly id: string;
  readonly at: string;
  readonly sale?: Sale;
  readonly news?: ReferralNews;
}

const linesOf = ({ sales, referral_news }: Pick<CreatorFigures, 'sales' | 'referral_news'>): readonly Line[] =>
  [
    ...sales.map((sale) => ({ id: sale.license_id, at: sale.sold_at, sale })),
    ...referral_news.map((news) => ({ id: news.id, at: news.at, news })),
  ].sort((line, other) => other.at.localeCompare(line.at));

const LineEntry = ({ line: { at, sale, news }, ...rest }: { line: Line; now: number; arrived: boolean }) => {
  const entry = { at, ...rest };
  if (sale) {
    const picture = <MediaTile media={sale.media_url} type="image" widths={thumbnailWidths} sizes="72px" alt="" />;
    return (
      <Entry {...entry} picture={picture} title={sale.title}>
        {licenseNouns[sale.license_type]} to {sale.brand_name} for {formatUsd(sale.price_cents)} ·{' '}
        <SaleOutcome sale={sale} />
      </Entry>
    );
  }
  if (news?.reward) {
    const { title, license_type, reward_cents } = news.reward;
    return (
      <Entry {...entry} picture={<IconTile icon={Coins} />} title={title}>
        {licenseNouns[license_type]} sold by a creator you referred · <Earned cents={reward_cents} />
      </Entry>
    );
  }
  return (
    <Entry {...entry} picture={<IconTile icon={UserPlus} />} title="New referral">
      A creator joined with your code · you earn {percent} of their licenses
    </Entry>
  );
};

interface LatestActivityProps {
  readonly dashboard: Pick<CreatorFigures, 'sales' | 'referral_news'>;
  readonly now: number;
}

/** The latest sales, new referrals and rewards, newest first. New lines are briefly tinted as they arrive. */
export const LatestActivity = ({ dashboard, now }: LatestActivityProps) => {
  const lines = linesOf(dashboard);
  const [initialIds] = useState(() => new Set(lines.map(({ id }) => id)));
  return (
    <Panel>
      <Heading mb="2">Latest activity</Heading>
      {lines.length === 0 ? (
        <Box color="ink.muted">Your sales appear here as soon as a brand licenses something.</Box>
      ) : (
        <chakra.ol listStyleType="none" aria-live="polite" aria-relevant="additions">
          {lines.slice(0, linesShown).map((line) => (
            <LineEntry key={line.id} line={line} now={now} arrived={!initialIds.has(line.id)} />
          ))}
        </chakra.ol>
      )}
    </Panel>
  );
};
