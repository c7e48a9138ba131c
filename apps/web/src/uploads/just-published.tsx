import { Box, Flex, chakra } from '@chakra-ui/react';
import { useAtom } from 'jotai';
import { plural } from '../kernel/plural.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { Notice, NoticeButton } from '../ui/layout/notice.tsx';
import { publishedAtom } from './published.atoms.ts';

/** Shown on the dashboard after an upload: each new listing, with a link to see it as brands do. */
export const JustPublished = () => {
  const [items, setItems] = useAtom(publishedAtom);
  if (items.length === 0) return null;
  return (
    <Box mb="6">
      <Notice
        tone="positive"
        title={items.length === 1 ? 'Your listing is live' : `${plural(items.length, 'listing')} are live`}
        action={<NoticeButton onClick={() => setItems([])}>Dismiss</NoticeButton>}
      >
        <chakra.ul aria-label="New listings" listStyleType="none" mt="1" maxH="72" overflowY="auto">
          {items.map(({ id, title }) => (
            <chakra.li key={id}>
              <Flex align="center" gap="2">
                <Box truncate color="ink">
                  {title}
                </Box>
                <ButtonLink to={paths.item(id)} variant="ghost" size="sm" aria-label={`View listing: ${title}`}>
                  View listing
                </ButtonLink>
              </Flex>
            </chakra.li>
          ))}
        </chakra.ul>
      </Notice>
    </Box>
  );
};
