import { Box } from '@chakra-ui/react';
import type { MarketSuggestions } from '@tessera/contract/discovery';
import { Image, Tag } from 'lucide-react';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { get as read } from '../../kernel/send.ts';
import { paths } from '../../paths.ts';
import { SuggestBox } from '../../ui/search/suggest-box.tsx';
import { Portrait } from '../../ui/facts/portrait.tsx';
import { itemAddress } from '../item/use-item-link.ts';
import type { Filter } from './filter.ts';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface ItemSearchProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
}

/**
 * The search box with suggestions. A tag filters the wall, an item leads to its page, and a creator leads to their page,
 * or filters the wall by their items if they have no page.
 */
export const ItemSearch = ({ filter, onChange }: ItemSearchProps) => {
  const navigate = useNavigate();
  const location = useLocation();
  const suggest = useCallback(
    async (typed: string) => {
      const address = `/api/marketplace/suggestions?${new URLSearchParams({ search: typed })}`;
      const { tags, creators, items } = await read<MarketSuggestions>(address, { retryDelaysMs: [] });
      return [
        {
          name: 'Tags',
          suggestions: tags.map((tag) => ({
            key: `tag-${tag}`,
            words: tag,
            icon: <Tag {...icon} />,
            choose: () => onChange({ search: '', tag }),
          })),
        },
        {
          name: 'Creators',
          suggestions: creators.map(({ id, name, handle, portrait_url }) => ({
            key: `creator-${id}`,
            words: name,
            icon: (
              // Centered under the icons of the other suggestions.
              <Box as="span" display="flex" mx="-1" flexShrink={0}>
                <Portrait name={name} picture={portrait_url} size="6" />
              </Box>
            ),
            choose: () =>
              handle === null ? onChange({ search: '', creator: id }) : void navigate(paths.creatorPage(handle)),
          })),
        },
        {
          name: 'Items',
          suggestions: items.map(({ id, title }) => ({
            key: `item-${id}`,
            words: title,
            icon: <Image {...icon} />,
            choose: () => {
              const { to, state } = itemAddress(id, location);
              void navigate(to, { state });
            },
          })),
        },
      ];
    },
    [onChange, navigate, location],
  );
  return (
    <SuggestBox
      label="Search content"
      placeholder="Search content..."
      value={filter.search}
      onChange={(search) => onChange({ search })}
      suggest={suggest}
    />
  );
};
