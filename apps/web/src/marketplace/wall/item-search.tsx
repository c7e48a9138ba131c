import type { MarketSuggestions } from '@tessera/contract/discovery';
import { Image, Tag } from 'lucide-react';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { get as read } from '../../kernel/send.ts';
import { SuggestBox } from '../../ui/controls/suggest-box.tsx';
import { itemAddress } from '../item/use-item-link.ts';
import type { Filter } from './filter.ts';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

interface ItemSearchProps {
  readonly filter: Filter;
  readonly onChange: (change: Partial<Filter>) => void;
}

/** Looks for items by their words; a tag that is suggested narrows the wall, an item leads to its page. */
export const ItemSearch = ({ filter, onChange }: ItemSearchProps) => {
  const navigate = useNavigate();
  const location = useLocation();
  const suggest = useCallback(
    async (typed: string) => {
      const address = `/api/marketplace/suggestions?${new URLSearchParams({ search: typed })}`;
      const { tags, items } = await read<MarketSuggestions>(address, { retryDelaysMs: [] });
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
