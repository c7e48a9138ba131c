import { Box, Flex, chakra } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { useState } from 'react';
import { plural } from '../kernel/plural.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { Notice, NoticeButton } from '../ui/layout/notice.tsx';
import { publishedAtom } from './published.atoms.ts';
import type { PublishedItem } from './published.atoms.ts';

const titleOf = (items: readonly PublishedItem[]): string => {
  const live = items.filter(({ isLive }) => isLive).length;
  if (live === 0) return items.length === 1 ? 'Your listing is saved' : `${plural(items.length, 'listing')} are saved`;
  return live === 1 ? 'Your listing is live' : `${plural(live, 'listing')} are live`;
};

const Listings = ({ items }: { items: readonly PublishedItem[] }) => (
  <chakra.ul aria-label="New listings" listStyleType="none" mt="1" maxH="72" overflowY="auto">
    {items.map(({ id, title, isLive }) => (
      <chakra.li key={id}>
        <Flex align="center" gap="2">
          <Box truncate color="ink">
            {title}
          </Box>
          {!isLive && (
            <Box flexShrink={0} fontSize="sm" color="ink.muted">
              On sale as soon as its preview is ready
            </Box>
          )}
          <ButtonLink to={paths.item(id)} variant="ghost" size="sm" aria-label={`View listing: ${title}`}>
            View listing
          </ButtonLink>
        </Flex>
      </chakra.li>
    ))}
  </chakra.ul>
);

/**
 * Shown on the dashboard after an upload: each new listing, with a link to see it as brands do. Several are folded away
 * at first, so that the dashboard stays where it is.
 */
export const JustPublished = () => {
  const [items, setItems] = useAtom(publishedAtom);
  const [isOpen, setIsOpen] = useState(false);
  if (items.length === 0) return null;
  const areSeveral = items.length > 1;
  return (
    <Box mb="6">
      <Notice
        tone="positive"
        title={titleOf(items)}
        action={
          <Flex gap="2" wrap="wrap">
            {areSeveral && (
              <NoticeButton aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                {isOpen ? 'Hide the list' : 'Show the list'}
              </NoticeButton>
            )}
            <NoticeButton onClick={() => setItems([])}>Dismiss</NoticeButton>
          </Flex>
        }
      >
        {(isOpen || !areSeveral) && <Listings items={items} />}
      </Notice>
    </Box>
  );
};
